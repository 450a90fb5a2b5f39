// Continuum surface force: surface tension in N/m.
#pragma once

#include "shoal/sph/forces/fluid_force.h"
#include "shoal/sph/forces/surface_band.h"

namespace shoal {

// The continuum surface force of [BKZ92] for free surfaces: the particles of the band beneath a
// surface feel the force per volume sigma kappa delta n, with n into the fluid. Normals follow
// from the colour, see SurfaceBand. For the other two shoal departs from the usual sums, which
// assume that particles stand on both sides:
//
//   kappa, the sum of the principal curvatures, is the least-squares slope of the normals,
//     kappa_i = -(D - 1) sum_j w_ij (n_j - n_i) . x_ji / sum_j w_ij |x_ji along the surface|^2,
//   averaged once more over the band, and carried from the band's depth y out to the surface,
//     kappa / (1 + kappa y / (D - 1)).
//   delta, whose integral across the band has to be one, is |grad c| divided by that integral,
//     measured around each particle by a kernel along the surface, and this once more for what
//     the first division missed. So sigma needs no calibration.
//
// Forces have the magnitude of the capillary pressure. Pairwise attraction would need an inner
// pressure of the order sigma / spacing, under which particles with a small support freeze into a
// lattice.
//
// The force is not pairwise. Closed drops keep their momentum up to errors of the curvature.
class SurfaceTension final : public FluidForce {
 public:
  // `sigma` by phase, N/m. Where fluids meet each other there is no surface.
  SurfaceTension(std::vector<float> sigma, const KernelChoice& kernel, double spacing,
                 const Period& period);

  const char* name() const override { return "fluid.surfaceTension"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  // Step limit of capillary waves with the length of the support, [BKZ92] eq. 61.
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  double power() const override { return power_; }

  const SurfaceBand& band() const { return band_; }
  // Of the surface above each member of the band, 1/m; positive where it bulges outwards.
  const std::vector<float>& curvature() const { return smooth_; }

 private:
  void findCurvature(const FluidParticles& fluid, const FluidSurroundings& around);
  void dampRipples(const FluidParticles& fluid, const FluidSurroundings& around);

  std::vector<float> sigma_;
  double spacing_;
  SurfaceBand band_;
  std::vector<float> rough_, smooth_;  // 1/m, curvatures
  std::vector<float> delta_;           // 1/m
  std::vector<float> integral_;        // of delta across the band, when first computed
  std::vector<Vec3f> force_;           // N
  GatheredVector<Vec3f> velocity_;     // m/s
  std::vector<float> viscosity_;       // Pa s
  double power_ = 0;                   // W
};

}  // namespace shoal
