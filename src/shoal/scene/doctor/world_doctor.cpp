#include "shoal/scene/doctor/world_doctor.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "shoal/sph/kernels/lattice.h"

namespace shoal {

namespace {

// Of the rest density: what is denser by less is settled by pressure in the first steps, and the
// gaps that room for solids leaves close by themselves.
constexpr double kTooDense = 0.1, kTooThin = 0.3;
constexpr double kFew = 0.005;  // fraction of the particles that need no repair
constexpr int kTrialSteps = 3;
constexpr double kFixedBytes = 60e6;  // the program and its libraries
// A limit of the step is worth a word if the next one allows so many times the step.
constexpr double kMuchLonger = 2;

// How many neighbours a particle of the lattice has: with as many it lies inside the fluid.
std::size_t latticeNeighbours(const KernelChoice& kernel, double spacing) {
  std::size_t count = 0;
  forEachLatticePoint(kernel.dimensions, spacing, double(kernel.radius), [&](double) { ++count; });
  return count - 1;
}

struct Extreme {
  std::size_t particles = 0;
  double ratio = 1;
  Vec3f at;
};

void warn(std::vector<Finding>& findings, const Extreme& extreme, std::size_t particles,
          const char* what, double tolerance, const char* change) {
  if (static_cast<double>(extreme.particles) <= kFew * static_cast<double>(particles)) return;
  const Vec3f& x = extreme.at;
  findings.push_back(
      {Finding::Severity::Warning,
       fmt::format("{} of {} particles start {} by more than {:.0f} % (worst {:+.0f} % at "
                   "({:.3g}, {:.3g}, {:.3g}) m); {}",
                   extreme.particles, particles, what, 100 * tolerance, 100 * (extreme.ratio - 1),
                   x.x, x.y, x.z, change)});
}

// The steps from 0 to `until` if each is at most `longest` long and frames end steps.
double countSteps(const RunParams& run, double longest) {
  const double frames = std::floor(run.until * run.fps * (1 + 1e-9));
  const auto within = [&](double interval) { return std::ceil(interval / longest * (1 - 1e-9)); };
  return frames * within(1 / run.fps) + within(std::max(0.0, run.until - frames / run.fps));
}

}  // namespace

std::vector<Finding> examineDensity(const World& world) {
  const FluidParticles& fluid = world.fluid();
  const std::size_t full = latticeNeighbours(world.kernel(), world.spacing());
  Extreme dense, thin;
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const auto ratio = double(fluid.s[i]);
    const bool inside = world.neighbours().fluidOfFluid.of(i).size() +
                            world.neighbours().boundaryOfFluid.of(i).size() >=
                        full;
    if (ratio > 1 + kTooDense) {
      ++dense.particles;
      if (ratio > dense.ratio) dense.ratio = ratio, dense.at = fluid.x[i];
    } else if (inside && ratio < 1 - kTooThin) {
      ++thin.particles;
      if (ratio < thin.ratio) thin.ratio = ratio, thin.at = fluid.x[i];
    }
  }
  std::vector<Finding> findings;
  warn(findings, dense, fluid.size(), "too dense", kTooDense,
       "pressure will drive them apart; leave more room between fills, and between fills and "
       "solids");
  warn(findings, thin, fluid.size(), "too thin", kTooThin,
       "the fluid will sink together there; let fills meet without gaps");
  return findings;
}

std::vector<Finding> examineViscosity(const Scene& scene, const World& world) {
  if (scene.fluids.empty() || scene.timeStep.fixed > 0) return {};
  const ViscosityParams& viscosity = scene.fluids[0].solving.viscosity;
  if (viscosity.model == ViscosityModel::Implicit || viscosity.model == ViscosityModel::None)
    return {};
  const double step = world.longestStep(), without = world.stableStepWithout("viscosity");
  if (!(without > kMuchLonger * step)) return {};
  return {{Finding::Severity::Note,
           fmt::format("the viscosity limits the step to {:.2g} s; viscosityModel = \"implicit\" "
                       "would allow {:.2g} s",
                       step, without)}};
}

Forecast forecast(const Scene& scene, World& world) {
  Forecast result;
  result.firstStep = world.longestStep();
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < kTrialSteps; ++k) world.step(scene.run.until);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  result.secondsPerStep = spent.count() / kTrialSteps;
  result.steps = countSteps(scene.run, std::min(result.firstStep, world.longestStep()));
  result.memory = kFixedBytes + static_cast<double>(world.bytes());
  return result;
}

}  // namespace shoal
