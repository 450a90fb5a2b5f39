// The passes over neighbour lists: density, forces, and the reaction on walls.
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

const bool registered = [] {
  registerSizes("passes/density", density);
  registerSizes("passes/pressure-force", [](benchmark::State& state, int edge, int threads) {
    force(state, edge, threads, 0);
  });
  registerSizes("passes/viscous-force", [](benchmark::State& state, int edge, int threads) {
    force(state, edge, threads, 0.1f);
  });
  registerSizes("passes/wall-force", wallForce);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
