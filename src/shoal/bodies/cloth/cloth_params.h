// Parameters of cloth and thin shells.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct ClothParams {
  double density = 500;     // kg/m^3
  double thickness = 1e-3;  // m
  double young = 1e6;       // Pa
  double poisson = 0.3;
  double shear = 0;            // Pa; 0: that of an isotropic sheet
  double bending = 0;          // N m; 0: that of a solid plate
  Vec3d weave{1, 0, 0};        // direction of the threads
  double damping = 1e-3;       // s
  double maxStep = 1.0 / 240;  // s
  double tolerance = 0.03;
  double friction = 0.3;
  double tearStrain = 0;  // 0: never
  bool selfContact = true;
};

template <>
struct Describe<ClothParams> {
  static Entries entries();
};

}  // namespace shoal
