#include "shoal/sph/solvers/wcsph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "shoal/core/timer.h"
#include "shoal/sph/solvers/density.h"
#include "shoal/sph/solvers/density_correction.h"
#include "shoal/sph/solvers/density_rate.h"

namespace shoal {

namespace {

EquationOfState equationOf(const WcsphParams& params, double soundSpeed) {
  return {static_cast<float>(soundSpeed), params.equation, static_cast<float>(params.cohesion),
          params.tension};
}

// Lower bound of integrated relative density, for particles far from all others.
constexpr float kThinnest = 0.1f;

}  // namespace

Wcsph::Wcsph(const WcsphParams& params, double soundSpeed, const KernelChoice& kernel,
             FluidParticles& fluid)
    : state_(equationOf(params, soundSpeed)),
      viscosity_(artificialViscosity(params.artificialViscosity, soundSpeed, kernel)),
      damping_(static_cast<float>(params.acousticDamping * soundSpeed) * kernel.radius / 2),
      dimensions_(kernel.dimensions),
      corrected_(params.density == DensityMethod::Shepard),
      vHalf_(fluid.set, "halfVelocity", Role::State),
      sBefore_(fluid.set, "relativeDensityBefore", Role::Scratch),
      layered_(kernel.bandLimited()),
      shiftDiffusivity_(static_cast<float>(params.shifting * soundSpeed) * kernel.radius / 2) {
  if (params.shifting > 0) shift_.emplace(fluid.set, "shiftVelocity", Role::Scratch);
  if (params.density != DensityMethod::Continuity) return;
  sHalf_.emplace(fluid.set, "halfRelativeDensity", Role::State, 1.0f);
  sRate_.emplace(fluid.set, "relativeDensityRate", Role::Scratch);
}

void Wcsph::initialiseAdded(FluidParticles& fluid, Range fresh) {
  for (std::size_t i = fresh.begin; i < fresh.end; ++i) vHalf_[i] = fluid.v[i];
}

void Wcsph::prepareState(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/density"};
  computeDensities(fluid, around);
  stepsAhead_ = 0;
  computePressure(fluid, sBefore_.span(), state_, damping_, lastStep);
  if (!layered_) return;
  walls_.build(fluid, around);
  walls_.extrapolate(around, fluid.pTerm.data(), wallPressures_);
}

void Wcsph::addAccelerations(FluidParticles& fluid, const FluidSurroundings& around, double) {
  {
    const Timed t{"fluid/pressure force"};
    addPressureAcceleration(fluid, around, viscosity_, wallPressures_);
  }
  if (!shift_) return;
  const Timed t{"fluid/shifting"};
  computeShift(fluid, around, shiftDiffusivity_, shift_->span());
}

// Sets s and its value one step earlier.
void Wcsph::computeDensities(FluidParticles& fluid, const FluidSurroundings& around) {
  if (sRate_) {
    computeDensityRate(fluid, around, sRate_->span());
    const auto step = static_cast<float>(lastStep);
    parallelFor(fluid.size(),
                [&](std::size_t i) { sBefore_[i] = fluid.s[i] - step * (*sRate_)[i]; });
    return;
  }
  std::copy(fluid.s.begin(), fluid.s.end(), sBefore_.begin());
  computeDensity(fluid, around);
  if (!corrected_) return;
  summed_.resize(fluid.size());
  correctDensity(fluid, around, summed_);
}

double Wcsph::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                          const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  constexpr double never = std::numeric_limits<double>::infinity();
  const double h = double(viscosity_.smoothingLength);
  const auto soundSpeed = double(state_.soundSpeed);
  const double hardest = largest(fluid.a);
  const double bySound = limits.courant * h / (soundSpeed + largest(fluid.v));
  const double byForce = hardest > 0 ? limits.force * std::sqrt(h / hardest) : never;
  const double nu = equivalentViscosity(viscosity_, dimensions_);
  const double byViscosity = nu > 0 ? limits.viscous * h * h / nu : never;
  return std::min({bySound, byForce, byViscosity});
}

double Wcsph::fastestMove(const FluidParticles&) const { return largestOfFree(vHalf_); }

void Wcsph::move(FluidParticles& fluid, double dt, double furthest) {
  const Timed t{"fluid/move"};
  // [And05] eq. 3.8; with steps of unequal length the velocities at the half steps lie
  // (last + dt) / 2 apart. Then eq. 3.9 for the velocity at the new time. The same for density.
  const auto betweenHalves = static_cast<float>(impulseTime(dt));
  const auto step = static_cast<float>(dt);
  const auto half = static_cast<float>(dt / 2);
  const auto limit = static_cast<float>(furthest);
  parallelFor(fluid.size(), [&](std::size_t i) {
    vHalf_[i] += betweenHalves * fluid.a[i];
    const Vec3f travel = shift_ ? vHalf_[i] + (*shift_)[i] : vHalf_[i];
    fluid.x[i] = moved(fluid.x[i], travel, step, limit);
    fluid.v[i] = vHalf_[i] + half * fluid.a[i];
    if (!sRate_) return;
    (*sHalf_)[i] = std::max(kThinnest, (*sHalf_)[i] + betweenHalves * (*sRate_)[i]);
    fluid.s[i] = std::max(kThinnest, (*sHalf_)[i] + half * (*sRate_)[i]);
  });
  stepsAhead_ = lastStep > 0 && !sRate_ ? dt / lastStep : 0;
  lastStep = dt;
}

// The velocities at half steps are the integrated ones.
void Wcsph::changeVelocities(FluidParticles& fluid, std::span<const VelocityChange> changes) {
  FluidSolver::changeVelocities(fluid, changes);
  for (const auto& [i, dv] : changes) vHalf_[i] += dv;
}

double Wcsph::internalEnergy(const FluidParticles& fluid, std::size_t i) const {
  // Particles have moved on since their density was summed up.
  const double s = double(fluid.s[i]) + stepsAhead_ * double(fluid.s[i] - sBefore_[i]);
  return double(fluid.mass(i)) * state_.energy(s, double(fluid.restDensity(i)));
}

double Wcsph::powerOfBoundary(const FluidParticles& fluid, const FluidSurroundings& around) const {
  return powerOfBoundaryPressure(fluid, around);
}

void Wcsph::addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                              std::span<Vec3f> force) const {
  addPressureOnBoundary(fluid, around, viscosity_, fluid.pTerm.span(), force, wallPressures_);
}

void Wcsph::addViscousBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                                     std::span<Vec3f> force) const {
  ArtificialViscosityForce(viscosity_).addBoundaryForces(fluid, around, force);
}

double Wcsph::impulseTime(double dt) const { return (lastStep + dt) / 2; }

std::string Wcsph::advice() const {
  return fmt::format(
      "take shorter steps (timeStep.courant), or a higher fluid.wcsph.soundSpeed than {:.4g} m/s",
      state_.soundSpeed);
}

}  // namespace shoal
