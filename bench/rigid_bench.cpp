// Rigid bodies that rest on each other: a frame is a sixtieth of a second, so what takes less than
// 16.7 ms runs in real time.
#include <benchmark/benchmark.h>

#include "shoal/bodies/rigid/rigid_world.h"

namespace shoal {
namespace {

constexpr double kFrame = 1.0 / 60;

void addBoxes(RigidWorld& world, int side, double gap, bool staggered) {
  world.addStatic("floor", BoxShape{{100, 1, 100}}, {}, {{0, -0.5, 0}, {}});
  const double size = 0.2;
  int number = 0;
  for (int layer = 0; layer < side; ++layer)
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column) {
        const double shift = staggered && layer % 2 == 1 ? size / 4 : 0;
        world.addDynamic(
            "box" + std::to_string(number++), BoxShape{{size, size, size}}, {},
            {{column * (size + gap) + shift, (layer + 0.5) * size, row * (size + gap) + shift},
             {}});
      }
}

void advanceFrames(benchmark::State& state, RigidWorld& world) {
  double t = 0;
  for (int i = 0; i < 30; ++i, t += kFrame) world.advance(t, kFrame);  // comes to rest
  for (auto _ : state) {
    world.advance(t, kFrame);
    t += kFrame;
  }
  state.counters["contacts"] = static_cast<double>(world.contactCount());
}

// A thousand boxes in a hundred columns.
void columns(benchmark::State& state) {
  RigidWorld world({}, {0, -9.81, 0});
  addBoxes(world, 10, 0.05, false);
  advanceFrames(state, world);
}
BENCHMARK(columns)
    ->Name("rigid/columns-of-1000")
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// A thousand boxes, most of them on four others.
void bricks(benchmark::State& state) {
  RigidWorld world({}, {0, -9.81, 0});
  addBoxes(world, 10, 0.005, true);
  advanceFrames(state, world);
}
BENCHMARK(bricks)
    ->Name("rigid/bricks-of-1000")
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace shoal
