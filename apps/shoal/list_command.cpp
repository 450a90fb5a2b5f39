#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/core/escape.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/scene_list.h"

namespace shoal::app {

namespace {

int printScenes() {
  const auto scenes = listScenes(scenesFolder());
  if (scenes.empty())
    fail("{}: no scenes there; set SHOAL_SCENES to their folder", scenesFolder().string());
  for (const SceneEntry& scene : scenes)
    fmt::print("{:<36} {}\n", escapeControls(scene.name), escapeControls(scene.title));
  return 0;
}

int printReference() {
  fmt::print("{}", parameterReference());
  return 0;
}

}  // namespace

Command listCommand() {
  return {.name = "list", .help = "Show the scenes that come with shoal", .action = printScenes};
}

Command referenceCommand() {
  return {.name = "reference",
          .help = "Print every parameter of scenes as Markdown",
          .action = printReference};
}

}  // namespace shoal::app
