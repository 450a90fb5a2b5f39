#include "shoal/coupling/sample_places.h"

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.1;
constexpr SamplePlacement kTwoLayers{kSpacing, kSpacing / 2, 2};

TriangleMesh cube() { return makeBox({{0, 0, 0}, {1, 1, 1}}); }

double farthestFromCentre(const std::vector<Vec3f>& places) {
  double farthest = 0;
  for (const Vec3f& x : places)
    for (std::size_t axis = 0; axis < 2; ++axis)
      farthest = std::max(farthest, std::abs(double(x[axis]) - 0.5));
  return farthest;
}

TEST(SamplePlaces, LayersBelowASurfaceAreASpacingApart) {
  for (const int dimensions : {2, 3}) {
    TriangleMesh mesh = cube();
    for (Vec3d& x : mesh.vertices) x.z -= 0.5;
    const SamplePlaces below = placeSamples(mesh, SolidSide::Below, kTwoLayers, dimensions);
    ASSERT_EQ(below.deeper.size(), 1u);
    EXPECT_NEAR(farthestFromCentre(below.first), 0.45, 1e-6);
    EXPECT_NEAR(farthestFromCentre(below.deeper[0]), 0.35, 1e-6);
    const SamplePlaces above = placeSamples(mesh, SolidSide::Above, kTwoLayers, dimensions);
    EXPECT_NEAR(farthestFromCentre(above.first), 0.55, 1e-6);
    EXPECT_NEAR(farthestFromCentre(above.deeper[0]), 0.65, 1e-6);
  }
}

// The outlines of a square of ten spacings have as many samples as the rims of a lattice in it.
TEST(SamplePlaces, LayersOfASquareAreThoseOfALattice) {
  TriangleMesh mesh = cube();
  for (Vec3d& x : mesh.vertices) x.z -= 0.5;
  const SamplePlaces places = placeSamples(mesh, SolidSide::Below, kTwoLayers, 2);
  EXPECT_EQ(places.first.size(), 36u);
  EXPECT_EQ(places.deeper[0].size(), 28u);
  EXPECT_EQ(places.size(), 64u);
}

// The normals point to the fluid; at the edges of the cube there are none.
TEST(SamplePlaces, SamplesOfFacesHaveTheirNormals) {
  for (const int dimensions : {2, 3})
    for (const SolidSide side : {SolidSide::Below, SolidSide::Above}) {
      TriangleMesh mesh = cube();
      for (Vec3d& x : mesh.vertices) x.z -= 0.5;
      const SamplePlaces places = placeSamples(mesh, side, kTwoLayers, dimensions);
      std::size_t onFaces = 0;
      places.forEach([&](const Vec3f& x, std::uint32_t layer, const Vec3f& normal) {
        const auto depth = static_cast<float>(kSpacing * (double(layer) - 0.5));
        const float half = side == SolidSide::Below ? 0.5f - depth : 0.5f + depth;
        const Vec3f fromCentre = x - Vec3f{0.5f, 0.5f, 0};
        Vec3f expected;
        int faces = 0;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
          if (std::abs(std::abs(fromCentre[axis]) - half) < 1e-5f) {
            expected[axis] = (fromCentre[axis] > 0) == (side == SolidSide::Below) ? 1.0f : -1.0f;
            ++faces;
          }
        ASSERT_GE(faces, 1);
        EXPECT_LT(length(normal - (faces == 1 ? expected : Vec3f{})), 1e-5f);
        onFaces += faces == 1;
      });
      EXPECT_GT(onFaces, dimensions == 2 ? 50u : 500u);
    }
}

TEST(SamplePlaces, SheetsHaveOneLayerOnTheirSurface) {
  TriangleMesh mesh = cube();
  for (Vec3d& x : mesh.vertices) x.z -= 0.5;
  const SamplePlaces places = placeSamples(mesh, SolidSide::None, kTwoLayers, 2);
  EXPECT_TRUE(places.deeper.empty());
  EXPECT_NEAR(farthestFromCentre(places.first), 0.5, 1e-6);
  places.forEach([](const Vec3f&, std::uint32_t layer, const Vec3f&) { EXPECT_EQ(layer, 0u); });
}

TEST(SamplePlaces, LayersAreNumberedFromOne) {
  const SamplePlaces places{{{0, 0, 0}}, {{{1, 0, 0}}, {{2, 0, 0}}}};
  std::vector<std::uint32_t> layers;
  places.forEach([&](const Vec3f& x, std::uint32_t layer, const Vec3f&) {
    EXPECT_EQ(x.x + 1, float(layer));
    layers.push_back(layer);
  });
  EXPECT_EQ(layers, (std::vector<std::uint32_t>{1, 2, 3}));
}

}  // namespace
}  // namespace shoal
