// Direct forcing: what the response costs as contacts become more, beside fig. 4 of [BTT09], and
// seconds per step of the scenes of its Table I at full size.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <map>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/coupling/forcing/direct_forcing_coupling.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

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

// Shares of these seconds, and time per contact.
void report(benchmark::State& state, const World& world, double seconds, std::size_t contacts) {
  const double steps = double(state.iterations());
  state.counters["particles"] = double(world.fluid().size());
  state.counters["contacts"] = double(contacts) / steps;
  state.counters["ns_per_contact"] = 1e9 * timed("coupling/response") / double(contacts);
  state.counters["response_%"] = 100 * timed("coupling/response") / seconds;
  state.counters["contacts_%"] = 100 * timed("coupling/contacts") / seconds;
  state.counters["places_%"] = 100 * timed("coupling/places") / seconds;
}

// Steps the world once per iteration. Shares are of the work of one thread, so that the load of
// others can make them too large but not too small. That of the response is there a second time
// as it was in the step that the load of others disturbed least.
void step(benchmark::State& state, World& world, int threads) {
  clearTimings();
  std::size_t contacts = 0;
  double shortest = std::numeric_limits<double>::infinity();  // response, s
  const double start = clockSeconds();
  for (auto _ : state) {
    const double before = timed("coupling/response");
    world.step(world.time() + 1);
    shortest = std::min(shortest, timed("coupling/response") - before);
    contacts += DirectForcingCoupling::among(world.couplings())->forcing().report().contacts;
  }
  const double seconds = (clockSeconds() - start) / threads;
  report(state, world, seconds, contacts);
  const double steps = double(state.iterations());
  state.counters["least_response_%"] = 100 * shortest * steps / seconds;
  state.counters["least_ns_per_contact"] = 1e9 * shortest * steps / double(contacts);
}

// A hull that starts in the water.
struct Afloat {
  std::string scene, hull, centre;
  std::vector<double> spacings;  // m
};
const Afloat kShip{"sinking-ship", "ship", "[0.95, 0.7, 0]", {0.02, 0.01, 0.005, 0.0025}};
const Afloat kVessel{"floating-vessel", "vessel", "[0.8, 0.5, 0.5]", {0.04, 0.03, 0.02, 0.015}};

// The response, with ever finer particles: if its cost is linear, a contact costs what it did with
// the coarsest.
void response(benchmark::State& state, const Afloat& afloat, double spacing,
              const std::string& solve) {
  const ThreadLimit limit(1);
  const std::string hull = "solid." + afloat.hull;
  const auto world = worldOf(afloat.scene, {"world.spacing=" + std::to_string(spacing),
                                            hull + ".mesh.hull.centre=" + afloat.centre,
                                            hull + ".forcing.solve=" + solve});
  for (int k = 0; k < 20; ++k) world->step(1);
  step(state, *world, limit.threads());
  static std::map<std::string, double> coarsest;  // ns
  const double cost = state.counters["least_ns_per_contact"];
  const double first = coarsest.try_emplace(afloat.scene + solve, cost).first->second;
  state.counters["times_coarsest"] = cost / first;
  state.counters["paper_response_below_%"] = 1;
}

// A few steps of a scene at full size on all cores, by the clock, and beside it the work of all
// cores together, which the load of others does not disturb.
void fullSize(benchmark::State& state, const std::string& scene, double paperSeconds) {
  const ThreadLimit all(0);
  const auto world = worldOf(scene);
  world->step(1);  // asks for memory
  const auto start = std::chrono::steady_clock::now();
  const double workStart = clockSeconds();
  step(state, *world, all.threads());
  const double steps = double(state.iterations());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  state.counters["s_per_step"] = seconds.count() / steps;
  state.counters["work_s_per_step"] = (clockSeconds() - workStart) / steps;
  state.counters["paper_s_per_step"] = paperSeconds;
  state.counters["times_shorter"] = paperSeconds * steps / seconds.count();
}

const bool registered = [] {
  for (const Afloat* afloat : {&kShip, &kVessel})
    for (const char* solve : {"local", "global"})
      for (const double spacing : afloat->spacings)
        benchmark::RegisterBenchmark(
            fmt::format("forcing/response/{}/{}/{}", afloat->scene, solve, spacing).c_str(),
            [=](auto& state) { response(state, *afloat, spacing, solve); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(30);
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
        ->Iterations(15);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
