// Linked into every test program and the benchmarks: SHOAL_LANES chooses the width of their passes.
// A program whose machine lacks that width ends with the code that ctest counts as skipped.
#include <cstdio>
#include <cstdlib>

#include "shoal/core/error.h"
#include "shoal/core/lanes.h"

namespace {

const bool chosen = [] {
  try {
    shoal::useLanesOfEnvironment();
  } catch (const shoal::Error& error) {
    std::fprintf(stderr, "SHOAL_LANES: %s\n", error.what());
    std::exit(77);
  }
  return true;
}();

}  // namespace
