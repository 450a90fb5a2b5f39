#include "shoal/scene/scene_list.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/scene/read/toml_text.h"
#include "shoal/scene/scene.h"

namespace shoal {

namespace {

constexpr const char* kExtension = ".toml";
constexpr const char* kExamples = "examples/";

std::string titleOf(const std::filesystem::path& path) {
  try {
    const toml::table scene = parseToml(readTomlFile(path), path.string());
    return printable(scene[entryName(&Scene::title)].value_or(std::string{}));
  } catch (const Error&) {
    return "";  // listing goes on; reading the scene will say what is wrong with it
  }
}

std::string lastPart(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::vector<SceneEntry> listScenes(const std::filesystem::path& scenesFolder) {
  std::vector<SceneEntry> scenes;
  std::error_code failure;
  for (std::filesystem::recursive_directory_iterator file(scenesFolder, failure), end;
       !failure && file != end; file.increment(failure)) {
    if (!file->is_regular_file(failure) || file->path().extension() != kExtension) continue;
    std::filesystem::path name = file->path().lexically_relative(scenesFolder);
    name.replace_extension();
    scenes.push_back({name.generic_string(), titleOf(file->path()), file->path()});
  }
  if (failure) fail("{}: cannot be listed: {}", scenesFolder.string(), failure.message());
  std::sort(scenes.begin(), scenes.end(),
            [](const SceneEntry& a, const SceneEntry& b) { return a.name < b.name; });
  return scenes;
}

std::filesystem::path findScene(const std::string& name,
                                const std::filesystem::path& scenesFolder) {
  std::error_code failure;
  if (std::filesystem::is_regular_file(name, failure)) return name;
  const std::vector<SceneEntry> scenes = listScenes(scenesFolder);

  std::vector<const SceneEntry*> meant;
  for (const SceneEntry& scene : scenes) {
    if (scene.name == name) return scene.path;
    if (lastPart(scene.name) == name) meant.push_back(&scene);
  }
  if (meant.size() == 1) return meant[0]->path;
  // Examples go before scenes of papers, which are known by their longer names.
  const auto isExample = [](const SceneEntry* scene) { return scene->name.starts_with(kExamples); };
  if (std::count_if(meant.begin(), meant.end(), isExample) == 1)
    return (*std::find_if(meant.begin(), meant.end(), isExample))->path;
  if (meant.size() > 1)
    fail("{}: may mean {} or {}; give the longer name", name, meant[0]->name, meant[1]->name);

  std::vector<std::string> names;
  for (const SceneEntry& scene : scenes) {
    names.push_back(scene.name);
    names.push_back(lastPart(scene.name));
  }
  fail("{}: neither a file nor the name of a scene{}", printable(name), didYouMean(name, names));
}

}  // namespace shoal
