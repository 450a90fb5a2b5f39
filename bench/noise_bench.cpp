// Noise of the force of fluid on walls and bodies from step to step:
//   mean over steps k of |F_k - (F_{k-1} + F_{k+1}) / 2| over mean |F_k|.
// Wanted: below 3 % for water at rest and for bodies under water, below 8 % for the wall that a dam
// break has hit. The time that is measured is that of a step.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "shoal/core/parallel.h"
#include "support/scene_world.h"

namespace shoal::bench {
namespace {

struct NoiseScene {
  std::string name;
  std::string scene;
  std::size_t solid;                   // its number, whose force is measured
  double from, until;                  // s
  double wanted;                       // %
  std::vector<std::string> changes{};  // as of --set
};

const std::vector<NoiseScene> kScenes{
    {"floor", "validation/hydrostatic-2d", 0, 0.5, 1, 3},
    {"wall", "validation/hydrostatic-2d", 1, 0.5, 1, 3},
    {"body-at-rest", "validation/neutral-buoyancy", 1, 0.1, 0.5, 3},
    {"rising-body", "validation/rising-square", 1, 0.1, 0.6, 3, {"world.kernel=\"automatic\""}},
    {"dam-break",
     "validation/hydrostatic-2d",
     2,
     0.6,
     1.2,
     8,
     {"world.spacing=0.01", "fluid.water.fill=[{box=[[0,0],[0.3,0.6]]}]"}},
    {"floor-3d", "validation/hydrostatic-3d", 0, 0.25, 0.5, 3},
    {"rising-body-3d", "validation/rising-cube", 1, 0.1, 0.4, 3},
};

void noise(benchmark::State& state, const NoiseScene& of, const std::string& solver) {
  const ThreadLimit limit(1);
  std::vector<std::string> changes = of.changes;
  changes.push_back(fmt::format("fluid.water.solver=\"{}\"", solver));
  const auto world = makeWorld(projectScene(of.scene, changes));
  world->watchWalls(true);
  // A time that is not reached: no step is shortened to meet it.
  const double end = 2 * of.until;
  while (world->time() < of.from) world->step(end);
  std::vector<Vec3d> forces;
  double iterations = 0;
  for (auto _ : state)
    while (world->time() < of.until) {
      iterations += world->step(end).solver.iterations;
      forces.push_back(world->wallForces()[of.solid]);
    }
  double mean = 0, jumps = 0, largest = 0;
  for (const Vec3d& force : forces) mean += length(force);
  mean /= double(forces.size());
  for (std::size_t k = 1; k + 1 < forces.size(); ++k) {
    const double jump = length(forces[k] - (forces[k - 1] + forces[k + 1]) / 2);
    jumps += jump;
    largest = std::max(largest, jump);
  }
  state.counters["noise_%"] = 100 * jumps / double(forces.size() - 2) / mean;
  state.counters["largest_%"] = 100 * largest / mean;
  state.counters["wanted_below_%"] = of.wanted;
  state.counters["force_N"] = mean;
  state.counters["steps"] = double(forces.size());
  state.counters["iterations"] = iterations / double(forces.size());
}

const bool registered = [] {
  for (const NoiseScene& scene : kScenes)
    for (const std::string solver : {"isph", "dfsph"})
      benchmark::RegisterBenchmark(("noise/" + scene.name + "/" + solver).c_str(),
                                   [=](auto& state) { noise(state, scene, solver); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
