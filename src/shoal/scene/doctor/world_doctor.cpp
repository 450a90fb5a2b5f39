#include "shoal/scene/doctor/world_doctor.h"

#include <chrono>
#include <cmath>

#include "shoal/sph/kernels/lattice.h"

namespace shoal {

namespace {

constexpr double kTolerance = 0.01;  // of the rest density
constexpr int kTrialSteps = 3;
constexpr double kFixedBytes = 60e6;  // the program and its libraries

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

void note(std::vector<Finding>& findings, const Extreme& extreme, std::size_t particles,
          const char* what, const char* change) {
  if (extreme.particles == 0) return;
  const Vec3f& x = extreme.at;
  // A few particles in corners, off by little, are worth a note but need no repair.
  const bool harmless = extreme.particles < particles / 100 && std::abs(extreme.ratio - 1) < 0.05;
  findings.push_back(
      {harmless ? Finding::Severity::Note : Finding::Severity::Warning,
       fmt::format("{} particles start {} by more than 1 % (worst {:+.1f} % at "
                   "({:.3g}, {:.3g}, {:.3g}) m); {}",
                   extreme.particles, what, 100 * (extreme.ratio - 1), x.x, x.y, x.z, change)});
}

}  // namespace

std::vector<Finding> examineDensity(World& world) {
  world.examine();
  const FluidParticles& fluid = world.fluid();
  const std::size_t full = latticeNeighbours(world.kernel(), world.spacing());
  Extreme dense, thin;
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const auto ratio = double(fluid.s[i]);
    const bool inside = world.neighbours().fluidOfFluid.of(i).size() +
                            world.neighbours().boundaryOfFluid.of(i).size() >=
                        full;
    if (ratio > 1 + kTolerance) {
      ++dense.particles;
      if (ratio > dense.ratio) dense.ratio = ratio, dense.at = fluid.x[i];
    } else if (inside && ratio < 1 - kTolerance) {
      ++thin.particles;
      if (ratio < thin.ratio) thin.ratio = ratio, thin.at = fluid.x[i];
    }
  }
  std::vector<Finding> findings;
  note(findings, dense, fluid.size(), "too dense",
       "they will burst apart; let fills end half a spacing from walls and from each other");
  note(findings, thin, fluid.size(), "too thin",
       "they will collapse; make the sizes of fills multiples of world.spacing");
  return findings;
}

Forecast forecast(const Scene& scene, World& world) {
  Forecast result;
  world.examine();
  result.firstStep = world.longestStep();
  result.steps = std::ceil(scene.run.until / result.firstStep);
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < kTrialSteps; ++k) world.step(scene.run.until);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  result.secondsPerStep = spent.count() / kTrialSteps;
  result.memory = kFixedBytes + static_cast<double>(world.bytes());
  return result;
}

}  // namespace shoal
