// Steps of a large cloth: 46 225 vertices and 91 592 triangles.
#include <chrono>

#include <benchmark/benchmark.h>

#include "shoal/bodies/cloth/cloth_model.h"
#include "shoal/bodies/contact/contact_group.h"
#include "shoal/bodies/models/body_world.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal::bench {
namespace {

constexpr double kStep = 1.0 / 240;  // s

// A square metre in the plane y = 0, of 214 x 214 quads.
TriangleMesh squareMetre() {
  constexpr std::uint32_t n = 214;
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= n; ++j)
    for (std::uint32_t i = 0; i <= n; ++i) mesh.vertices.push_back({i / 214.0, 0, j / 214.0});
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = j * (n + 1) + i, b = a + 1, d = a + n + 1, c = d + 1;
      mesh.triangles.push_back({a, c, b});
      mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

ClothParams cotton() {
  ClothParams params;
  params.bending = 1e-5;
  return params;
}

void run(benchmark::State& state, BodyWorld& world, double settle) {
  double t = 0;
  for (; t < settle; t += kStep) world.advance(t, kStep);
  double iterations = 0, contacts = 0;
  clearTimings();
  const auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    world.advance(t, kStep);
    t += kStep;
    iterations += world.contact().iterations();
    contacts += static_cast<double>(world.contact().contacts());
  }
  const auto average = benchmark::Counter::kAvgIterations;
  state.counters["iterations"] = {iterations, average};
  state.counters["contacts"] = {contacts, average};
  state.counters["steps/s"] = {static_cast<double>(state.iterations()),
                               benchmark::Counter::kIsRate};
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  for (const auto& [phase, timing] : timings())
    state.counters[phase + "_%"] = 100 * timing.seconds / wall.count();
}

// Held at two corners, it swings down; it looks for contact with itself.
void hangingCloth(benchmark::State& state) {
  BodyWorld world({.gravity = {0, -9.81, 0}});
  Cloth& cloth = world.use<ClothModel>().add("cloth", squareMetre(), cotton());
  cloth.pin(0);
  cloth.pin(214);
  run(state, world, 0.1);
}

// It falls on a ball and drapes it.
void drapedCloth(benchmark::State& state) {
  BodyWorld world({.gravity = {0, -9.81, 0}});
  world.use<RigidWorld>().addStatic("ball", makeSphere({0.5, -0.22, 0.5}, 0.2, 4));
  world.use<ClothModel>().add("cloth", squareMetre(), cotton());
  run(state, world, 0.1);
}

BENCHMARK(hangingCloth)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(24);
BENCHMARK(drapedCloth)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(24);

}  // namespace
}  // namespace shoal::bench
