// Whole steps of a breaking dam: time and memory per particle.
#include <fstream>
#include <limits>

#include <malloc.h>

#include "shoal/world/world.h"
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

// A line of /proc/self/status in bytes, or 0 where there is none.
double memory(const std::string& line) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == line) {
      double kilobytes = 0;
      status >> kilobytes;
      return 1024 * kilobytes;
    }
  return 0;
}

// Makes the highest use of memory so far the present one; returns it.
double forgetPeakMemory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
  return memory("VmHWM:");
}

// A cube of water at one end of a tank twice as long and half as high again.
WorldSetup damBreak(int edge) {
  WorldSetup setup;
  setup.world.spacing = 1.0 / edge;
  const auto spacing = static_cast<float>(setup.world.spacing);
  const auto standoff = static_cast<float>(
      fitWall(kernelOf(setup.world, setup.solver), setup.world.spacing).standoff);
  for (int k = 0; k < edge; ++k)
    for (int j = 0; j < edge; ++j)
      for (int i = 0; i < edge; ++i)
        setup.positions.push_back(spacing *
                                  Vec3f{float(i) + 0.5f, float(j) + 0.5f, float(k) + 0.5f});
  WorldSetup::Surface& tank = setup.surfaces.emplace_back();
  tank.solid = "tank";
  tank.samples.first = tankWalls(2 * edge, 3 * edge / 2, edge, spacing, standoff);
  setup.domain = {{-0.1, -0.1, -0.1}, {2.1, 3, 1.1}};
  return setup;
}

void step(benchmark::State& state, int edge, int threads) {
  constexpr double noEnd = std::numeric_limits<double>::max();
  const ThreadLimit limit(threads);
  const WorldSetup setup = damBreak(edge);
  const auto n = double(setup.positions.size());
  const double before = forgetPeakMemory();
  World world(setup);
  for (int k = 0; k < 5; ++k) world.step(noEnd);
  for (auto _ : state) world.step(noEnd);
  state.counters["bytes/particle"] = (memory("VmHWM:") - before) / n;
  state.counters["per particle"] = benchmark::Counter(
      n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["walls/particle"] = double(world.walls().size()) / n;
}

const bool registered = [] {
  registerSizes("step/dam-break", step);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
