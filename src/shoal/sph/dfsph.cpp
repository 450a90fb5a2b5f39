#include "shoal/sph/dfsph.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/timer.h"
#include "shoal/sph/pressure_force.h"

namespace shoal {

namespace {

// Of a Jacobi update. Above about 0.5 it diverges: a particle's update overlaps its neighbours'.
constexpr float kRelaxation = 0.5f;

// Particles with fewer neighbours are spray, which [BK15] section 3.3 leaves free to diverge.
std::size_t fewNeighbours(int dimensions) { return dimensions == 2 ? 5 : 20; }

// The weight of the last change in Nesterov's iteration: (t - 1) / t' with t' = (1 + sqrt(1 + 4
// t^2)) / 2.
class Momentum {
 public:
  float next() {
    const double later = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
    const double weight = (t_ - 1) / later;
    t_ = later;
    return static_cast<float>(weight);
  }
  void restart() { t_ = 1; }

 private:
  double t_ = 1;
};

}  // namespace

// What a solve wants: s + dt ds/dt <= 1, or ds/dt <= 0.
struct Dfsph::Goal {
  bool density;    // or divergence
  const Vec3f* a;  // m/s^2, of other forces, to be taken into account
  float dt;        // s
  double error;    // allowed mean
};

Dfsph::Dfsph(const DfsphParams& params, double spacing, double flowSpeed,
             const KernelChoice& kernel, FluidParticles& fluid)
    : params_(params),
      spacing_(spacing),
      flowSpeed_(flowSpeed),
      fewNeighbours_(fewNeighbours(kernel.dimensions)),
      system_(fluid),
      densityPressure_(fluid.set, "densityPressure", Role::State, 0.0f),
      divergencePressure_(fluid.set, "divergencePressure", Role::State, 0.0f),
      tried_(fluid.set, "triedPressure", Role::Scratch),
      residual_(fluid.set, "pressureResidual", Role::Scratch),
      u_(fluid.set, "solvedVelocity", Role::Scratch) {}

void Dfsph::welcome(FluidParticles&, Range) {}

void Dfsph::prepare(FluidParticles& fluid, const FluidSurroundings& around,
                    const FluidForces& forces, double time) {
  {
    const Timed t{"fluid/gradients"};
    system_.build(fluid, around);
  }
  if (lastStep > 0) {
    const Timed t{"fluid/divergence"};
    const Goal goal{false, nullptr, static_cast<float>(lastStep), params_.divergenceError};
    report_.divergenceIterations = iterate(fluid, around, goal, divergencePressure_).iterations;
    parallelFor(fluid.size(), [&](std::size_t i) { fluid.v[i] = u_[i]; });
  }
  computeForces(fluid, around, forces, time);
  rememberAcceleration(fluid, forces);
}

void Dfsph::solve(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
                  double dt) {
  addForcesOver(fluid, around, forces, dt);
  const Timed t{"fluid/density solve"};
  const Goal goal{true, fluid.a.data(), static_cast<float>(dt), params_.densityError};
  const Solved solved = iterate(fluid, around, goal, densityPressure_);
  report_.iterations = solved.iterations;
  report_.densityError = solved.error;
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.pTerm[i] = densityPressure_[i] + divergencePressure_[i];
    fluid.p[i] = fluid.pTerm[i] * sq(fluid.s[i]);
  });
}

// Projected gradient descent, P <- max(0, P + omega r / D), with momentum: the residual r is
// evaluated at `tried_`, ahead of `pressure`. Ends with u_ of the pressures last tried, and with
// pressures that are one update better, for the next step to start from.
Dfsph::Solved Dfsph::iterate(const FluidParticles& fluid, const FluidSurroundings& around,
                             const Goal& goal, Field<float>& pressure) {
  const NeighbourList& near = around.near.fluidOfFluid;
  const std::size_t n = fluid.size();
  const auto keep = static_cast<float>(params_.warmStart);
  const bool accelerated = params_.iteration == "accelerated";
  parallelFor(n, [&](std::size_t i) { tried_[i] = pressure[i] *= keep; });

  Solved solved;
  Momentum momentum;
  double before = std::numeric_limits<double>::max();
  for (bool done = false; !done; ++solved.iterations) {
    parallelChunks(n, [&](Range chunk, std::size_t) {
      system_.push(fluid, near, tried_.data(), goal.a, goal.dt, u_.data(), chunk);
    });
    const Residual residual = computeResidual(fluid, near, goal);
    solved.error = residual.dense;
    done = (solved.iterations >= params_.leastIterations && residual.sum() <= goal.error) ||
           solved.iterations >= params_.mostIterations;
    if (residual.sum() > before) momentum.restart();
    before = residual.sum();
    const float weight = accelerated ? momentum.next() : 0;
    parallelFor(n, [&](std::size_t i) {
      const float d = system_.diagonal()[i] * sq(goal.dt);
      const float better = d > 0 ? std::max(0.0f, tried_[i] + kRelaxation * residual_[i] / d) : 0;
      tried_[i] = std::max(0.0f, better + weight * (better - pressure[i]));
      pressure[i] = better;
    });
  }
  --solved.iterations;  // the last look is none
  return solved;
}

// How much too dense particles become, and how much too thin those that pressure pushes apart.
Dfsph::Residual Dfsph::computeResidual(const FluidParticles& fluid, const NeighbourList& near,
                                       const Goal& goal) {
  const std::size_t n = fluid.size();
  std::vector<Residual> ofChunks(chunkCount(n));
  parallelChunks(n, [&](Range chunk, std::size_t c) {
    system_.rate(near, u_.data(), residual_.data(), chunk);
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const bool spray = !goal.density && near.of(i).size() < fewNeighbours_;
      residual_[i] = spray ? 0 : goal.dt * residual_[i] + (goal.density ? fluid.s[i] - 1 : 0);
      ofChunks[c].dense += double(std::max(0.0f, residual_[i]));
      const float byPressure = tried_[i] * system_.diagonal()[i] * sq(goal.dt);
      ofChunks[c].thin += double(std::min(byPressure, std::max(0.0f, -residual_[i])));
    }
  });
  Residual mean;
  for (const Residual& part : ofChunks) {
    mean.dense += part.dense / static_cast<double>(n);
    mean.thin += part.thin / static_cast<double>(n);
  }
  return mean;
}

double Dfsph::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                          const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  return limits.courant * spacing_ / std::max(flowSpeed_, largest(fluid.v));
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
}

std::string Dfsph::advice() const {
  return "take shorter steps (timeStep.courant, timeStep.largest), or allow more iterations "
         "(fluid.dfsph.mostIterations)";
}

}  // namespace shoal
