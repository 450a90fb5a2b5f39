// Steps of the scenes of [MSHG04]: water in a soft pool whose wall is pulled, and blood in a soft
// vessel that is full. Labels say what the paper reached on a PC of 2004.
#include <limits>

#include <benchmark/benchmark.h>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/core/parallel.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/world/solids/solids.h"

namespace shoal::bench {
namespace {

struct Case {
  const char* scene;
  double from;  // s, when measuring starts
  int steps;
  const char* paper;
};

double tetrahedraOf(const World& world) {
  double count = 0;
  for (const Body* body : world.solids()->deforming())
    if (const auto* fem = dynamic_cast<const FemBody*>(body))
      count += static_cast<double>(fem->mesh().tets.size());
  return count;
}

void tissue(benchmark::State& state, const Case& what, int threads) {
  constexpr double noEnd = std::numeric_limits<double>::max();
  const ThreadLimit limit(threads);
  const Scene scene =
      readScene(std::string(SHOAL_SOURCE_DIR) + "/scenes/mueller2004/" + what.scene + ".toml");
  World world(worldSetup(scene, assemble(scene)));
  while (world.time() < what.from) world.step(what.from);
  const double start = world.time();
  for (auto _ : state) world.step(noEnd);
  const double simulated = world.time() - start;
  const auto rate = [](double n) { return benchmark::Counter(n, benchmark::Counter::kIsRate); };
  state.counters["steps/s"] = rate(double(state.iterations()));
  state.counters["s/s"] = rate(simulated);  // 1 is real time
  state.counters["particles"] = double(world.fluid().size());
  state.counters["tetrahedra"] = tetrahedraOf(world);
  state.SetLabel(what.paper);
}

const bool registered = [] {
  static constexpr Case kCases[] = {
      {"pool", 0, 300, "paper: 20 frames/s with 2000 particles, 800 tetrahedra"},
      {"pool-fine", 0, 60, "ten times the paper"},
      {"vessel", 0.15, 200, "paper: 70 ms a step with 3000 particles, 560 tetrahedra"},
      {"vessel-injury", 0.15, 200, "paper: 60 ms a step"},
  };
  for (const Case& what : kCases)
    for (const int threads : {1, 2})
      benchmark::RegisterBenchmark(
          ("tissue/" + std::string(what.scene) + "/threads:" + std::to_string(threads)).c_str(),
          [what, threads](benchmark::State& state) { tissue(state, what, threads); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(what.steps)
          ->UseRealTime()
          ->MeasureProcessCPUTime();
  return true;
}();

}  // namespace
}  // namespace shoal::bench
