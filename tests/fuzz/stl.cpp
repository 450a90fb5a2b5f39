#include "fuzz_target.h"
#include "shoal/geometry/files/mesh_formats.h"

FUZZ_TARGET(bytes) {
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::parseStl(bytes, "fuzzed.stl"); });
}
