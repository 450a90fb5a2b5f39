#include <cstdlib>

#include "commands.h"

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

void SceneArguments::addTo(CLI::App& command) {
  command.add_option("SCENE", scene, "A scene file, or a name that 'shoal list' shows")->required();
  command
      .add_option("--set", assignments,
                  "Change a parameter: world.spacing=0.01, fluid.water.density=900, run.fps=60")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
}

}  // namespace shoal::app
