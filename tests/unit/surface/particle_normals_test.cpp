// Normals of particles: out of the fluid at its surface, none within it.
#include "shoal/surface/particle_normals.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/with_threads.h"
#include "unit/surface/test_fluids.h"

namespace shoal {
namespace {

TEST(ParticleNormals, PointOutOfABallAndAreZeroWithin) {
  constexpr double kSpacing = 0.01;
  constexpr int kRadius = 12;  // spacings
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, kRadius);
  const std::vector<Vec3f> normals = particleNormals(x, kSpacing, 3);
  Vec3f centre;
  for (const Vec3f& p : x) centre += p / static_cast<float>(x.size());
  int outside = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3f d = x[i] - centre;
    const float r = length(d) / static_cast<float>(kSpacing);
    if (r < kRadius - 3) {
      EXPECT_EQ(normals[i], Vec3f{}) << r;
    } else if (r > kRadius - 0.5f) {
      ++outside;
      EXPECT_NEAR(length(normals[i]), 1, 1e-5);
      EXPECT_GT(dot(normals[i], normalised(d)), 0.9f) << r;
    }
  }
  EXPECT_GT(outside, 100);
}

TEST(ParticleNormals, AreTheSameForAnyNumberOfThreads) {
  const std::vector<Vec3f> x = ballOfParticles(0.01, 10);
  std::vector<Vec3f> one, many;
  withThreads(1, [&] { one = particleNormals(x, 0.01, 3); });
  withThreads(3, [&] { many = particleNormals(x, 0.01, 3); });
  EXPECT_EQ(one, many);
}

TEST(ParticleNormals, OfNoneAndOfOne) {
  EXPECT_TRUE(particleNormals({}, 0.01, 3).empty());
  const std::vector<Vec3f> one{{1, 2, 3}};
  EXPECT_EQ(particleNormals(one, 0.01, 3).front(), Vec3f{});
}

}  // namespace
}  // namespace shoal
