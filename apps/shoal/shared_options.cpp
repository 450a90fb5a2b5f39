#include <cstdlib>

#include "commands.h"
#include "shoal/core/lanes.h"

namespace shoal::app {

namespace fs = std::filesystem;

fs::path scenesFolder() {
  if (const char* named = std::getenv("SHOAL_SCENES")) return named;
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code).parent_path();
  const fs::path installed = program / "../share/shoal/scenes";
  return fs::is_directory(installed) ? fs::canonical(installed, code)
                                     : fs::weakly_canonical(program / "../../scenes", code);
}

Option sceneOption(SceneArguments& arguments) {
  return {.name = "SCENE",
          .target = &arguments.scene,
          .help = "A scene file, or a name that 'shoal list' shows",
          .required = true};
}

Option assignmentsOption(SceneArguments& arguments) {
  return {.name = "--set",
          .target = &arguments.assignments,
          .help = "Change a parameter: world.spacing=0.01, fluid.water.density=900, run.fps=60",
          .shownAs = "KEY=VALUE"};
}

Option overwriteOption(bool& overwrite) {
  return {.name = "--overwrite",
          .target = &overwrite,
          .help = "Replace the results of another scene or of other settings in the folder"};
}

// Takes effect when the line is parsed.
Option lanesOption() {
  return {.name = "--lanes",
          .target = [](const std::string& name) { useLanes(name); },
          .help =
              "Floats handled at once: avx512, avx2 or scalar; the widest there is if left "
              "out. Changes the speed, not the result",
          .environment = "SHOAL_LANES"};
}

}  // namespace shoal::app
