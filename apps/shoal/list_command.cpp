#include <fmt/core.h>

#include "commands.h"
#include "shoal/core/error.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/scene_list.h"

namespace shoal::app {

void addList(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand("list", "Show the scenes that come with shoal");
  command->callback([&chosen] {
    chosen.action = [] {
      const auto scenes = listScenes(scenesFolder());
      if (scenes.empty())
        fail("{}: no scenes there; set SHOAL_SCENES to their folder", scenesFolder().string());
      for (const SceneEntry& scene : scenes) fmt::print("{:<36} {}\n", scene.name, scene.title);
      return 0;
    };
  });
}

void addReference(CLI::App& program, Chosen& chosen) {
  CLI::App* command =
      program.add_subcommand("reference", "Print every parameter of scenes as Markdown");
  command->callback([&chosen] {
    chosen.action = [] {
      fmt::print("{}", parameterReference());
      return 0;
    };
  });
}

}  // namespace shoal::app
