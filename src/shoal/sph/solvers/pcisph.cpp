#include "shoal/sph/solvers/pcisph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "shoal/core/timer.h"
#include "shoal/sph/solvers/density.h"

namespace shoal {

namespace {

// Fraction of the compression that a step removes. Pressures are kept from step to step and never
// solved exactly; they would oscillate with growing amplitude if each step had to remove all of it:
// the error left per step has to be less than this fraction.
constexpr double kCorrectionFraction = 0.05;
// Tolerance of the iteration: kReduction times the initial error, which is large in violent flow,
// but between kExact and kRough times the allowed error, and not below the precision of floats,
// kFinest.
constexpr double kReduction = 0.1, kExact = 0.003, kRough = 0.02, kFinest = 3e-6;

}  // namespace

// The relaxation of corrections. If the error rises, momentum overshot; if there was none,
// corrections are too large where fluid is crowded, or beside compliant bodies, which respond as a
// whole to all the pressures around them.
struct Pcisph::Pace {
  static constexpr double kShortest = 0.25;  // less would not carry pressure through the fluid
  double length = 1;
  int since = 0;  // corrections with momentum

  void slowDown() {
    if (since <= 1) length = std::max(std::min(length, kShortest), length / 2);
    since = 0;
  }
  void turnBack() {
    length /= 2;
    since = 0;
  }
};

Pcisph::Pcisph(const PcisphParams& params, double soundSpeed, double spacing,
               const KernelChoice& kernel, FluidParticles& fluid)
    : params_(params),
      spacing_(spacing),
      dimensions_(kernel.dimensions),
      pressureSpeed_(soundSpeed / 10),
      viscosity_(artificialViscosity(params.artificialViscosity, soundSpeed, kernel)),
      latticeSlopes_(squaredSlopesOnLattice(kernel, spacing)),
      pressure_(fluid.set, "solvedPressure", Role::State, 0.0f),
      target_(fluid.set, "targetRelativeDensity", Role::Scratch),
      error_(fluid.set, "densityError", Role::Scratch),
      inertia_(fluid.set, "inertia", Role::Scratch),
      best_(fluid.set, "bestPressure", Role::Scratch),
      lastChange_(fluid.set, "lastPressureChange", Role::Scratch),
      aForces_(fluid.set, "accelerationByForces", Role::Scratch),
      vNext_(fluid.set, "nextVelocity", Role::Scratch),
      xNext_(fluid.set, "nextPosition", Role::Scratch) {}

void Pcisph::initialiseAdded(FluidParticles&, Range fresh) {
  std::fill(pressure_.begin() + fresh.begin, pressure_.begin() + fresh.end, 0.0f);
}

void Pcisph::prepareState(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/density"};
  computeDensity(fluid, around);
  computeInertia(fluid, around);
  walls_.build(fluid, around);
  compliant_.build(fluid, around);
  responses_ = changes_ = compliant_.none();
  chooseTarget(fluid);
}

void Pcisph::addAccelerations(FluidParticles& fluid, const FluidSurroundings& around, double) {
  if (viscosity_.alpha == 0 && !around.boundary.anyFriction) return;
  const Timed t{"fluid/viscosity"};
  parallelFor(fluid.size(), [&](std::size_t i) { fluid.pTerm[i] = 0; });
  addPressureAcceleration(fluid, around, viscosity_);
}

// Next to a lighter fluid a pressure accelerates more: the mean of 1 / rho0 over a particle and its
// neighbours counts. [SP09] treats a single fluid.
void Pcisph::computeInertia(const FluidParticles& fluid, const FluidSurroundings& around) {
  parallelFor(fluid.size(), [&](std::size_t i) {
    inertia_[i] = fluid.restDensity(i);
    if (!fluid.mixed()) return;
    const auto neighbours = around.near.fluidOfFluid.of(i);
    float lightness = 1 / inertia_[i];
    for (const std::uint32_t j : neighbours) lightness += 1 / fluid.restDensity(j);
    inertia_[i] = static_cast<float>(neighbours.size() + 1) / lightness;
  });
}

double Pcisph::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                           const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  constexpr double never = std::numeric_limits<double>::infinity();
  // The pressure of the heaviest fluid may accelerate the lightest.
  const auto& rho0 = fluid.phases.density;
  const double contrast = double(*std::max_element(rho0.begin(), rho0.end()) /
                                 *std::min_element(rho0.begin(), rho0.end()));
  const double fastest = std::max(largest(fluid.v), pressureSpeed_ * std::sqrt(contrast));
  const double hardest = largest(fluid.a);
  // The longest dt with fastest dt + hardest dt^2 <= distance: no particle goes beyond half a
  // spacing before its neighbours are looked up again.
  const double distance = std::min(limits.courant, 0.5) * spacing_;
  const double root = fastest + std::sqrt(sq(fastest) + 4 * hardest * distance);
  const double byDistance = root > 0 ? 2 * distance / root : never;
  const double byForce = hardest > 0 ? limits.force * std::sqrt(spacing_ / hardest) : never;
  const double nu = equivalentViscosity(viscosity_, dimensions_);
  const double byViscosity = nu > 0 ? limits.viscous * sq(spacing_) / nu : never;
  return std::min({byDistance, byForce, byViscosity});
}

