// Particles of other programs.
#include "fuzz_target.h"
#include "shoal/formats/particle_ply.h"
#include "shoal/formats/particle_vtk.h"

FUZZ_TARGET(bytes) {
  static const shoal::fuzz::MemoryFile file(".particles");
  const std::filesystem::path& path = file.holding(bytes);
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::readParticlePly(path); });
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::readParticleVtk(path); });
}
