// Where fluid is, roughly, so that surfaces far from it need not be looked at closely.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/period.h"

namespace shoal {

class FluidMap {
 public:
  // `reach`, in m: how far from fluid surfaces matter.
  void build(std::span<const Vec3f> places, double reach, const Period& period);
  // Whether anything in the box may be within reach of fluid. No box that is not finite is.
  bool mayReach(const Box3d& box) const;

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Vec3d& place) const;
  std::size_t indexOf(const Cell& cell) const;

  Box3d bounds_;
  double reach_ = 0, cell_ = 1;  // m
  Period period_;
  Cell cells_{};
  std::vector<std::uint8_t> wet_;
};

}  // namespace shoal
