// Functions of particles whose level is the surface of a fluid, by name.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "shoal/core/kinds.h"
#include "shoal/geometry/contour/level_blocks.h"
#include "shoal/surface/field_points.h"

namespace shoal {

// A function that grows towards the inside of the fluid. What it is at a surface, and how far from
// it another value is, is found by evaluating it above a flat one, see LevelProfile.
class SurfaceField {
 public:
  virtual ~SurfaceField() = default;

  // m; particles farther from a place do not act there.
  virtual double reach() const = 0;
  // Before values of these points are asked for; they stay until the last of them.
  virtual void prepare(const FieldPoints& points) = 0;
  // At the nodes of a block, of which in the plane the first layer counts. Called by many threads.
  virtual void evaluate(const BlockPlace& place, double cell, std::span<float> values) const = 0;
  // The value at flat surfaces, once it is known.
  virtual void calibrate(double atSurface) = 0;
};

// The field of a word.
struct SurfaceFieldKind : KindEntry {
  std::function<std::unique_ptr<SurfaceField>(const FieldScale&)> make{};

  static std::vector<SurfaceFieldKind> builtIn();
};

}  // namespace shoal
