// Sections of triangles with planes z = const, and of these with rows y = const, such that shared
// vertices and edges count exactly once. Decisions are by exact comparisons, and triangles with a
// common edge are cut there at the same bits.
#pragma once

#include <array>
#include <optional>

#include "shoal/geometry/mesh/outline.h"

namespace shoal {

// Side to which vertices exactly in the plane are assigned.
enum class InPlane { kAbove, kBelow };

// The cut of a counter-clockwise triangle with the plane at height z; its ends may coincide.
std::optional<Segment> cutTriangle(const std::array<Vec3d, 3>& corner, double z,
                                   InPlane inPlane = InPlane::kAbove);

// Crossing of a section with a row, and its contribution to the winding number of points further
// right.
struct Crossing {
  double x = 0;
  int winding = 0;
};

std::optional<Crossing> crossRow(const Segment& cut, double y);

}  // namespace shoal
