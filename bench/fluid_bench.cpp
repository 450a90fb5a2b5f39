// Whole runs of a collapsing column at the tolerances that other systems were measured with: see
// scenes/bench. Prints what a row of a comparison needs; `fluid/yardstick` tells how fast the
// machine is by the same passes everywhere.
#include <sys/resource.h>

#include "shoal/core/timer.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

double peakMebibytes() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return double(use.ru_maxrss) / 1024;
}

// The share of the run that each phase took, the longest first.
std::string shares(double seconds) {
  std::vector<std::pair<double, std::string>> phases;
  for (const auto& [name, timing] : timings()) phases.emplace_back(timing.seconds, name);
  std::sort(phases.rbegin(), phases.rend());
  std::string text;
  for (const auto& [spent, name] : phases)
    if (spent > 0.01 * seconds) text += fmt::format("{} {:.0f} %; ", name, 100 * spent / seconds);
  return text;
}

// Spent in pressure solves, whatever the solver calls them.
double secondsSolving() {
  double seconds = 0;
  for (const auto& [name, timing] : timings())
    if (name == "fluid/pressure" || name.find(" solve") != std::string::npos)
      seconds += timing.seconds;
  return seconds;
}

void runScene(benchmark::State& state, const std::string& name,
              const std::vector<std::string>& changes, double until) {
  const ThreadLimit limit(2);
  const Scene scene =
      readScene(fmt::format("{}/scenes/bench/{}.toml", SHOAL_SOURCE_DIR, name), changes);
  const double end = until > 0 ? until : scene.run.until;
  for (auto _ : state) {
    World world(worldSetup(scene, assemble(scene)));
    clearTimings();
    double iterations = 0, divergenceIterations = 0;
    const auto start = std::chrono::steady_clock::now();
    while (world.time() < end) {
      const StepReport report = world.step(end);
      iterations += report.solver.iterations;
      divergenceIterations += report.solver.divergenceIterations;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const double seconds = spent.count();
    const auto steps = double(world.steps());
    const auto n = double(world.fluid().size());
    state.SetIterationTime(seconds);
    state.counters["particles"] = n;
    state.counters["steps"] = steps;
    state.counters["ms/step"] = 1000 * seconds / steps;
    state.counters["iterations"] = iterations / steps;
    state.counters["divergence"] = divergenceIterations / steps;
    state.counters["ms/iteration"] =
        1000 * secondsSolving() / std::max(1.0, iterations + divergenceIterations);
    state.counters["steps/s"] = steps / seconds;
    state.counters["s/simulated_s"] = seconds / world.time();
    state.counters["particle-steps/s"] = n * steps / seconds;
    state.counters["MiB_so_far"] = peakMebibytes();
    state.counters["escaped"] = double(world.escaped());
    state.SetLabel(shares(seconds));
  }
}

void yardstick(benchmark::State& state) {
  Tank& t = Tank::ofEdge(100);
  const ThreadLimit limit(1);
  for (auto _ : state) {
    computeDensity(t.fluid, t.around());
    addPressureAcceleration(t.fluid, t.around(), {});
  }
  state.counters["neighbours"] = t.neighboursEach();
}

void registerScene(const std::string& name, const std::string& scene,
                   const std::vector<std::string>& changes = {}, double until = 0) {
  benchmark::RegisterBenchmark(
      ("fluid/" + name).c_str(),
      [=](benchmark::State& state) { runScene(state, scene, changes, until); })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  benchmark::RegisterBenchmark("fluid/yardstick", yardstick)->Unit(benchmark::kMillisecond);
  for (const char* edge : {"47", "74", "100"})
    registerScene(std::string("dfsph/") + edge, std::string("column-") + edge);
  for (const char* edge : {"47", "74", "100"})
    registerScene(std::string("dfsph-full-mass/") + edge, std::string("column-") + edge,
                  {"world.particleVolume=1"});
  // The default solver, beside dfsph-full-mass.
  for (const char* edge : {"47", "74", "100"})
    registerScene(std::string("isph/") + edge, std::string("column-") + edge,
                  {"world.particleVolume=1", "world.support=0", "fluid.water.solver=isph"});
  // The iteration as it was published, for the same pressures.
  registerScene("dfsph-published/47", "column-47",
                {"fluid.water.dfsph.iteration=jacobi", "fluid.water.dfsph.warmStart=0.5",
                 "fluid.water.dfsph.minIterations=2"});
  // Steps as long as the user allows, which have to be seen to be too long.
  registerScene("dfsph-long-steps/74", "column-74", {"timeStep.maxStep=0.005"});
  registerScene("wcsph/47", "column-47", {"fluid.water.solver=wcsph"}, 0.05);
  registerScene("pcisph/47", "column-47", {"fluid.water.solver=pcisph", "timeStep.maxStep=0.001"},
                0.05);
  registerScene("interactive/plane", "plane");
  registerScene("interactive/20000", "basin");
  registerScene("interactive/3000", "basin", {"fluid.water.fill=[{box=[[0,0,0],[1,1,3]]}]"}, 2);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