void Pcisph::solvePressure(FluidParticles& fluid, const FluidSurroundings& around, double dt) {
  std::copy(fluid.a.begin(), fluid.a.end(), aForces_.begin());
  const Timed t{"fluid/pressure"};
  predictSamples(around.boundary, static_cast<float>(dt));
  std::fill(lastChange_.begin(), lastChange_.end(), 0.0f);
  double allowed = 0, before = std::numeric_limits<double>::max(), best = before;
  Pace pace;
  for (report_.iterations = 0;; ++report_.iterations) {
    usePressure(fluid, around);
    predictCompliantSamples(fluid, around, static_cast<float>(dt));
    predict(fluid, around, static_cast<float>(dt));
    report_.densityError = meanCompression(fluid);
    findErrors(fluid, around, static_cast<float>(dt));
    const double error = meanError();
    if (report_.iterations == 0)
      allowed = std::max(kFinest, std::clamp(kReduction * error, kExact * params_.tolerance,
                                             kRough * params_.tolerance));
    const bool solved = error <= allowed && report_.densityError <= params_.tolerance;
    if (solved && report_.iterations >= params_.minIterations) break;
    if (report_.iterations >= params_.maxIterations) break;
    if (compliant_.any() && isAstray(error, best)) {
      std::fill(lastChange_.begin(), lastChange_.end(), 0.0f);
      pace.turnBack();
      continue;
    }
    if (error > before) pace.slowDown();
    before = error;
    correctPressure(fluid, dt, pace);
    ++pace.since;
  }
}

// A body responds as a whole to all the pressures around it, which corrections of single particles
// ignore. Where they diverge, the iteration returns to the best pressures so far.
bool Pcisph::isAstray(double error, double& best) {
  constexpr double kAstray = 2;
  if (error > kAstray * best) {
    std::copy(best_.begin(), best_.end(), pressure_.begin());
    return true;
  }
  if (error < best) std::copy(pressure_.begin(), pressure_.end(), best_.begin());
  best = std::min(best, error);
  return false;
}

double Pcisph::fastestMove(const FluidParticles&) const { return largestOfFree(vNext_); }

void Pcisph::move(FluidParticles& fluid, double dt, double furthest) {
  const Timed t{"fluid/move"};
  const auto step = static_cast<float>(dt);
  const auto limit = static_cast<float>(furthest);
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.v[i] = vNext_[i];
    fluid.x[i] = moved(fluid.x[i], vNext_[i], step, limit);
  });
  lastStep = dt;
}

// Density predicted with the present pressures. Pair forces act at the positions of the beginning
// of the step.
void Pcisph::predict(FluidParticles& fluid, const FluidSurroundings& around, float dt) {
  std::copy(aForces_.begin(), aForces_.end(), fluid.a.begin());
  addPressureAcceleration(fluid, around, {0, 0, viscosity_.smoothingLength}, wallPressures_);
  parallelFor(fluid.size(), [&](std::size_t i) {
    vNext_[i] = fluid.v[i] + dt * fluid.a[i];
    xNext_[i] = fluid.x[i] + dt * vNext_[i];
  });
  swapValues(fluid.x, xNext_);
  computeDensity(fluid, around, samplesNext_);
  swapValues(fluid.x, xNext_);
}

// Boundaries move during the step: fluid carried along with its tank must not seem to run into the
// wall ahead of it.
void Pcisph::predictSamples(const BoundarySamples& boundary, float dt) {
  samplesNext_.resize(boundary.size());
  parallelFor(boundary.size(),
              [&](std::size_t b) { samplesNext_[b] = boundary.x[b] + dt * boundary.v[b]; });
}

