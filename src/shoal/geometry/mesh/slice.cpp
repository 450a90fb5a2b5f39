#include "shoal/geometry/mesh/slice.h"

namespace shoal {

namespace {

// Where the edge meets the plane, computed from its lower end so that both neighbours agree.
Vec3d cutEdge(const Vec3d& low, const Vec3d& high, double z) {
  if (low.z == z) return low;
  if (high.z == z) return high;
  Vec3d p = low + ((z - low.z) / (high.z - low.z)) * (high - low);
  p.z = z;
  return p;
}

}  // namespace

std::optional<Segment> cutTriangle(const std::array<Vec3d, 3>& corner, double z, InPlane inPlane) {
  const auto isAbove = [&](const Vec3d& p) {
    return inPlane == InPlane::kAbove ? p.z >= z : p.z > z;
  };
  Segment cut;
  bool isCut = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d &p = corner[i], &q = corner[(i + 1) % 3];
    if (isAbove(p) == isAbove(q)) continue;
    isCut = true;
    // The outside is to the right of the way from the descending edge to the ascending one.
    if (isAbove(q))
      cut.b = cutEdge(p, q, z);
    else
      cut.a = cutEdge(q, p, z);
  }
  if (!isCut) return std::nullopt;
  return cut;
}

std::optional<Crossing> crossRow(const Segment& cut, double y) {
  const bool ascends = cut.a.y < cut.b.y;
  const Vec3d& low = ascends ? cut.a : cut.b;
  const Vec3d& high = ascends ? cut.b : cut.a;
  if (!(low.y <= y && y < high.y)) return std::nullopt;
  const double x = low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x);
  return Crossing{x, ascends ? -1 : 1};
}

}  // namespace shoal
