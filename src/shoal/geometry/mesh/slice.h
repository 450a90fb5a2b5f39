// Cutting triangles by planes z = const and the cuts by rows y = const, so that what shares a
// vertex or an edge never counts twice or not at all. Both cuts decide by exact comparisons, and
// triangles with a common edge are cut there at the same bits.
#pragma once

#include <array>
#include <optional>

#include "shoal/geometry/mesh/outline.h"

namespace shoal {

// Where vertices exactly in the plane are taken to be.
enum class InPlane { kAbove, kBelow };

// The cut of a counter-clockwise triangle with the plane at height z; its ends may coincide.
std::optional<Segment> cutTriangle(const std::array<Vec3d, 3>& corner, double z,
                                   InPlane inPlane = InPlane::kAbove);

// Where a cut crosses a row, and what that adds to the winding number of points further right.
struct Crossing {
  double x = 0;
  int winding = 0;
};

std::optional<Crossing> crossRow(const Segment& cut, double y);

}  // namespace shoal
