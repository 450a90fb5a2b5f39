// Bodies lighter and heavier than water, let go under water, set off in the right direction at once
// and accelerate as their net weight and added mass say, with every coupling that rigid bodies
// take.
#include <cmath>

#include <gtest/gtest.h>

#include "validation/framework/measure.h"
#include "validation/framework/rise.h"

namespace shoal::validation {
namespace {

constexpr double kUntil = 0.3, kFirst = 0.04;                           // s
const RisingBody kSquare{.scene = "rising-square", .addedMass = 1.19};  // [New77] table 4.3

class ReleasedBodies : public testing::TestWithParam<const char*> {
 protected:
  // Upwards, of a square in the middle of the tank.
  static Series way(double density) {
    return riseOf(kSquare, "isph", 0.0125,
                  {.density = density,
                   .until = kUntil,
                   .changes = {"solid.body.mesh.box=[[0.25, 0.45], [0.35, 0.55]]",
                               std::string("solid.body.coupling=") + GetParam()}});
  }
};

// a t^2 / 2 is an upper bound but for the error of the buoyancy: it has neither drag nor the added
// mass of walls. The buoyancy may be off by 1 %, which is a fifth of the net weight where densities
// differ by 5 %.
TEST_P(ReleasedBodies, SetOffAtOnceInTheDirectionOfTheirNetWeight) {
  for (const double ratio : {0.5, 0.8, 0.95, 1.05, 1.2, 2.0}) {
    const double density = ratio * kRiseWater;
    const Series moved = way(density);
    const double expected = releaseAcceleration(kSquare, density) * kUntil * kUntil / 2;
    const double share = valueAt(moved, kUntil) / expected;
    fmt::print("{} x {}: {:.1f} mm, {:.2f} of a t^2 / 2; at {} s {:.2f} mm\n", GetParam(), ratio,
               1000 * valueAt(moved, kUntil), share, kFirst, 1000 * valueAt(moved, kFirst));
    EXPECT_GT(valueAt(moved, kFirst) * expected, 0) << ratio;
    const double byBuoyancy = 0.01 / std::abs(ratio - 1);
    EXPECT_GT(share, 0.6 - byBuoyancy) << ratio;
    EXPECT_LT(share, 1 + byBuoyancy) << ratio;
  }
}

INSTANTIATE_TEST_SUITE_P(Couplings, ReleasedBodies,
                         testing::Values("volumes", "quadrature", "direct-forcing"));

}  // namespace
}  // namespace shoal::validation
