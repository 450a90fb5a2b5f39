#include "shoal/sph/solvers/dfsph.h"

#include <algorithm>

#include "shoal/core/timer.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace shoal {

namespace {

// Distance that fluid of the expected speed covers while a compression is removed, in spacings.
// With the band-limited kernel, particles do not return to a lattice by themselves: what is removed
// fast comes back as noise. At 2 the force on the floor below water at rest jumped by 16 % from
// step to step, at 8 by 4 %, with half of the iterations.
constexpr double kCorrectionDistance = 2, kCorrectionDistanceBandLimited = 8;
// Fraction of the allowed error that the compression left in place may make up.
constexpr double kWithin = 0.5;
// Fraction of the allowed error to solve to at least, where compression left in place makes up the
// rest. Smaller ones beside bodies ejected fluid that was caught under a heavy one.
constexpr double kLeastGoal = 0.1, kLeastGoalBesideBodies = 0.5;
// Largest mean compression that one step removes for the sake of the error. More adds energy to a
// breaking dam; yet the straight paths of particles leave up to 9e-4 in one of its steps, so up to
// 1e-3 is removed if the scene asks for a smaller error than the default.
constexpr double kAtMost = 5e-4, kAtMostWhenExact = 1e-3;
// Fraction of a stable step; in shorter steps that much less compression is removed for the sake of
// the error. Intervals that stable steps do not divide end in two steps longer than this.
constexpr double kWholeStep = 0.5;
// Beside compliant bodies, compression of a particle beyond this is removed at the slow rate only:
// fluid that a heavy body has caught under it would be ejected.
constexpr float kStrongCompression = 0.01f;

// Fraction of the allowed error. The band-limited kernel hardly sees compression of the shortest
// wave lengths, and pressure hardly removes it: below this, iterations go by without a change of
// the flow.
constexpr double kUnseen = 0.1;

double finestResidual(const DfsphParams& params, const KernelChoice& kernel) {
  constexpr double rounding = PressureGoal::kRounding;
  return kernel.bandLimited() ? std::max(rounding, kUnseen * params.tolerance) : rounding;
}

// The mean over all particles of a function of their compression, zero for those that have none.
template <class Function>
double meanOver(const FluidParticles& fluid, Function&& f) {
  if (fluid.size() == 0) return 0;
  return parallelSum(fluid.size(), 0.0,
                     [&](std::size_t i) { return double(f(std::max(0.0f, fluid.s[i] - 1))); }) /
         static_cast<double>(fluid.size());
}

}  // namespace

Dfsph::Dfsph(const DfsphParams& params, double spacing, double flowSpeed,
             const KernelChoice& kernel, FluidParticles& fluid)
    // Ten times the speed of the fluid takes the place of the speed of sound.
    : ProjectionSolver(spacing, flowSpeed,
                       artificialViscosity(params.artificialViscosity, 10 * flowSpeed, kernel),
                       {params.minIterations, params.maxIterations, params.iteration}, fluid),
      params_(params),
      finest_(finestResidual(params, kernel)),
      correctionDistance_(kernel.bandLimited() ? kCorrectionDistanceBandLimited
                                               : kCorrectionDistance),
      densityPressure_(fluid.set, "densityPressure", Role::State, 0.0f),
      divergencePressure_(fluid.set, "divergencePressure", Role::Scratch) {}

void Dfsph::initialiseAdded(FluidParticles&, Range fresh) {
  std::fill(densityPressure_.begin() + fresh.begin, densityPressure_.begin() + fresh.end, 0.0f);
}

void Dfsph::prepareState(FluidParticles& fluid, const FluidSurroundings& around) {
  {
    const Timed t{"fluid/gradients"};
    system_.build(fluid, around);
    iteration_.findSamples(system_, fluid, around);
  }
  removeDivergence(fluid, around);
}

void Dfsph::removeDivergence(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/divergence solve"};
  parallelFor(fluid.size(), [&](std::size_t i) { divergencePressure_[i] = 0; });
  boundaryAfterDivergence_ = iteration_.compliantBoundary().none();
  divergenceStep_ = lastStep;
  if (!(lastStep > 0)) return;
  const PressureGoal goal{.correctionFraction = {},
                          .before = {fluid.v.data()},
                          .dt = static_cast<float>(lastStep),
                          .error = params_.divergenceTolerance,
                          .reduction = params_.reduction,
                          .finest = finest_,
                          .reclaimable = densityPressure_.data()};
  const auto outcome = iteration_.solve(system_, fluid, around, goal, divergencePressure_, u_);
  report_.divergenceIterations = outcome.iterations;
  boundaryAfterDivergence_ = iteration_.boundaryChanges();
  parallelFor(fluid.size(), [&](std::size_t i) { fluid.v[i] = u_[i]; });
}

