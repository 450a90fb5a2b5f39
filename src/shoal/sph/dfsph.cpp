#include "shoal/sph/dfsph.h"

#include <algorithm>

#include "shoal/core/timer.h"
#include "shoal/sph/pressure_force.h"

namespace shoal {

Dfsph::Dfsph(const DfsphParams& params, double spacing, double flowSpeed,
             const KernelChoice& kernel, FluidParticles& fluid)
    : params_(params),
      spacing_(spacing),
      flowSpeed_(flowSpeed),
      // There is no sound; ten times the speed of the fluid stands for its speed.
      viscosity_({static_cast<float>(params.artificialViscosity),
                  static_cast<float>(10 * flowSpeed), kernel.radius / 2}),
      system_(fluid),
      iteration_(params, fluid),
      densityPressure_(fluid.set, "densityPressure", Role::State, 0.0f),
      divergencePressure_(fluid.set, "divergencePressure", Role::Scratch),
      u_(fluid.set, "solvedVelocity", Role::Scratch) {}

void Dfsph::welcome(FluidParticles&, Range fresh) {
  std::fill(densityPressure_.begin() + fresh.begin, densityPressure_.begin() + fresh.end, 0.0f);
}

void Dfsph::prepare(FluidParticles& fluid, const FluidSurroundings& around,
                    const FluidForces& forces, double time) {
  {
    const Timed t{"fluid/gradients"};
    system_.build(fluid, around);
  }
  if (lastStep > 0) removeDivergence(fluid, around);
  computeForces(fluid, around, forces, time);
  if (params_.artificialViscosity > 0 || around.walls.anyFriction)
    viscosity_.accelerate(fluid, around, time);
  rememberAcceleration(fluid, forces);
}

void Dfsph::removeDivergence(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/divergence solve"};
  parallelFor(fluid.size(), [&](std::size_t i) { divergencePressure_[i] = 0; });
  const PressureGoal goal{.kind = PressureGoal::Kind::Divergence,
                          .before = {fluid.v.data()},
                          .dt = static_cast<float>(lastStep),
                          .error = params_.divergenceError,
                          .giveBack = densityPressure_.data()};
  const auto outcome =
      iteration_.solve(system_, fluid, around.near.fluidOfFluid, goal, divergencePressure_, u_);
  report_.divergenceIterations = outcome.iterations;
  parallelFor(fluid.size(), [&](std::size_t i) { fluid.v[i] = u_[i]; });
}

void Dfsph::solve(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
                  double dt) {
  addForcesOver(fluid, around, forces, dt);
  const Timed t{"fluid/density solve"};
  const auto keep = static_cast<float>(params_.warmStart);
  parallelFor(fluid.size(), [&](std::size_t i) { densityPressure_[i] *= keep; });
  const PressureGoal goal{.kind = PressureGoal::Kind::Density,
                          .before = {fluid.v.data(), fluid.a.data()},
                          .dt = static_cast<float>(dt),
                          .error = params_.densityError};
  const auto outcome =
      iteration_.solve(system_, fluid, around.near.fluidOfFluid, goal, densityPressure_, u_);
  report_.iterations = outcome.iterations;
  report_.densityError = outcome.error;
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.pTerm[i] = densityPressure_[i];
    fluid.p[i] = fluid.pTerm[i] * sq(fluid.s[i]);
  });
}

double Dfsph::longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                          const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  const double byWay = limits.courant * spacing_ / std::max(flowSpeed_, largest(fluid.v));
  return std::min(byWay, viscosity_.longestStep(fluid, around, limits));
}

double Dfsph::fastestMove(const FluidParticles&) const { return largest(u_); }

void Dfsph::feelPressure(FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed t{"fluid/felt pressure"};
  addPressureAcceleration(fluid, around, {});
}

void Dfsph::move(FluidParticles& fluid, double dt, double furthest) {
  const Timed t{"fluid/move"};
  const auto step = static_cast<float>(dt);
  const auto limit = static_cast<float>(furthest);
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.v[i] = u_[i];
    fluid.x[i] = moved(fluid.x[i], u_[i], step, limit);
  });
  lastStep = dt;
}

void Dfsph::addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                          std::span<Vec3f> force) const {
  addPressureOnWalls(fluid, around, {}, force);
  viscosity_.addWallForces(fluid, around, force);
}

std::string Dfsph::advice() const {
  return "take shorter steps (timeStep.courant, timeStep.largest), or allow more iterations "
         "(fluid.dfsph.mostIterations)";
}

}  // namespace shoal
