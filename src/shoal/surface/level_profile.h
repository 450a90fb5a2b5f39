// From values of a surface field to distances from the surface.
//
// The field is evaluated above and below a flat surface of particles on a lattice, as it is meant
// to be half a spacing above its last row. The mean over a layer, as a function of its height, is
// inverted. So no isovalue is guessed, flat surfaces lie where they should to any fraction of a
// cell, and the level can be interpolated as what it is, a distance.
#pragma once

#include <array>

#include "shoal/surface/surface_field.h"

namespace shoal {

class LevelProfile {
 public:
  // Calibrates the field, too. Particles have densities by this kernel, or, without one, by that of
  // the field.
  LevelProfile(SurfaceField& field, const FieldScale& scale, const KernelChoice* density);

  double atSurface() const { return atSurface_; }
  // m, from the surface on outwards, of a value.
  float level(float value) const;
  // The value at a level.
  double valueAt(double level) const;
  // Change of the value per m, inwards.
  double slope() const { return slope_; }
  // The value on the plane of a flat wall that fluid covers, from the fluid alone.
  double beforeWall() const { return beforeWall_; }

 private:
  static constexpr std::size_t kSteps = 512;
  double atSurface_ = 0, slope_ = 0, beforeWall_ = 0;
  float low_ = 0, perStep_ = 0;
  std::array<float, kSteps + 1> level_{};
};

}  // namespace shoal
