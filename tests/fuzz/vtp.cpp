// Frames of particles and of surfaces have one format of file.
#include "fuzz_target.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/formats/surface_vtp.h"

FUZZ_TARGET(bytes) {
  static const shoal::fuzz::MemoryFile file(".vtp");
  const std::filesystem::path& path = file.holding(bytes);
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::readVtp(path); });
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::readSurfaceVtp(path); });
}
