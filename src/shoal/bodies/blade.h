// Straight cutting blades and the surfaces that they sweep.
#pragma once

#include <array>
#include <optional>

#include "shoal/core/vec.h"

namespace shoal {

struct Blade {
  Vec3d start, end;  // m

  friend Blade operator+(const Blade& blade, const Vec3d& shift) {
    return {blade.start + shift, blade.end + shift};
  }
};

// Surface swept between two positions of a blade, as two triangles.
using Swept = std::array<std::array<Vec3d, 3>, 2>;
inline Swept sweep(const Blade& from, const Blade& to) {
  return {{{from.start, from.end, to.end}, {from.start, to.end, to.start}}};
}

// Motion of a blade in a step: a part of its stroke, on straight lines.
struct BladeStroke {
  Blade from, to;              // m, of the whole stroke
  double first = 0, last = 1;  // fractions of the stroke at the beginning and end of the step
  double duration = 0;         // s, of the step; 0: an instantaneous cut

  Blade at(double share) const {
    return {from.start + share * (to.start - from.start), from.end + share * (to.end - from.end)};
  }
};

// Intersection of the segment from p to q with the triangle, as a fraction of its length. A point
// in the plane counts as above it, so that two consecutive segments do not both miss the triangle.
std::optional<double> crossing(const Vec3d& p, const Vec3d& q,
                               const std::array<Vec3d, 3>& triangle);

}  // namespace shoal