// Compression is removed while the fluid covers some spacings. All in one short step would cause
// velocities unrelated to the flow; too little would leave more than the error allowed. Fluid that
// starts strongly compressed expands over several steps.
CorrectionFraction Dfsph::chooseCorrectionFraction(const FluidParticles& fluid, double compression,
                                                   double dt) const {
  const double byTime = std::min(dt * flowSpeed_ / (correctionDistance_ * spacing_), 1.0);
  const bool bodies = iteration_.compliantBoundary().any();
  CorrectionFraction off{.ofWeak = static_cast<float>(byTime),
                         .ofStrong = static_cast<float>(byTime)};
  if (bodies) off.strong = kStrongCompression;
  const double slight =
      bodies ? meanOver(fluid, [](float c) { return std::min(c, kStrongCompression); })
             : compression;
  if (!(slight > 0)) return off;
  const double atMost = std::max(kAtMost, kAtMostWhenExact - params_.tolerance);
  const double wanted = std::min(compression - kWithin * params_.tolerance, atMost);
  // The velocity that removes a given compression grows as the step gets shorter.
  const double whole = kWholeStep * stableStep;
  const double share = dt < whole ? dt / whole : 1;
  const double byError = share * (wanted - byTime * (compression - slight)) / slight;
  off.ofWeak = static_cast<float>(std::clamp(byError, byTime, 1.0));
  return off;
}

void Dfsph::solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) {
  const Timed t{"fluid/density solve"};
  const auto keep = static_cast<float>(params_.warmStart);
  parallelFor(fluid.size(), [&](std::size_t i) { densityPressure_[i] *= keep; });
  // In the first step there are no pressures to start from: without this, fluid would fall while
  // they build up over some steps.
  const bool first = !(lastStep > 0);
  const double compression = meanCompression(fluid);
  const CorrectionFraction correctionFraction = chooseCorrectionFraction(fluid, compression, dt);
  const double left =
      compression - meanOver(fluid, [&](float c) { return correctionFraction.of(c); });
  const double leastGoal =
      iteration_.compliantBoundary().any() ? kLeastGoalBesideBodies : kLeastGoal;
  CompliantBoundary::Changes boundaryBefore = boundaryAfterDivergence_;
  iteration_.compliantBoundary().add(ownChanges(around, dt), 1, boundaryBefore);
  const PressureGoal goal{
      .correctionFraction = correctionFraction,
      .before = {fluid.v.data(), fluid.a.data()},
      .dt = static_cast<float>(dt),
      .error = std::max(params_.tolerance - left, leastGoal * params_.tolerance),
      .reduction = first && params_.reduction < 1 ? 0 : params_.reduction,
      .finest = first ? PressureGoal::kRounding : finest_,
      .boundaryBefore = &boundaryBefore};
  const auto outcome = iteration_.solve(system_, fluid, around, goal, densityPressure_, u_);
  report_.iterations = outcome.iterations;
  report_.densityError = left + outcome.error;
  solvedStep_ = dt;
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.pTerm[i] = densityPressure_[i] + divergencePressure_[i];
    fluid.p[i] = fluid.pTerm[i] * sq(fluid.s[i]);
  });
}

void Dfsph::computeVirialPressure(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/virial pressure"};
  addPressureAcceleration(fluid, around, {},
                          iteration_.samplePressures(around, fluid.pTerm.span()));
}

void Dfsph::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                              std::span<Vec3f> force) const {
  if (!(solvedStep_ > 0)) return;  // nothing has been solved yet
  // The two pressures acted for steps of different lengths; the force is the sum of their impulses
  // over the step.
  const auto divergenceShare = static_cast<float>(divergenceStep_ / solvedStep_);
  std::vector<float> pTerm(fluid.size());
  parallelFor(fluid.size(), [&](std::size_t i) {
    pTerm[i] = densityPressure_[i] + divergenceShare * divergencePressure_[i];
  });
  addPressureOnBoundary(fluid, around, {}, pTerm, force, iteration_.samplePressures(around, pTerm));
  viscosity_.addBoundaryForces(fluid, around, force);
}

std::string Dfsph::advice() const {
  return "take shorter steps (timeStep.courant, timeStep.maxStep), or allow more iterations "
         "(fluid.dfsph.maxIterations)";
}

}  // namespace shoal