// Compliant samples are accelerated by the other forces on their body and by the present pressures.
void Pcisph::predictCompliantSamples(const FluidParticles& fluid, const FluidSurroundings& around,
                                     float dt) {
  if (!compliant_.any()) return;
  compliant_.respond(fluid, around, pressure_.data(), wallPressures_, dt, responses_);
  const BoundarySamples& boundary = around.boundary;
  for (const std::uint32_t b : compliant_.samples()) {
    changes_[b] = dt * boundary.ownAcceleration[b] + responses_[b];
    samplesNext_[b] = boundary.x[b] + dt * (boundary.v[b] + changes_[b]);
  }
}

// Compressed fluid expands by the correction fraction, or further if its mean compression exceeds
// the tolerance; fluid below the rest density may contract up to it.
void Pcisph::chooseTarget(const FluidParticles& fluid) {
  const double mean = meanCompression(fluid);
  const double most = mean > params_.tolerance ? params_.tolerance / mean : 1;
  const auto left = static_cast<float>((1 - kCorrectionFraction) * most);
  parallelFor(fluid.size(),
              [&](std::size_t i) { target_[i] = 1 + left * std::max(0.0f, fluid.s[i] - 1); });
}

// How far the predicted densities are from those aimed at. Beside walls with pressures the change
// of density at their samples counts, too: see WallPressure.
void Pcisph::findErrors(const FluidParticles& fluid, const FluidSurroundings& around, float dt) {
  parallelFor(fluid.size(), [&](std::size_t i) { error_[i] = 0; });
  if (walls_.any()) {
    walls_.rates(around, vNext_.data(), true, changes_, wallRates_);
    parallelChunks(fluid.size(), [&](Range chunk, std::size_t) {
      walls_.addRates(around, wallRates_, error_.data(), chunk);
    });
  }
  parallelFor(fluid.size(),
              [&](std::size_t i) { error_[i] = fluid.s[i] - target_[i] + dt * error_[i]; });
}

// Density below the target counts where there is pressure: pressure that is too high drives fluid
// apart just as pressure that is too low lets it collapse.
double Pcisph::meanError() const {
  const std::size_t n = error_.size();
  const double sum = parallelSum(n, 0.0, [&](std::size_t i) {
    const auto error = double(error_[i]);
    return pressure_[i] > 0 ? std::abs(error) : std::max(0.0, error);
  });
  return sum / static_cast<double>(std::max<std::size_t>(1, n));
}

// [SP09] eq. 8 and 9 in relative densities: a pressure P of a particle and its neighbours changes s
// by -2 P V^2 dt^2 / rho0 sum |grad W|^2, for the sum of grad W over a full neighbourhood vanishes.
// Such corrections spread through the fluid by one neighbourhood at a time; they go on with a
// growing share of the last one, by the sequence of [Nes83], which takes half as many.
void Pcisph::correctPressure(const FluidParticles& fluid, double dt, const Pace& pace) {
  const auto perError =
      static_cast<float>(pace.length / (2 * sq(double(fluid.volume) * dt) * latticeSlopes_));
  const auto k = static_cast<float>(pace.since);
  const float momentum = k / (k + 3);
  // The pressure of fluid caught between rigid surfaces would grow without bound.
  constexpr double kMost = 10;  // of the pressure that stops the fastest flow of the heaviest fluid
  const auto& rho0 = fluid.phases.density;
  const double speed = std::max(pressureSpeed_, largest(fluid.v));
  const auto most = static_cast<float>(
      kMost / 2 * double(*std::max_element(rho0.begin(), rho0.end())) * sq(speed));
  parallelFor(fluid.size(), [&](std::size_t i) {
    const float before = pressure_[i];
    const float change = perError * inertia_[i] * error_[i] + momentum * lastChange_[i];
    pressure_[i] = std::clamp(before + change, 0.0f, most);
    lastChange_[i] = pressure_[i] - before;
  });
}

// Where there is pressure, s is one but for the tolerance: P / s^2 is P.
void Pcisph::usePressure(FluidParticles& fluid, const FluidSurroundings& around) {
  parallelFor(fluid.size(), [&](std::size_t i) { fluid.p[i] = fluid.pTerm[i] = pressure_[i]; });
  wallPressures_.clear();
  if (walls_.any()) walls_.extrapolate(around, pressure_.data(), wallPressures_);
}

void Pcisph::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                               std::span<Vec3f> force) const {
  addPressureOnBoundary(fluid, around, viscosity_, fluid.pTerm.span(), force, wallPressures_);
}

void Pcisph::addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                      std::span<Vec3f> force) const {
  ArtificialViscosityForce(viscosity_).addBoundaryForces(fluid, around, force);
}

std::string Pcisph::advice() const {
  return fmt::format(
      "take shorter steps (timeStep.courant), or allow more than {} fluid.pcisph.maxIterations",
      params_.maxIterations);
}

}  // namespace shoal
