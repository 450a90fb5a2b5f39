// The passes over neighbour lists: density, forces, the reaction on walls, and those of implicit
// pressure solvers.
#include "shoal/sph/solvers/pressure_system.h"
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

void density(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  timePass(state, t.fluid.size(), threads, [&] { computeDensity(t.fluid, t.around()); });
  state.counters["neighbours"] = t.neighboursEach();
}

void force(benchmark::State& state, int edge, int threads, float alpha) {
  Tank& t = Tank::ofEdge(edge);
  timePass(state, t.fluid.size(), threads,
           [&] { addPressureAcceleration(t.fluid, t.around(), t.viscosity(alpha)); });
}

// Over the samples of the walls, of which there are fewer.
void wallForce(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  std::vector<Vec3f> forces(t.walls.size());
  timePass(state, t.walls.size(), threads, [&] {
    addPressureOnBoundary(t.fluid, t.around(), t.viscosity(0.1f), t.fluid.pTerm.span(), forces);
  });
  state.counters["samples"] = double(t.walls.size());
}

// The passes of PressureSystem: its gradients are computed once a step, the other two run in every
// iteration.
void gradients(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  PressureSystem system(t.fluid);
  timePass(state, t.fluid.size(), threads, [&] { system.build(t.fluid, t.around()); });
  state.counters["bytes/particle"] = double(system.bytes()) / double(t.fluid.size());
}

void applyPressure(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  PressureSystem system(t.fluid);
  system.build(t.fluid, t.around());
  timePass(state, t.fluid.size(), threads, [&] {
    parallelChunks(t.fluid.size(), [&](Range chunk, std::size_t) {
      system.applyPressure(t.fluid, t.near.fluidOfFluid, t.fluid.pTerm.data(), {t.fluid.v.data()},
                           1e-4f, t.fluid.a.data(), chunk);
    });
  });
}

void rate(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  PressureSystem system(t.fluid);
  system.build(t.fluid, t.around());
  Field<float> rates{t.fluid.set, "rates", Role::Scratch};
  timePass(state, t.fluid.size(), threads, [&] {
    parallelChunks(t.fluid.size(), [&](Range chunk, std::size_t) {
      system.rate(t.near.fluidOfFluid, t.fluid.v.data(), rates.data(), chunk);
    });
  });
}

const bool registered = [] {
  registerSizes("passes/density", density);
  registerSizes("passes/pressure-force", [](benchmark::State& state, int edge, int threads) {
    force(state, edge, threads, 0);
  });
  registerSizes("passes/viscous-force", [](benchmark::State& state, int edge, int threads) {
    force(state, edge, threads, 0.1f);
  });
  registerSizes("passes/wall-force", wallForce);
  registerSizes("passes/gradients", gradients);
  registerSizes("passes/apply-pressure", applyPressure);
  registerSizes("passes/density-rate", rate);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
