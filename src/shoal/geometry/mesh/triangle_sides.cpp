#include "shoal/geometry/mesh/triangle_sides.h"

#include <algorithm>
#include <tuple>

namespace shoal {

std::vector<TriangleSide> sortedSides(std::span<const Triangle> triangles) {
  std::vector<TriangleSide> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({triangles[t][k], triangles[t][(k + 1) % 3]});
      sides.push_back({low, high, t, k});
    }
  std::sort(sides.begin(), sides.end(), [](const TriangleSide& s, const TriangleSide& r) {
    return std::tie(s.low, s.high, s.triangle) < std::tie(r.low, r.high, r.triangle);
  });
  return sides;
}

}  // namespace shoal
