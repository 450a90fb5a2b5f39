// Straight blades, and what they sweep.
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

// The surface between two places of a blade, as two triangles.
using Swept = std::array<std::array<Vec3d, 3>, 2>;
inline Swept sweep(const Blade& from, const Blade& to) {
  return {{{from.start, from.end, to.end}, {from.start, to.end, to.start}}};
}

// What a blade does in a step: a piece of its way from one place to another, on straight lines.
struct BladeStroke {
  Blade from, to;              // m, the whole way
  double first = 0, last = 1;  // shares of the way at the beginning and the end of the step
  double duration = 0;         // s, of the step; 0: the blade strikes at once

  Blade at(double share) const {
    return {from.start + share * (to.start - from.start), from.end + share * (to.end - from.end)};
  }
};

// How far along the line from p to q it crosses the triangle, as a share of its length. A point in
// the plane counts as above it, so that neighbouring lines do not both miss.
std::optional<double> crossing(const Vec3d& p, const Vec3d& q,
                               const std::array<Vec3d, 3>& triangle);

}  // namespace shoal
