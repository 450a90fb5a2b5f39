// Four ways to say how near a point is to a surface, [MSHG04] fig. 3: why forces follow from the
// last.
#pragma once

#include <span>

#include "shoal/geometry/mesh/outline.h"

namespace shoal {

enum class FieldKind {
  kNearest,      // eq. 8: m, the distance; its slope jumps where two elements are as near
  kWeightedSum,  // eq. 9: m, every element's distance and weight; bulges where elements meet
  kNormalised,   // eq. 10: m, the same over the sum of weights; 0 where there is none
  kConvolution,  // eq. 11: the integral of the weight, m^2 or m; smooth and without bulges
};

// W(d, h) of eq. 9 to 11, which the paper leaves open: (1 - d^2 / h^2)^2.
double fieldWeight(double d, double h);

// The field of kind at a point, of weights that reach as far as h (m). In the plane elements are
// segments.
double fieldAt(FieldKind kind, const TriangleMesh& surface, const Vec3d& point, double h);
double fieldAt(FieldKind kind, std::span<const Segment> outline, const Vec3d& point, double h);

}  // namespace shoal
