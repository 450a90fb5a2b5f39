// What an element of a surface does to a fluid particle, per area and by distance.
#pragma once

#include <numbers>

#include "shoal/core/vec.h"

namespace shoal {

// Repulsion and adhesion, [MSHG04] eq. 15: k at the surface, 0 at the distance r0; between r0 and h
// it attracts, and it vanishes with its slope at h. The equation is right as printed. With r0 = h
// nothing attracts, and (1 - r / h)^4 k is left.
struct Traction {
  float range;       // h, m
  float scale;       // Pa / m^4
  float restDepth2;  // m^2, (h - r0)^2

  Traction(double stiffness, double restDistance, double h)
      : range(static_cast<float>(h)),
        scale(static_cast<float>(stiffness / (sq(h) * restDistance * (2 * h - restDistance)))),
        restDepth2(static_cast<float>(sq(h - restDistance))) {}

  // In Pa, where depth is h - r, or 0 beyond the range.
  double atDepth(double depth) const {
    return double(scale) * sq(depth) * (sq(depth) - double(restDepth2));
  }
  double operator()(double r) const { return r < double(range) ? atDepth(double(range) - r) : 0; }
};

// The factor of the Laplacian of the viscosity kernel, which is this times h - r, [MSHG04] eq. 18.
// In the plane the same linear form belongs to another kernel, whose integral over it is one.
inline double viscousLaplacian(double h, int dimensions) {
  constexpr double pi = std::numbers::pi;
  return dimensions == 3 ? 45 / (pi * sq(cube(h))) : 40 / (pi * sq(h) * cube(h));
}

// Boundary friction, [MSHG04] eq. 17: an element pulls a particle along by this times h - r times
// the difference of their velocities, in N s/m^2 per m. The paper's mu absorbs what a particle and
// an element stand for; with their volumes written out, as in SPH, the viscosity is one in Pa s.
// `layer` is the thickness (m) of the fluid that the surface stands for.
inline double frictionFactor(double viscosity, double particleVolume, double layer, double h,
                             int dimensions) {
  return viscosity * particleVolume * layer * viscousLaplacian(h, dimensions);
}

// What [MSHG04] eq. 20 and 21 multiply a force by that acts where a triangle has these shares of
// its corners. The factor keeps impulses that were found for two equal masses right, [BFA02]. It is
// 1 at corners and 3/2 in the middle, not 8/7 as the paper says.
inline double impulseFactor(const Vec3d& share) { return 2 / (1 + dot(share, share)); }

}  // namespace shoal
