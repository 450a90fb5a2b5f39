#include "shoal/sph/solvers/isph.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "shoal/core/timer.h"
#include "shoal/sph/solvers/gradient_correction.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace shoal {

namespace {

// Distance that fluid of the expected speed covers while a slight compression or expansion is
// corrected, in spacings. Between 5 and 130 the way of a rising body changes by 2 %.
constexpr double kCorrectionDistance = 40;
// Difference from the rest density up to which it is slight: lattices of different shape differ by
// 0.8 %.
constexpr float kSlight = 0.015f;
// Fraction of compression beyond that which a step removes.
constexpr double kOfStrong = 0.2;
// Where there are bodies, a step removes no more than this of strong compression: fluid that a
// heavy body has caught under it would be ejected.
constexpr float kMostBesideBodies = 0.02f;
// Compression that stays under the pressure which stops the expected flow.
constexpr double kSoft = 0.0007;
// Weight gives fluid the expected speed over a fall of some spacings at least: twice its
// acceleration is no more than the square of that speed over so many.
constexpr double kWeight = 10;
// Fraction of a stable step; shorter steps remove less of strong compression.
constexpr double kWholeStep = 0.5;
// Share of a wall in the density of a particle on its surface. Fluid in the corner of a tank, half
// a spacing from three walls, has 0.43.
constexpr float kOnWall = 0.5f;

// Share of the first residual beside bodies that a step may leave. The force on a body at rest
// jumps from step to step by 3.3 % of its mean with half, by 2.2 % with this.
constexpr double kReductionBesideBodies = 0.3;

// Artificial viscosity is what the fluid's own lacks: that damps noise as well, and both together
// would slow a flow that is not linear over a support, as beside the sliding lid of a cavity. Of
// several fluids the thinnest counts.
ArtificialViscosity noiseViscosity(double alpha, double flowSpeed, const KernelChoice& kernel,
                                   double kinematicViscosity) {
  // Ten times the speed of the fluid takes the place of the speed of sound.
  ArtificialViscosity viscosity{.alpha = static_cast<float>(alpha),
                                .soundSpeed = static_cast<float>(10 * flowSpeed),
                                .smoothingLength = kernel.radius / 2,
                                .ofNoise = true};
  const double whole = equivalentViscosity(viscosity, kernel.dimensions);
  if (whole > 0)
    viscosity.alpha *= static_cast<float>(std::max(0.0, 1 - kinematicViscosity / whole));
  return viscosity;
}

}  // namespace

Isph::Isph(const IsphParams& params, double spacing, double flowSpeed, double thinnest,
           const KernelChoice& kernel, FluidParticles& fluid)
    : ProjectionSolver(spacing, flowSpeed,
                       noiseViscosity(params.artificialViscosity, flowSpeed, kernel, thinnest),
                       {params.minIterations, params.maxIterations}, fluid),
      params_(params),
      pressure_(fluid.set, "projectionPressure", Role::State, 0.0f) {}

void Isph::initialiseAdded(FluidParticles&, Range fresh) {
  std::fill(pressure_.begin() + fresh.begin, pressure_.begin() + fresh.end, 0.0f);
}

FluidSurroundings Isph::corrected(const FluidSurroundings& around) const {
  FluidSurroundings with = around;
  with.correction = correction_.data();
  return with;
}

void Isph::prepareState(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/gradients"};
  correction_.resize(fluid.size());
  computeGradientCorrection(fluid, around, correction_, viscosity_.strainRateOf(fluid.size()));
  const FluidSurroundings with = corrected(around);
  system_.build(fluid, with);
  iteration_.findSamples(system_, fluid, with);
}

CorrectionFraction Isph::correctionFraction(double dt) const {
  const double slowly = std::min(dt * flowSpeed_ / (kCorrectionDistance * spacing_), 1.0);
  const bool bodies = iteration_.compliantBoundary().any();
  const double whole = kWholeStep * stableStep;
  const double fast = kOfStrong * (dt < whole ? dt / whole : 1);
  return {.ofWeak = static_cast<float>(slowly),
          .strong = kSlight,
          .ofStrong = static_cast<float>(std::max(slowly, fast)),
          .most = bodies ? kMostBesideBodies : std::numeric_limits<float>::max(),
          .slightExpansion = kSlight};
}

void Isph::solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) {
  const Timed t{"fluid/pressure solve"};
  const FluidSurroundings with = corrected(around);
  const CompliantBoundary::Changes boundaryBefore = ownChanges(around, dt);
  // In the first step there are no pressures to start from: without this, fluid would fall while
  // they build up over some steps.
  const bool first = !(lastStep > 0);
  const CorrectionFraction fraction = correctionFraction(dt);
  const PressureGoal goal{
      .correctionFraction = fraction,
      .wallContact = kOnWall,
      .softness = static_cast<float>(double(fraction.ofWeak) * kSoft / (sq(flowSpeed_) / 2)),
      .mostWeight = static_cast<float>(sq(flowSpeed_) / (kWeight * spacing_)),
      .before = {fluid.v.data(), fluid.a.data()},
      .dt = static_cast<float>(dt),
      .error = params_.tolerance,
      .reduction = first && params_.reduction < 1 ? 0 : params_.reduction,
      .reductionBesideBodies = kReductionBesideBodies,
      .boundaryBefore = &boundaryBefore};
  const auto outcome = iteration_.solve(system_, fluid, with, goal, pressure_, u_);
  report_.iterations = outcome.iterations;
  report_.densityError = outcome.error;
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.pTerm[i] = pressure_[i];
    fluid.p[i] = pressure_[i] * sq(fluid.s[i]);
  });
}

void Isph::computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/virial pressure"};
  const FluidSurroundings with = corrected(around);
  addPressureAcceleration(fluid, with, {}, iteration_.samplePressures(with, fluid.pTerm.span()));
}

void Isph::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                             std::span<Vec3f> force) const {
  if (correction_.size() != fluid.size()) return;  // nothing has been solved yet
  const FluidSurroundings with = corrected(around);
  addPressureOnBoundary(fluid, with, {}, pressure_.span(), force,
                        iteration_.samplePressures(with, pressure_.span()));
  viscosity_.addBoundaryForces(fluid, around, force);
}

std::string Isph::advice() const {
  return fmt::format(
      "take shorter steps (timeStep.courant), or allow more than {} fluid.isph.maxIterations",
      params_.maxIterations);
}

}  // namespace shoal
