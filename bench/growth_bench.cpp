// Time per step against the number of particles, [And05] figure 3.3: linear growth.
#include <cmath>
#include <limits>

#include <benchmark/benchmark.h>

#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

namespace shoal::bench {
namespace {

// The dam break of the thesis, refined until it has about so many particles. As many steps as it
// takes to leave the lattice are not timed.
void growth(benchmark::State& state) {
  constexpr double noEnd = std::numeric_limits<double>::max();
  const ThreadLimit limit(1);
  const double area = 0.2 * 0.2;  // m^2, of the fluid
  const double spacing = std::sqrt(area / double(state.range(0)));
  const std::vector<std::string> changes{fmt::format("world.spacing={}", spacing),
                                         "timeStep.fixed=0"};
  const Scene scene = readScene(
      std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes" / "andersson2005" / "dam-break-2d.toml",
      changes);
  World world(worldSetup(scene, assemble(scene)));
  for (int k = 0; k < 20; ++k) world.step(noEnd);
  for (auto _ : state) world.step(noEnd);
  const auto n = static_cast<benchmark::IterationCount>(world.fluid().size());
  state.SetComplexityN(n);
  state.counters["particles"] = double(n);
  state.counters["per particle"] = benchmark::Counter(
      double(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(growth)
    ->RangeMultiplier(4)
    ->Range(400, 400 << 8)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace shoal::bench
