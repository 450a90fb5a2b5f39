#include "shoal/geometry/distance/surface_cells.h"

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/mesh_vessels.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

constexpr double kReach = 0.1;

TriangleMesh withNeedle(TriangleMesh mesh) {
  const std::uint32_t a = mesh.triangles[0][0], b = mesh.triangles[0][1];
  mesh.triangles.push_back({a, b, b});
  return mesh;
}

const std::vector<TriangleMesh>& meshes() {
  static const std::vector top{BoxFace::HighY};
  static const std::vector<TriangleMesh> all{
      makeBox({{0, 0, 0}, {1, 0.7, 0.4}}, top), makeSphere({0.5, 0.4, 0.2}, 0.3, 4),
      makeHull({0.5, 0.3, 0.2}, {1, 0.3, 0.4}, {0.01, 0.7, 0.08, 0.1}),
      withNeedle(makeRock({0.4, 0.4, 0.3}, 0.3, {0.4, {1, 0.5, 1}, 3})),
      TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 1, 2}}}};
  return all;
}

std::vector<Vec3d> somePoints() {
  RandomPoints random(3, 11);
  std::vector<Vec3d> points;
  for (int k = 0; k < 4000; ++k)
    points.push_back(1.6 * Vec3d(random.inCube(1)) - Vec3d{0.3, 0.3, 0.4});
  return points;
}

TEST(SurfaceCells, FindTheNearestPointOfTheMesh) {
  for (const TriangleMesh& mesh : meshes()) {
    const SurfaceCells cells(mesh, mesh.bounds(), kReach, 0.04);
    const MeshDistance distance(mesh);
    std::size_t found = 0;
    for (const Vec3d& p : somePoints())
      for (const double within : {kReach, 0.3 * kReach}) {
        const auto place = cells.nearest(p, within);
        const double expected = distance.distance(p, within);
        ASSERT_EQ(place.has_value(), expected < within);
        if (!place) continue;
        ++found;
        ASSERT_NEAR(length(p - place->point), expected, 1e-9);
        ASSERT_NEAR(length(place->normal), 1, 1e-9);
      }
    EXPECT_GT(found, 100u);
  }
}

TEST(SurfaceCells, MissNothingAtAFirstLook) {
  for (const TriangleMesh& mesh : meshes()) {
    const SurfaceCells cells(mesh, mesh.bounds(), kReach, 0.04);
    const MeshDistance distance(mesh);
    std::size_t near = 0, suspected = 0;
    for (const Vec3d& p : somePoints())
      for (const double within : {kReach, 0.3 * kReach}) {
        const bool isNear = distance.distance(p, within) < within;
        near += isNear;
        suspected += cells.mayBeNear(p, within);
        ASSERT_TRUE(cells.mayBeNear(p, within) || !isNear);
      }
    EXPECT_LT(suspected, 3 * near) << "a look that suspects everything is worth nothing";
  }
}

TEST(SurfaceCells, KnowNothingBeyondTheBoxAskedFor) {
  const TriangleMesh& box = meshes()[0];
  const SurfaceCells cells(box, {{0, 0, 0}, {0.5, 0.7, 0.4}}, kReach, 0.04);
  EXPECT_TRUE(cells.nearest({0.25, 0.05, 0.2}, kReach));
  EXPECT_FALSE(cells.nearest({0.75, 0.05, 0.2}, kReach));
}

TEST(SurfaceCells, OfAHugeMeshFitIntoMemory) {
  const SurfaceCells cells(makeBox({{0, 0, 0}, {1e4, 1e4, 1e4}}), {{0, 0, 0}, {1e4, 1e4, 1e4}}, 0.1,
                           0.05);
  EXPECT_LT(cells.bytes(), std::size_t{200} << 20);
  const auto place = cells.nearest({5e3, 0.05, 6e3}, 0.1);
  ASSERT_TRUE(place);
  EXPECT_NEAR(place->point.y, 0, 1e-9);
}

}  // namespace
}  // namespace shoal
