// Steps of fluid beside soft solids that are coupled by implicit tractions.
#include <gtest/gtest.h>

#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"

namespace shoal {
namespace {

// A drop flies at a soft plate; nothing holds either.
World dropOnPlate(const std::string& more = "") {
  const Scene scene = parseScene(R"(
format = 1
[world]
spacing = 0.01
gravity = [0, 0, 0]
domain = [[-1, -1, -1], [1, 1, 1]]
[[fluid]]
name = "water"
velocity = [0, -1, 0]
fill = [{ box = [[-0.03, 0.01, -0.03], [0.03, 0.07, 0.03]] }]
[[solid]]
name = "plate"
model = "fem"
mesh = { box = { corners = [[-0.05, -0.01, -0.05], [0.05, 0, 0.05]], cell = 0.025 } }
coupling = "quadrature"
density = 200
young = 2e4
)" + more,
                                 "drop");
  return World(worldSetup(scene, assemble(scene)));
}

constexpr double kNoEnd = std::numeric_limits<double>::max();

TEST(QuadratureImplicit, MomentumOfFluidAndSolidIsKept) {
  World world = dropOnPlate();
  const double before = world.ledger().momentum.y;
  for (int k = 0; k < 60; ++k) world.step(kNoEnd);
  const Ledger after = world.ledger();
  EXPECT_LT(after.solids.momentum.y, 0.05 * before) << "they do not meet";
  EXPECT_LT(length(after.momentum + after.solids.momentum - Vec3d{0, before, 0}),
            2e-5 * std::abs(before));
}

// Vertices of the plate are lighter than particles, which explicit forces would throw about.
TEST(QuadratureImplicit, LightVerticesDoNotShortenTheStep) {
  World world = dropOnPlate();
  double longest = 0, shortest = kNoEnd;
  for (int k = 0; k < 60; ++k) {
    const double dt = world.step(kNoEnd).dt;
    longest = std::max(longest, dt);
    shortest = std::min(shortest, dt);
  }
  EXPECT_GT(shortest, 0.3 * longest);
  EXPECT_GT(longest, 1e-3);
}

// Also where tractions attract, which stay explicit.
TEST(QuadratureImplicit, NothingPassesThePlate) {
  for (const std::string more : {"", "quadrature = { restDistance = 0.6 }"}) {
    World world = dropOnPlate(more);
    for (int k = 0; k < 100; ++k) world.step(kNoEnd);
    const double plate = world.solids()->deforming().front()->totals().centre.y;
    for (const Vec3f& x : world.fluid().x) EXPECT_GT(double(x.y), plate) << more;
  }
}

}  // namespace
}  // namespace shoal
