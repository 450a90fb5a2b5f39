// A format of frames: particles as lines of text, "x y z".
#include <fstream>

#include "extension.h"
#include "shoal/core/error.h"
#include "shoal/formats/frame_format.h"

namespace {

void writePoints(const std::filesystem::path& path, const shoal::ParticleTable& particles) {
  std::ofstream file(path);
  for (const shoal::Vec3f& x : particles.positions) file << x.x << ' ' << x.y << ' ' << x.z << '\n';
  if (!file.flush()) shoal::fail("{}: cannot be written", path.string());
}

}  // namespace

// Scenes say `run.write = ["points"]`.
void addPointText() {
  shoal::addFrameFormat({.word = "points",
                         .sentence = "Positions as text.",
                         .extension = "xyz",
                         .writeParticles = writePoints});
}
