// A million particles: they fit into memory, and cost as much each as a hundred thousand.
#include <algorithm>
#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr const char* kHundredThousand = "world.spacing=0.0111111111111111";  // 36 x 54 x 54
constexpr const char* kMillion = "world.spacing=0.005";                       // 80 x 120 x 120
// The one that keeps nothing per pair of neighbours.
constexpr const char* kSolver = "fluid.water.solver=wcsph";

// The most memory this process ever held, in bytes.
double peakMemory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (status >> word)
    if (word == "VmHWM:") status >> kilobytes;
  return 1024 * kilobytes;
}

// The fastest of several steps, per particle, in s of wall time.
double secondsPerParticle(const char* spacing) {
  const auto world = makeWorld(projectScene("examples/dam-break", {spacing, kSolver}));
  world->step(1);
  double best = 1e9;
  for (int k = 0; k < 8; ++k) {
    const auto start = std::chrono::steady_clock::now();
    world->step(1);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
  }
  return best / static_cast<double>(world->fluid().size());
}

}  // namespace

TEST(Million, ParticlesTakeLessThan300BytesEachBeyondTheProgram) {
  const auto world = makeWorld(projectScene("examples/dam-break", {kMillion, kSolver}));
  const auto particles = static_cast<double>(world->fluid().size());
  ASSERT_GT(particles, 1e6);
  for (int k = 0; k < 3; ++k) world->step(1);
  const double perParticle = (peakMemory() - 200e6) / particles;
  std::printf("%.0f particles, %.0f bytes each beyond 200 MB\n", particles, perParticle);
  EXPECT_LT(perParticle, 300);
}

// Long, since a busy machine spoils it.
TEST(MillionLong, ParticlesCostAsMuchEachAsAHundredThousand) {
  const double few = secondsPerParticle(kHundredThousand);
  const double many = secondsPerParticle(kMillion);
  std::printf("%.0f ns per particle at 100 k, %.0f at 1 M\n", 1e9 * few, 1e9 * many);
  EXPECT_LT(many, 1.25 * few);
}

}  // namespace shoal
