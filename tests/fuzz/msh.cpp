#include "fuzz_target.h"
#include "shoal/geometry/files/tetra_formats.h"

FUZZ_TARGET(bytes) {
  shoal::fuzz::mustSucceedOrExplain([&] { shoal::parseMsh(bytes, "fuzzed.msh"); });
}
