// Pairwise viscosity operator: weights fitted to the lattice and to walls.
#pragma once

#include "shoal/sph/kernels/kernels.h"

namespace shoal {

enum class ViscosityForm {
  Projected,  // along the line between the two, proportional to the speed of separation
  Full,       // along the relative velocity
};

// Force between two particles of volume V and viscosity mu:
//   projected:  f_ij = -mu V^2 w(r) (v_ij . x_ij) x_ij / R^2
//   full:       f_ij = -mu V^2 w(r) v_ij
// with w(r) = scale a (1 - mix + mix a^2), a = 1 - r / R.
//
// The projected form is the one of [Mon05] section 8.2.1 with a weight of its own. It conserves
// angular momentum and leaves rigid motion alone. Its viscosity depends on the fourth moments of
// the weight. With the gradient of a kernel over the few neighbours that fluids have here, those of
// a lattice are strongly anisotropic: disordered fluid would be up to 1.7 times as viscous as fluid
// on a lattice. `mix` makes them isotropic, sum w x^4 = 3 sum w x^2 y^2, and `scale` exact.
//
// The full form with mix = 0 is the Laplacian of [MSHG04] eq. 18, linear in r; `scale` makes its
// second moments exact on the lattice, where the factor of the paper makes its integral one.
//
// A wall is one layer of samples behind its surface, which move with it. Their force is `drag`
// times that of fluid with the volumes of the samples: such that fluid in linear shear with no slip
// at the surface exerts the wall shear stress mu times shear rate, averaged over the relative
// positions of particles and samples.
struct ViscosityOperator {
  ViscosityForm form = ViscosityForm::Projected;
  double radius = 0;  // m, R
  double mix = 0;
  double scale = 0;  // m^-(D + 2)
  double drag = 0;
  double rate = 0;  // 1/m^2; no motion of lattice fluid, free or beside walls, decays faster than
                    // with 2 rate mu / rho
  double weight(double r) const {
    const double a = std::max(0.0, 1 - r / radius);
    return scale * a * (1 - mix + mix * a * a);
  }
};

ViscosityOperator fitViscosity(ViscosityForm form, const KernelChoice& kernel, double spacing);

}  // namespace shoal
