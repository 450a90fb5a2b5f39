// How benchmarks over particles are registered and what they report.
#pragma once

#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include "shoal/core/parallel.h"

namespace shoal::bench {

// Registers `name` for a cube of 100 k or 1 M particles on one and two threads, as calls of
// run(state, edge, threads). One thread is measured by its own time, which the load of others does
// not disturb; two by the clock, and their times added up are what is shown beside it.
template <class Run>
void registerSizes(const std::string& name, Run run) {
  for (const int edge : {46, 100})
    for (const int threads : {1, 2}) {
      const std::string full =
          name + (edge == 46 ? "/100k" : "/1M") + "/threads:" + std::to_string(threads);
      auto* registered = benchmark::RegisterBenchmark(
          full.c_str(), [=](benchmark::State& state) { run(state, edge, threads); });
      registered->Unit(benchmark::kMillisecond);
      if (threads > 1) registered->UseRealTime()->MeasureProcessCPUTime();
    }
}

// Times work(), which treats n particles, and reports particles per second and core.
template <class Work>
void timePass(benchmark::State& state, std::size_t n, int threads, Work&& work) {
  const ThreadLimit limit(threads);
  work();  // memory is asked for once, not in every step
  for (auto _ : state) work();
  state.counters["particle-passes/s/core"] =
      benchmark::Counter(double(n) / threads, benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace shoal::bench
