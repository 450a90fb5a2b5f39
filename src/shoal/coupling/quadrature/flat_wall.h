// What a flat wall does as a whole: the traction of all its elements on one particle.
#pragma once

#include <vector>

#include "shoal/coupling/quadrature/traction.h"

namespace shoal {

// The force on a particle (N; N/m in the plane) at the distance z, by eq. 14 of [MSHG04]. It
// vanishes in the surface itself, where elements on all sides cancel: a wall has two sides, and is
// a barrier of finite height between them.
double flatWallForce(const Traction& traction, int dimensions, double z);

struct FlatWall {
  double restDistance = 0;  // m, where the force is zero; less than r0, since most elements are
                            // further away than the nearest; the range if nothing attracts
  double strongest = 0;     // N, the most that it bears per particle
  double stiffest = 0;      // N/m, the most by which the force grows on the way in
  double barrier = 0;       // J, from where the particle rests to the other side

  double step = 0;                   // m
  std::vector<double> forces;        // N, at multiples of the step
  std::size_t peak = 0, valley = 0;  // between these two forces fall
  std::vector<double> stiffnesses;   // N/m, the most there and further away

  // N/m, the most by which the force grows on the way to the distance z.
  double stiffnessAt(double z) const;
  // m, the furthest at which it pushes as hard; 0 if it never does.
  double distanceOf(double force) const;

  // The same between the steps, for walls that only repel; that of the strongest if it never does.
  double placeOf(double force) const;

  // m/s; a lone particle of this mass (kg) that is faster passes through.
  double passingSpeed(double mass) const { return std::sqrt(2 * barrier / mass); }
};

FlatWall flatWall(const Traction& traction, int dimensions);

}  // namespace shoal
