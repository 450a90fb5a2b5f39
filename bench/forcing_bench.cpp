// Direct forcing: what the response costs as contacts become more, beside fig. 4 of [BTT09], and
// seconds per step of the scenes of its Table I at full size. Everything in seconds of one thread.
#include <ctime>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/scene/assembly.h"
#include "shoal/scene/scene_reader.h"
#include "shoal/scene/world_setup.h"
#include "shoal/world/couplings.h"

namespace shoal::bench {
namespace {

std::unique_ptr<World> worldOf(const std::string& name,
                               const std::vector<std::string>& assignments = {}) {
  const Scene scene = readScene(
      std::string(SHOAL_SOURCE_DIR) + "/scenes/becker2009/" + name + ".toml", assignments);
  return std::make_unique<World>(worldSetup(scene, assemble(scene)));
}

double clockSeconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

double timed(const char* name) {
  const auto found = timings().find(name);
  return found == timings().end() ? 0 : found->second.seconds;
}

// Shares of the step, and time per contact.
void report(benchmark::State& state, const World& world, double seconds, std::size_t contacts) {
  const double steps = double(state.iterations());
  state.counters["particles"] = double(world.fluid().size());
  state.counters["contacts"] = double(contacts) / steps;
  state.counters["ns_per_contact"] = 1e9 * timed("coupling/response") / double(contacts);
  state.counters["response_%"] = 100 * timed("coupling/response") / seconds;
  state.counters["contacts_%"] = 100 * timed("coupling/contacts") / seconds;
  state.counters["places_%"] = 100 * timed("coupling/places") / seconds;
}

// Steps the world once per iteration.
void step(benchmark::State& state, World& world) {
  clearTimings();
  std::size_t contacts = 0;
  const double start = clockSeconds();
  for (auto _ : state) {
    world.step(world.time() + 1);
    contacts += world.couplings()->forcing()->report().contacts;
  }
  report(state, world, clockSeconds() - start, contacts);
}

// The response on the sinking ship, afloat, with ever finer water.
void sinkingShip(benchmark::State& state, double spacing, const std::string& solve) {
  const ThreadLimit limit(1);
  const auto world = worldOf("sinking-ship", {"world.spacing=" + std::to_string(spacing),
                                              "solid.ship.forcing.solve=" + solve});
  while (world->time() < 0.06) world->step(1);
  step(state, *world);
  // Local and global alike, at some thousand contacts in steps of 250 to 280 ms.
  state.counters["paper_response_below_%"] = 1;
}

// A few steps of a scene at full size.
void fullSize(benchmark::State& state, const std::string& scene, double paperSeconds) {
  const ThreadLimit limit(1);
  const auto world = worldOf(scene);
  world->step(1);  // asks for memory
  const double start = clockSeconds();
  step(state, *world);
  const double seconds = (clockSeconds() - start) / double(state.iterations());
  state.counters["paper_s_per_step"] = paperSeconds;
  state.counters["times_shorter"] = paperSeconds / seconds;
}

const bool registered = [] {
  for (const char* solve : {"local", "global"})
    for (const double spacing : {0.02, 0.01, 0.005, 0.0025})
      benchmark::RegisterBenchmark(
          ("forcing/sinking-ship/" + std::string(solve) + "/" + std::to_string(spacing)).c_str(),
          [=](auto& state) { sinkingShip(state, spacing, solve); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(50);
  // [BTT09] Table I: a simulation step with boundary handling, on one core of 2.13 GHz.
  const std::map<std::string, double> paper{{"impact", 7.07},
                                            {"cuboids", 11.4},
                                            {"viscous-sphere-thin", 1.14},
                                            {"stone-skipping", 1.64},
                                            {"flotsam", 15.03}};
  for (const auto& [scene, seconds] : paper)
    benchmark::RegisterBenchmark(
        ("forcing/full-size/" + scene).c_str(),
        [name = scene, s = seconds](auto& state) { fullSize(state, name, s); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(5);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
