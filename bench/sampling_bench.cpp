// Boundary samples on a large cloth, 91 592 triangles with edges of a spacing: the first ones,
// those that follow the cloth as it stretches, and what the latter take of a step with water on it.
#include <chrono>
#include <cmath>
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "shoal/core/timer.h"
#include "shoal/coupling/samples/mesh_sampling.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

namespace shoal::bench {
namespace {

constexpr double kSpacing = 1.0 / 214;  // m

BodySurface cloth() {
  const TriangleMesh mesh = makeSheet({0, 0, 0}, {0, 1, 0}, 1, 1, kSpacing);
  BodySurface surface;
  surface.triangles = mesh.triangles;
  surface.x = mesh.vertices;
  surface.v.resize(mesh.vertices.size());
  return surface;
}

void firstSampling(benchmark::State& state) {
  const BodySurface surface = cloth();
  std::size_t samples = 0;
  for (auto _ : state) {
    MeshSampling sampling(kSpacing, 3);
    sampling.update(surface);
    samples = sampling.samples().size();
  }
  state.counters["triangles"] = double(surface.triangles.size());
  state.counters["samples"] = double(samples);
}

// A thousandth a step, up to twice its length and back, more in its middle than at its ends.
void resampling(benchmark::State& state, ResamplingRule rule) {
  const BodySurface rest = cloth();
  BodySurface surface = rest;
  MeshSampling sampling(kSpacing, 3, {rule});
  sampling.update(surface);
  double changes = 0;
  int step = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const double stretch = 1e-3 * double(1000 - std::abs(++step % 2000 - 1000));
    for (std::size_t v = 0; v < rest.x.size(); ++v)
      surface.x[v].x = rest.x[v].x * (1 + stretch * (1 - sq(rest.x[v].x)));
    state.ResumeTiming();
    changes += sampling.update(surface);
  }
  state.counters["changes"] = {changes, benchmark::Counter::kAvgIterations};
  state.counters["samples"] = double(sampling.samples().size());
}

// 102 400 particles on the cloth, which is held by its corners and stretches under them.
void stepOfStretchingCloth(benchmark::State& state) {
  const Scene scene = parseScene(R"toml(
    format = 1
    world = { spacing = 0.005 }
    [[fluid]]
    name = "water"
    fill = { box = [[-0.2, 0.005, -0.2], [0.2, 0.085, 0.2]] }
    [[solid]]
    name = "cloth"
    model = "cloth"
    mesh = { plane = { centre = [0, 0, 0], size = [1, 1], cell = 0.0047 } }
    density = 1200
    thickness = 2e-3
    young = 2e5
    bending = 1e-4
    [[event]]
    pin = { solid = "cloth", box = [[-0.6, -0.1, -0.6], [-0.45, 0.1, 0.6]] }
    [[event]]
    pin = { solid = "cloth", box = [[0.45, -0.1, -0.6], [0.6, 0.1, 0.6]] }
  )toml",
                                 "stretching.toml");
  World world(worldSetup(scene, assemble(scene)));
  world.step(1);
  clearTimings();
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) world.step(1);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  for (const char* phase : {"walls/sampling", "walls/move", "walls/volumes", "walls/guard"})
    if (const auto timing = timings().find(phase); timing != timings().end())
      state.counters[std::string(phase) + "_%"] = 100 * timing->second.seconds / wall.count();
}

BENCHMARK(firstSampling)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(resampling, geometric, ResamplingRule::Geometric)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(2000);
BENCHMARK_CAPTURE(resampling, numberDensity, ResamplingRule::NumberDensity)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(200);
BENCHMARK(stepOfStretchingCloth)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(5);

}  // namespace
}  // namespace shoal::bench
