#include "shoal/geometry/mesh/outline.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/slice.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

Box3d boxOver(double zLow, double zHigh) { return {{0, 0, zLow}, {1, 0.5, zHigh}}; }

double enclosedArea(const std::vector<Segment>& outline) {
  double twice = 0;
  for (const Segment& s : outline) twice += s.a.x * s.b.y - s.a.y * s.b.x;
  return twice / 2;
}

TEST(Outline, BoxGivesItsFourSidesWhereverItsHeightHasZero) {
  const std::pair<double, double> heights[] = {{-1, 1}, {-0.3, 0.7}, {0, 1}, {-1, 0}, {0, 0}};
  for (const auto& [low, high] : heights) {
    const auto outline = sliceAtZeroPlane(makeBox(boxOver(low, high)));
    EXPECT_EQ(outline.size(), 4u) << low << " to " << high;
    EXPECT_NEAR(enclosedArea(outline), 0.5, 1e-12) << low << " to " << high;
    for (const Segment& s : outline) EXPECT_EQ(s.a.z, 0);
  }
  EXPECT_TRUE(sliceAtZeroPlane(makeBox(boxOver(0.1, 1))).empty());
}

TEST(Outline, OpenFaceIsNoSide) {
  const BoxFace open[] = {BoxFace::HighY};
  const BoxFace uncovered[] = {BoxFace::HighY, BoxFace::LowZ, BoxFace::HighZ};
  const std::pair<double, double> heights[] = {{-1, 1}, {0, 1}, {-1, 0}, {0, 0}};
  for (const auto& [low, high] : heights)
    for (const auto& faces :
         {std::span<const BoxFace>(open), std::span<const BoxFace>(uncovered)}) {
      const auto outline = sliceAtZeroPlane(makeBox(boxOver(low, high), faces));
      EXPECT_EQ(outline.size(), 3u) << low << " to " << high;
      for (const Segment& s : outline) EXPECT_FALSE(s.a.y == 0.5 && s.b.y == 0.5);
    }
}

TEST(Outline, FlatPolygonGivesItsBorder) {
  const auto outline = sliceAtZeroPlane(makePlane({0, 0, 0}, {0, 0, -1}, 2, 3));
  EXPECT_EQ(outline.size(), 4u);
  EXPECT_NEAR(enclosedArea(outline), 6, 1e-12);
}

TEST(Outline, VerticesInThePlaneAreCutOnce) {
  const auto outline = sliceAtZeroPlane(makeOctahedron(1));
  EXPECT_EQ(outline.size(), 4u);
  EXPECT_NEAR(enclosedArea(outline), 2, 1e-12);
  const auto torus = sliceAtZeroPlane(makeTorus(1, 0.25, 200, 60));
  EXPECT_NEAR(enclosedArea(torus), std::numbers::pi * (sq(1.25) - sq(0.75)), 0.01);
}

TEST(Outline, CutsThroughAVertexEndExactlyThere) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.1, 3);
  const auto at = [&](double z) { return Vec3d{uniform(random), uniform(random), z}; };
  for (int i = 0; i < 200; ++i) {
    const double z = uniform(random);
    const Vec3d v = at(z), below = at(z - uniform(random)), above = at(z + uniform(random));
    for (const InPlane side : {InPlane::kAbove, InPlane::kBelow}) {
      const auto cut = cutTriangle({v, below, above}, z, side);
      ASSERT_TRUE(cut);
      EXPECT_TRUE(cut->a == v || cut->b == v);
    }
  }
}

TEST(Outline, SamplesOfMultiplesAreExactlySpaced) {
  const auto samples = sampleOutline(sliceAtZeroPlane(makeBox(boxOver(-1, 1))), 0.1);
  EXPECT_EQ(samples.size(), 30u);
  std::set<std::pair<long, long>> lattice;
  for (const Vec3f& s : samples) {
    EXPECT_NEAR(s.x, 0.1 * std::round(s.x / 0.1), 1e-6);
    EXPECT_NEAR(s.y, 0.1 * std::round(s.y / 0.1), 1e-6);
    lattice.insert({std::lround(s.x / 0.1f), std::lround(s.y / 0.1f)});
  }
  EXPECT_EQ(lattice.size(), 30u);
}

TEST(Outline, SamplesAreNoFurtherThanSpacing) {
  const Segment path[] = {
      {{0, 0, 0}, {1.9, 0, 0}}, {{1.9, 3.1, 0}, {1.9, 0, 0}}, {{1.9, 0, 0}, {0, 0, 0}}};
  const auto samples = sampleOutline(path, 1);
  EXPECT_EQ(samples.size(), 3u + 1 + 3);  // the third segment repeats the first
  for (const Vec3f& s : samples) {
    float nearest = 1e30f;
    for (const Vec3f& t : samples)
      if (!(s == t)) nearest = std::min(nearest, length(s - t));
    EXPECT_LE(nearest, 1.001f);
  }
  EXPECT_THROW(sampleOutline(path, 1e-9), Error);
}

}  // namespace
}  // namespace shoal
