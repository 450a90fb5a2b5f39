// Steps of tissue: a block of 8 000 tetrahedra that hangs from one side under its weight.
#include <benchmark/benchmark.h>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/tetra_shapes.h"

namespace shoal::bench {
namespace {

void hangingBlock(benchmark::State& state, int threads, int linearisations) {
  const ThreadLimit limit(threads);
  FemParams params;
  params.stuff = {.young = 2e5, .poisson = 0.4, .density = 1000};
  params.solver.step = 0.01;
  params.solver.newtonIterations = linearisations;
  params.solver.gradientTolerance = 1e-3;
  FemBody body("block", makeTetraBox({{0, 0, 0}, {1.4, 1, 1}}, {14, 10, 10}), params);
  body.hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
  int linear = 0, iterations = 0;
  for (auto _ : state) {
    body.advance(0.01, {0, -9.81, 0});
    linear += body.solid().effort().linearisations;
    iterations += body.solid().effort().iterations;
  }
  const auto perStep = [](int n) {
    return benchmark::Counter(n, benchmark::Counter::kAvgIterations);
  };
  state.counters["tetrahedra"] = double(body.mesh().tets.size());
  state.counters["linearisations"] = perStep(linear);
  state.counters["gradients"] = perStep(iterations);
  state.counters["steps/s"] =
      benchmark::Counter(double(state.iterations()), benchmark::Counter::kIsRate);
}

const bool registered = [] {
  for (const int linearisations : {1, 4})
    for (const int threads : {1, 2}) {
      auto* one = benchmark::RegisterBenchmark(
          ("fem/step/8k/linearisations:" + std::to_string(linearisations) +
           "/threads:" + std::to_string(threads))
              .c_str(),
          [=](benchmark::State& state) { hangingBlock(state, threads, linearisations); });
      one->Unit(benchmark::kMillisecond)->Iterations(200);
      if (threads > 1) one->UseRealTime()->MeasureProcessCPUTime();
    }
  return true;
}();

}  // namespace
}  // namespace shoal::bench
