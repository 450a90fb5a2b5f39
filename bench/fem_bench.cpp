// Steps of tissue: a block of 8 400 tetrahedra that hangs from one side under its weight, or lies
// on a floor; and a beam of 46 080, clamped at one end, that bends under its weight.
#include <benchmark/benchmark.h>

#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/models/body_world.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/tetra_shapes.h"

namespace shoal::bench {
namespace {

std::unique_ptr<FemBody> makeBlock(int linearisations) {
  FemParams params;
  params.material = {.young = 2e5, .poisson = 0.4, .density = 1000};
  params.solver.maxStep = 0.01;
  params.solver.maxIterations = linearisations;
  params.solver.linearTolerance = 1e-3;
  return std::make_unique<FemBody>("block", makeTetraBox({{0, 0, 0}, {1.4, 1, 1}}, {14, 10, 10}),
                                   params);
}

void report(benchmark::State& state, const FemBody& body, int linearisations, int iterations) {
  const auto perStep = [](int n) {
    return benchmark::Counter(n, benchmark::Counter::kAvgIterations);
  };
  state.counters["tetrahedra"] = double(body.mesh().tets.size());
  state.counters["linearisations"] = perStep(linearisations);
  state.counters["gradients"] = perStep(iterations);
  state.counters["steps/s"] =
      benchmark::Counter(double(state.iterations()), benchmark::Counter::kIsRate);
}

void hangingBlock(benchmark::State& state, int threads, int linearisations) {
  const ThreadLimit limit(threads);
  const auto body = makeBlock(linearisations);
  body->hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
  int linear = 0, iterations = 0;
  for (auto _ : state) {
    body->advance(0.01, {0, -9.81, 0});
    linear += body->solid().effort().linearisations;
    iterations += body->solid().effort().iterations;
  }
  report(state, *body, linear, iterations);
}

// 9 801 nodes; 250 steps are half a second.
void bendingBeam(benchmark::State& state, int threads) {
  const ThreadLimit limit(threads);
  constexpr double kStep = 0.002;
  FemParams params;
  params.material = {.young = 5e6, .poisson = 0.3, .density = 1000};
  params.solver.maxStep = kStep;
  params.solver.maxIterations = 1;
  FemBody body("beam", makeTetraBox({{0, 0, 0}, {4, 0.5, 0.5}}, {120, 8, 8}), params);
  body.hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
  int linear = 0, iterations = 0;
  for (auto _ : state) {
    body.advance(kStep, {0, -9.81, 0});
    linear += body.solid().effort().linearisations;
    iterations += body.solid().effort().iterations;
  }
  report(state, body, linear, iterations);
  state.counters["centre"] = body.totals().centre.y - 0.25;
}

// After it has come to rest, with all of its underside in contact.
void lyingBlock(benchmark::State& state, int threads) {
  const ThreadLimit limit(threads);
  BodyWorld world({.gravity = {0, -9.81, 0}});
  world.use<RigidWorld>().addStatic("floor", makePlane({0, -0.01, 0}, {0, 1, 0}, 6, 6));
  FemBody& body = world.use<FemModel>().add(makeBlock(1));
  constexpr double kStep = 0.01;
  for (int n = 0; n < 200; ++n) world.advance(n * kStep, kStep);
  const FemSolid::Effort before = body.solid().effort();
  for (auto _ : state) world.advance(2, kStep);
  const FemSolid::Effort& after = body.solid().effort();
  report(state, body, after.linearisations - before.linearisations,
         after.iterations - before.iterations);
}

void measure(const std::string& name, int threads, void (*run)(benchmark::State&, int, int),
             int linearisations, int steps = 200) {
  auto* one = benchmark::RegisterBenchmark(
      (name + "/threads:" + std::to_string(threads)).c_str(),
      [=](benchmark::State& state) { run(state, threads, linearisations); });
  one->Unit(benchmark::kMillisecond)->Iterations(steps);
  if (threads > 1) one->UseRealTime()->MeasureProcessCPUTime();
}

const bool registered = [] {
  for (const int threads : {1, 2}) {
    for (const int linearisations : {1, 4})
      measure("fem/step/8k/linearisations:" + std::to_string(linearisations), threads, hangingBlock,
              linearisations);
    measure(
        "fem/contact/8k", threads,
        [](benchmark::State& state, int count, int) { lyingBlock(state, count); }, 1);
    measure(
        "fem/beam/46k", threads,
        [](benchmark::State& state, int count, int) { bendingBeam(state, count); }, 1, 250);
  }
  return true;
}();

}  // namespace
}  // namespace shoal::bench
