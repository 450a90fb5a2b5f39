#include "shoal/formats/bgeo.h"

#include "fuzz_target.h"

FUZZ_TARGET(bytes) {
  static const shoal::fuzz::MemoryFile file(".bgeo");
  const std::filesystem::path& path = file.holding(bytes);
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::readBgeo(path); });
}
