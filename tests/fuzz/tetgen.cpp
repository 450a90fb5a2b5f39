// A pair of files in one input, with "===" between the points and the tetrahedra.
#include "fuzz_target.h"
#include "shoal/geometry/files/tetra_formats.h"

FUZZ_TARGET(bytes) {
  constexpr std::string_view kBetween = "===";
  const std::size_t end = std::min(bytes.find(kBetween), bytes.size());
  const std::string_view nodes = bytes.substr(0, end);
  const std::string_view elements = bytes.substr(std::min(end + kBetween.size(), bytes.size()));
  shoal::fuzz::mustSucceedOrExplain(
      [&] { shoal::parseTetgen(nodes, "fuzzed.node", elements, "fuzzed.ele"); });
}
