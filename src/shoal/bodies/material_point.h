// Points of the material of a body.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// The weighted mean of some nodes or vertices of a body, or a place in the frame of a rigid one.
// Valid until the revision of the body's surface changes.
struct MaterialPoint {
  Vec3d rest;               // m, in the rest shape
  std::size_t element = 0;  // that it is part of
  std::vector<std::uint32_t> nodes{};
  std::vector<double> weights{};
};

struct PointMotion {
  Vec3d x;  // m
  Vec3d v;  // m/s
};

// The motion of a point by its weights, from positions and velocities of all nodes.
PointMotion interpolated(const MaterialPoint& point, std::span<const Vec3d> x,
                         std::span<const Vec3d> v);

}  // namespace shoal
