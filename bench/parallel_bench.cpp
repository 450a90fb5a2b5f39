// What a parallel loop costs by itself, from one chunk to a million particles.
#include <vector>

#include <benchmark/benchmark.h>

#include "shoal/core/parallel.h"

namespace shoal {
namespace {

void sumOverParticles(benchmark::State& state) {
  const std::vector<float> mass(static_cast<std::size_t>(state.range(0)), 0.5f);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        parallelSum(mass.size(), 0.0, [&](std::size_t i) { return double(mass[i]); }));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(sumOverParticles)->Name("parallel/sum")->Arg(1000)->Arg(30'000)->Arg(1'000'000);

}  // namespace
}  // namespace shoal
