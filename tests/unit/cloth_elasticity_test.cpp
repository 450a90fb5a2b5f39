// Cloth against what the theory of plates and membranes says.
#include <cmath>

#include <gtest/gtest.h>

#include "test_sheets.h"

namespace shoal {
namespace {

// The lowest point of a strip of the length 1 m that hangs from its upper end, minus that length.
double hangingStretch(const ClothParams& params, std::uint32_t cells) {
  ClothModel model({-9.81, 0, 0});
  Cloth& strip = model.add("strip", makeSheet(1, 0.1, cells, cells / 10), params);
  for (std::uint32_t v = 0; v < strip.surface().x.size(); ++v)
    if (strip.surface().x[v].x == 1) strip.pin(v);
  advance(model, 6);
  double lowest = 1;
  for (const Vec3d& x : strip.surface().x) lowest = std::min(lowest, x.x);
  return -lowest;
}

ClothParams rubber() {
  ClothParams params;
  params.density = 1000;
  params.young = 1e6;
  params.poisson = 0;
  params.damping = 0.02;
  return params;
}

TEST(ClothElasticity, HangingStripStretchesAsYoungsModulusSays) {
  const double expected = 1000 * 9.81 / (2 * 1e6);
  EXPECT_NEAR(hangingStretch(rubber(), 20), expected, 0.02 * expected);
  ClothParams soft = rubber();
  soft.young = 5e5;
  EXPECT_GT(std::abs(hangingStretch(soft, 20) - expected), 0.02 * expected);
}

TEST(ClothElasticity, HangingStripDoesNotDependOnTheMeshNorOnTheSubsteps) {
  const double coarse = hangingStretch(rubber(), 20);
  ClothParams fine = rubber();
  fine.substep = 1e-3;
  EXPECT_NEAR(hangingStretch(fine, 20), coarse, 0.002 * coarse);
  EXPECT_NEAR(hangingStretch(rubber(), 50), coarse, 0.01 * coarse);
}

}  // namespace
}  // namespace shoal
