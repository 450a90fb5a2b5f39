// The scenes that come with the program, by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace shoal {

struct SceneEntry {
  std::string name;  // "examples/dam-break"
  std::string title;
  std::filesystem::path path;
};

// All scene files below the folder, sorted by name. A file that is not TOML has no title.
std::vector<SceneEntry> listScenes(const std::filesystem::path& scenesFolder);

// The file that is meant by a path, by "examples/dam-break", or by "dam-break" alone where that is
// unique. An Error suggests the nearest name.
std::filesystem::path findScene(const std::string& name, const std::filesystem::path& scenesFolder);

}  // namespace shoal
