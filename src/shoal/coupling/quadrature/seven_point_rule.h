// Gauss quadrature over triangles and segments: where boundary particles stand and what they weigh.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/core/vec.h"

namespace shoal {

// A point of a rule: its shares of the corners, and of the area or length.
template <std::size_t kCorners>
struct GaussPoint {
  std::array<double, kCorners> share;
  double weight;
};

template <std::size_t kCorners, std::size_t kPoints>
using GaussRule = std::array<GaussPoint<kCorners>, kPoints>;

// The seven point rule, [MSHG04] table 1 with the roots written out to all digits: exact for
// polynomials of degree 5, so that the error falls with the sixth power of the size of a triangle.
inline constexpr GaussRule<3, 7> kSevenPointRule = [] {
  constexpr double root15 = 3.872983346207416885;
  constexpr double a = (9 - 2 * root15) / 21, b = (6 + root15) / 21;
  constexpr double c = (9 + 2 * root15) / 21, d = (6 - root15) / 21;
  constexpr double e = (155 + root15) / 1200, f = (155 - root15) / 1200;
  return GaussRule<3, 7>{{{{1.0 / 3, 1.0 / 3, 1.0 / 3}, 9.0 / 40},
                          {{a, b, b}, e},
                          {{b, a, b}, e},
                          {{b, b, a}, e},
                          {{c, d, d}, f},
                          {{d, c, d}, f},
                          {{d, d, c}, f}}};
}();

// In the plane triangles become segments; the rule of Gauss and Legendre with three points is as
// exact there.
inline constexpr GaussRule<2, 3> kThreePointRule = [] {
  constexpr double root15 = 3.872983346207416885;
  constexpr double near = (5 - root15) / 10, far = (5 + root15) / 10;
  return GaussRule<2, 3>{{{{far, near}, 5.0 / 18}, {{0.5, 0.5}, 4.0 / 9}, {{near, far}, 5.0 / 18}}};
}();

template <class Value>
using TriangleOf = std::array<Value, 3>;
template <class Value>
using SegmentOf = std::array<Value, 2>;

// How far boundary particles of one triangle or segment are from the one in its middle, in m: no
// way from one of them to the next is longer.
inline double sampleGap(const TriangleOf<Vec3d>& corner) {
  constexpr double outermost = (3 * kSevenPointRule[4].share[0] - 1) / 2;  // of the way to a corner
  const Vec3d middle = (corner[0] + corner[1] + corner[2]) / 3.0;
  double reach2 = 0;
  for (const Vec3d& p : corner) reach2 = std::max(reach2, dot(p - middle, p - middle));
  return outermost * std::sqrt(reach2);
}

inline double sampleGap(const SegmentOf<Vec3d>& end) {
  return (kThreePointRule[1].share[1] - kThreePointRule[0].share[1]) * length(end[1] - end[0]);
}

// Into how many parts sides have to be cut for samples to be no further apart than `distance`.
template <class Corners>
int subdivisionsFor(const Corners& corner, double distance) {
  return static_cast<int>(std::max(1.0, std::ceil(sampleGap(corner) / distance)));
}

// Calls visit(value, weight) for the samples of a triangle whose sides are cut into n parts, where
// a value is anything that is linear over the triangle, and weights add up to one. The vectors from
// the nodes of the subdivision to the samples are the same for all parts, [MSHG04] fig. 5, but for
// their sign in those that stand on their heads.
template <class Value, class Visit>
void forEachSample(const TriangleOf<Value>& corner, int n, Visit&& visit) {
  const Value along = (1.0 / n) * (corner[1] - corner[0]);
  const Value across = (1.0 / n) * (corner[2] - corner[0]);
  std::array<Value, kSevenPointRule.size()> fromNode = {};
  for (std::size_t p = 0; p < fromNode.size(); ++p)
    fromNode[p] = kSevenPointRule[p].share[1] * along + kSevenPointRule[p].share[2] * across;
  const double part = 1.0 / (double(n) * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i + j < n; ++i) {
      const Value node = corner[0] + double(i) * along + double(j) * across;
      for (std::size_t p = 0; p < fromNode.size(); ++p)
        visit(node + fromNode[p], part * kSevenPointRule[p].weight);
      if (i + j + 1 == n) continue;
      const Value opposite = node + along + across;
      for (std::size_t p = 0; p < fromNode.size(); ++p)
        visit(opposite - fromNode[p], part * kSevenPointRule[p].weight);
    }
}

template <class Value, class Visit>
void forEachSample(const SegmentOf<Value>& end, int n, Visit&& visit) {
  const Value along = (1.0 / n) * (end[1] - end[0]);
  for (int i = 0; i < n; ++i)
    for (const auto& p : kThreePointRule) visit(end[0] + (i + p.share[1]) * along, p.weight / n);
}

}  // namespace shoal
