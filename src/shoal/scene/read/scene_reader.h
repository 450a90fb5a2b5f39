// Scene files to scenes.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "shoal/scene/scene.h"

namespace shoal {

// Reads a scene and applies assignments such as "world.spacing=0.01" to it. Every mistake is an
// Error with its place, its key and what to change. Paths in the result are absolute.
Scene readScene(const std::filesystem::path& file, std::span<const std::string> assignments = {});

// The same for text; `name` stands for the file, and relative paths start from its folder.
Scene parseScene(std::string_view toml, const std::string& name,
                 std::span<const std::string> assignments = {});

}  // namespace shoal
