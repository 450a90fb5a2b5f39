// A million particles fit into memory. What they cost in time: ./dev bench fluid.
#include <fstream>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr const char* kMillion = "world.spacing=0.005";  // 80 x 120 x 120
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

}  // namespace shoal
