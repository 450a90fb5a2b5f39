// What the pair forces conserve, and what they take away.
#include <gtest/gtest.h>

#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;
constexpr float kSoundSpeed = 10;

KernelChoice kernelFor(int dimensions, KernelKind kind = KernelKind::CubicSpline) {
  return makeKernel(kind, 1.95 * kSpacing, dimensions, kSpacing);
}

// What all forces together do, as a share of what they do one by one.
struct Balance {
  double linear = 0, angular = 0;
};

Balance balanceOf(const FluidParticles& fluid, const BoundarySamples* walls = nullptr,
                  const std::vector<Vec3f>& wallForces = {}) {
  Vec3d force, torque;
  double forces = 0, torques = 0;
  const auto add = [&](const Vec3d& x, const Vec3d& f) {
    force += f;
    torque += cross(x, f);
    forces += length(f);
    torques += length(x) * length(f);
  };
  for (std::size_t i = 0; i < fluid.size(); ++i)
    add(Vec3d(fluid.x[i]), double(fluid.mass(i)) * Vec3d(fluid.a[i]));
  for (std::size_t b = 0; b < wallForces.size(); ++b) add(Vec3d(walls->x[b]), Vec3d(wallForces[b]));
  return {length(force) / forces, length(torque) / torques};
}

constexpr double kRounding = 5e-8;  // ten times what is seen

TEST(SphMomentum, IsConservedByPressureAndViscosity) {
  for (const int dimensions : {2, 3})
    for (const KernelKind kind : {KernelKind::CubicSpline, KernelKind::WendlandC2})
      for (const float alpha : {0.f, 0.3f}) {
        TestFluid t(kernelFor(dimensions, kind), kSpacing, randomBlob(dimensions, 3000, kSpacing));
        t.giveRandomVelocities(1);
        t.density();
        t.pressure(kSoundSpeed);
        t.acceleration(t.viscosity(alpha, kSoundSpeed));
        const Balance balance = balanceOf(t.fluid);
        EXPECT_LT(balance.linear, kRounding);
        EXPECT_LT(balance.angular, kRounding);
      }
}

TEST(SphMomentum, AForceFromOutsideIsSeen) {
  TestFluid t(kernelFor(3), kSpacing, randomBlob(3, 3000, kSpacing));
  t.density();
  t.pressure(kSoundSpeed);
  t.acceleration({}, {0, -0.1f, 0});  // among accelerations of some 1000 m/s^2
  const Balance balance = balanceOf(t.fluid);
  EXPECT_GT(balance.linear, kRounding);
  EXPECT_GT(balance.angular, kRounding);
}

TEST(SphMomentum, GravityIsAddedToEveryParticle) {
  TestFluid t(kernelFor(3), kSpacing, randomBlob(3, 100, 10 * kSpacing));
  t.density();
  t.pressure(kSoundSpeed);
  t.acceleration({}, {1, -9.81f, 3});
  for (std::size_t i = 0; i < t.fluid.size(); ++i)
    if (t.near.fluidOfFluid.of(i).empty()) {
      EXPECT_EQ(t.fluid.a[i], (Vec3f{1, -9.81f, 3}));
    }
}

// The power of the forces, in W.
double power(const FluidParticles& fluid) {
  double sum = 0;
  for (std::size_t i = 0; i < fluid.size(); ++i)
    sum += double(fluid.mass(i)) * dot(Vec3d(fluid.v[i]), Vec3d(fluid.a[i]));
  return sum;
}

TEST(SphViscosity, OnlyDissipates) {
  for (const int dimensions : {2, 3}) {
    TestFluid t(kernelFor(dimensions), kSpacing, randomBlob(dimensions, 2000, kSpacing));
    t.giveRandomVelocities(1);
    t.density();
    for (float& pTerm : t.fluid.pTerm) pTerm = 0;
    t.acceleration(t.viscosity(0.1f, kSoundSpeed));
    const double once = power(t.fluid);
    EXPECT_LT(once, 0);
    t.acceleration(t.viscosity(0.2f, kSoundSpeed));
    EXPECT_NEAR(power(t.fluid) / once, 2, 1e-4);
  }
}

TEST(SphViscosity, PressureOfPartingFluidIsNoDissipation) {
  TestFluid t(kernelFor(3), kSpacing, randomBlob(3, 2000, kSpacing));
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = t.fluid.x[i] - Vec3f{1, 0, 0.7f};
  t.density();
  t.pressure(kSoundSpeed);
  t.acceleration(t.viscosity(0.1f, kSoundSpeed));
  EXPECT_GT(power(t.fluid), 0);
}

TEST(SphViscosity, LeavesPartingParticlesAndRigidMotionAlone) {
  TestFluid t(kernelFor(3), kSpacing, randomBlob(3, 500, kSpacing));
  t.density();
  for (float& pTerm : t.fluid.pTerm) pTerm = 0;
  const auto largest = [&] {
    t.acceleration(t.viscosity(0.1f, kSoundSpeed));
    return parallelMax(t.fluid.size(), 0.f, [&](std::size_t i) { return length(t.fluid.a[i]); });
  };
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = t.fluid.x[i];  // expansion
  EXPECT_EQ(largest(), 0);
  for (Vec3f& v : t.fluid.v) v = {3, 2, 1};
  EXPECT_EQ(largest(), 0);
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = -t.fluid.x[i];
  EXPECT_GT(largest(), 0.1f);
}

// A blob of fluid with wall samples strewn through it, moving.
struct Rubbed : TestFluid {
  Rubbed(int dimensions, float friction)
      : TestFluid(kernelFor(dimensions), kSpacing, randomBlob(dimensions, 1500, kSpacing),
                  randomBlob(dimensions, 700, 1.2 * kSpacing, 8)) {
    giveRandomVelocities(1);
    rubWalls(friction);
    density();
    pressure(kSoundSpeed);
  }
};

TEST(SphWalls, TakeTheOppositeOfWhatTheyGive) {
  for (const int dimensions : {2, 3})
    for (const float friction : {0.f, 0.5f}) {
      Rubbed t(dimensions, friction);
      const ArtificialViscosity viscosity = t.viscosity(0.1f, kSoundSpeed);
      t.acceleration(viscosity);
      EXPECT_GT(balanceOf(t.fluid).linear, kRounding) << "the walls do nothing";
      const Balance balance = balanceOf(t.fluid, &t.walls, t.wallForces(viscosity));
      EXPECT_LT(balance.linear, kRounding);
      EXPECT_LT(balance.angular, kRounding);
    }
}

TEST(SphWalls, AMissingReactionIsSeen) {
  Rubbed t(3, 0.5f);
  const ArtificialViscosity viscosity = t.viscosity(0.1f, kSoundSpeed);
  t.acceleration(viscosity);
  t.rubWalls(0);
  EXPECT_GT(balanceOf(t.fluid, &t.walls, t.wallForces(viscosity)).linear, kRounding);
}

TEST(SphWalls, FrictionTakesEnergy) {
  Rubbed t(3, 0.5f);
  for (float& pTerm : t.fluid.pTerm) pTerm = 0;
  t.acceleration({0, kSoundSpeed, t.kernel.radius / 2});
  EXPECT_LT(power(t.fluid), 0);
  t.rubWalls(0);
  t.acceleration({0, kSoundSpeed, t.kernel.radius / 2});
  EXPECT_EQ(power(t.fluid), 0);
}

}  // namespace
}  // namespace shoal
