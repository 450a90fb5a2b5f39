// Bowls are caps of spheres.
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/mass_properties.h"
#include "shoal/geometry/mesh_check.h"
#include "shoal/geometry/mesh_shapes.h"

namespace shoal {
namespace {

const Vec3d kCentre{0.1, 0.5, -0.2};
constexpr double kRadius = 0.3, kDepth = 0.2;
constexpr double kSphere = (kRadius * kRadius + kDepth * kDepth) / (2 * kDepth);

TEST(Bowl, LiesOnASphereAndFacesItsMiddle) {
  const TriangleMesh bowl = makeBowl(kCentre, kRadius, kDepth, 0.02);
  const Vec3d middle = kCentre + Vec3d{0, kSphere - kDepth, 0};
  for (const Vec3d& v : bowl.vertices) EXPECT_NEAR(length(v - middle), kSphere, 1e-12);
  for (std::size_t t = 0; t < bowl.triangles.size(); ++t) {
    const auto [a, b, c] = corners(bowl, t);
    EXPECT_GT(dot(cross(b - a, c - a), middle - a), 0);
  }
  EXPECT_NEAR(bowl.bounds().upper.y, kCentre.y, 1e-12);
  EXPECT_NEAR(bowl.bounds().lower.y, kCentre.y - kDepth, 1e-12);
}

TEST(Bowl, HasEdgesOfOneSizeAndARim) {
  const TriangleMesh bowl = makeBowl(kCentre, kRadius, kDepth, 0.0112);
  EXPECT_EQ(bowl.triangles.size(), 6u * 34 * 34);
  const MeshReport report = checkMesh(bowl);
  EXPECT_EQ(report.openEdges, 6u * 34);
  EXPECT_EQ(report.flippedEdges, 0u);
}

TEST(Bowl, HoldsTheVolumeOfACap) {
  const TriangleMesh full = makeLiddedBowl(kCentre, kRadius, kDepth, 0.01);
  EXPECT_TRUE(checkMesh(full).closed()) << checkMesh(full).summary();
  const double cap = std::numbers::pi * sq(kDepth) * (3 * kSphere - kDepth) / 3;
  EXPECT_NEAR(massProperties(full, 1).mass, cap, 0.01 * cap);
}

TEST(Bowl, RefusesWhatIsNone) {
  EXPECT_THROW(makeBowl(kCentre, kRadius, 0, 0.02), Error);
  EXPECT_THROW(makeBowl(kCentre, kRadius, 2 * kRadius, 0.02), Error);
  EXPECT_THROW(makeBowl(kCentre, kRadius, kDepth, 0), Error);
  EXPECT_THROW(makeBowl(kCentre, kRadius, kDepth, 1e-9), Error);
}

}  // namespace
}  // namespace shoal
