// Spray, foam and bubbles of a cube of fluid in strong shear: time per particle of the fluid and
// step.
#include "shoal/effects/foam/foam.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

// With a speed, in m/s, of fluid that makes none or that makes some.
void foam(benchmark::State& state, int edge, int threads, float speed) {
  constexpr double kSpacing = 0.01;
  const FoamScene scene{.spacing = kSpacing,
                        .gravity = {0, -9.81, 0},
                        .kernel = makeKernel(KernelKind::CubicSpline, 2 * kSpacing, 3, kSpacing),
                        .domain = {{-9, -9, -9}, {9, 9, 9}}};
  const std::vector<Vec3f> places = jitteredLattice(edge, float(kSpacing));
  CellGrid grid(scene.kernel.radius, 3);
  grid.build(places);
  GatheredVector<Vec3f> x, v;
  std::vector<std::uint32_t> id;
  for (const std::uint32_t i : grid.order()) {
    x.push_back(places[i]);
    v.push_back(speed * Vec3f{1, 0.3f * places[i].x, 0.2f * places[i].y});
    id.push_back(i);
  }
  NeighbourList near;
  near.build(x, grid, scene.kernel.radius, true);
  FoamObstacles obstacles(3);
  const double size = edge * kSpacing;
  obstacles.add(makeBox({{0, 0, 0}, {size, 2 * size, size}}), FluidRoom::Inside);
  Foam made({}, scene);
  std::uint64_t step = 0;
  timePass(state, x.size(), threads, [&] {
    made.advance({.x = x, .v = v, .id = id, .grid = grid, .near = near}, 1e-4, step++);
    obstacles.beginStep();
    made.settle(obstacles, 1e-4);
  });
  state.counters["foam/particle"] = double(made.particles().size()) / double(x.size());
}

const bool registered = [] {
  for (const float speed : {0.1f, 5.0f})
    registerSizes(
        speed < 1 ? "foam/slow" : "foam/fast",
        [=](benchmark::State& state, int edge, int threads) { foam(state, edge, threads, speed); });
  return true;
}();

}  // namespace
}  // namespace shoal::bench
