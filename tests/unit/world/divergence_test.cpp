// The term that threw a particle is found and named.
#include "shoal/world/divergence.h"

#include <gtest/gtest.h>

#include "shoal/sph/forces/gravity.h"

namespace shoal {
namespace {

class Push final : public FluidForce {
 public:
  explicit Push(const Vec3f& a) : a_(a) {}
  const char* name() const override { return "a push"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings&, double) override {
    for (Vec3f& a : fluid.a) a += a_;
  }

 private:
  Vec3f a_;
};

struct Three {
  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;

  explicit Three(const Vec3f& a) {
    fluid.set.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
      fluid.v[i] = {};
      fluid.a[i] = a;
    }
  }
  std::string blame(const FluidForces& forces) {
    return strongestTerm(fluid, {walls, near, {}, {}}, forces, 0, 1);
  }
};

FluidForces gravityAnd(const Vec3f& push) {
  FluidForces forces;
  forces.push_back(std::make_unique<Gravity>(Vec3f{0, -9.81f, 0}));
  forces.push_back(std::make_unique<Push>(push));
  return forces;
}

TEST(Divergence, TheStrongestTermIsNamed) {
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Three({0, 5000, 0}).blame(gravityAnd({1, 0, 0})), "pressure");
  EXPECT_EQ(Three({0, 5000, 0}).blame(gravityAnd({0, 5000, 0})), "a push");
  EXPECT_EQ(Three({0, -9.81f, 0}).blame(gravityAnd({})), "gravity");
  EXPECT_EQ(Three({0, infinite, 0}).blame(gravityAnd({1, 0, 0})), "pressure");
  EXPECT_EQ(Three({0, infinite, 0}).blame(gravityAnd({0, infinite, 0})), "a push");
  EXPECT_EQ(Three({0, 1, 0}).blame({}), "pressure");
}

TEST(Divergence, TheFirstParticleBeyondTheSpeedIsFound) {
  Three some(Vec3f{});
  EXPECT_FALSE(firstBeyond(some.fluid, 1, 1));
  some.fluid.a[2] = {0, 3, 0};
  EXPECT_EQ(firstBeyond(some.fluid, 1, 1), 2u);
  EXPECT_FALSE(firstBeyond(some.fluid, 1, 0.1));
  EXPECT_FALSE(firstBeyond(some.fluid, 1, 0));
  some.fluid.v[1] = {std::numeric_limits<float>::quiet_NaN(), 0, 0};
  EXPECT_EQ(firstBeyond(some.fluid, 1, 0), 1u);
}

}  // namespace
}  // namespace shoal
