#include "commands.h"
#include "shoal/core/lanes.h"

namespace shoal::app {

void addLanes(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--lanes", [](const std::string& name) { useLanes(name); },
          "Floats handled at once: avx512, avx2 or scalar; the widest there is if left out. "
          "Changes "
          "the speed, not the result")
      ->envname("SHOAL_LANES");
}

}  // namespace shoal::app
