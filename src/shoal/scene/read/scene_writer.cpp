#include "shoal/scene/read/scene_writer.h"

#include "shoal/scene/read/described_writer.h"

namespace shoal {

std::string writeScene(const Scene& scene) {
  std::string out;
  writeTable(scene, "", out);
  return out;
}

}  // namespace shoal
