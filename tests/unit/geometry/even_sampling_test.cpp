#include "shoal/geometry/sampling/even_sampling.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/sampling/surface_sampling.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

double distanceTo(const std::vector<Vec3d>& points, const Vec3d& p) {
  double least = 1e9;
  for (const Vec3d& q : points) least = std::min(least, length(p - q));
  return least;
}

void expectEven(const TriangleMesh& mesh, double spacing, double area) {
  const std::vector<Vec3d> points = sampleEvenly(mesh, spacing);
  const MeshDistance distance(mesh);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_LT(distance.distance(points[i]), 1e-6);
    for (std::size_t j = 0; j < i; ++j)
      ASSERT_GE(length(points[i] - points[j]), kLeastGap * spacing);
  }
  for (const Vec3f& p : sampleSurface(mesh, spacing / 7))
    ASSERT_LE(distanceTo(points, Vec3d(p)), spacing);
  EXPECT_NEAR(double(points.size()) * sq(spacing) / area, 1, 0.35);
}

TEST(EvenSampling, CoversSurfacesWithoutCrowding) {
  expectEven(makeBox({{0, 0, 0}, {1, 0.5, 0.3}}), 0.05, 1.9);
  expectEven(makeSphere({0.1, 0, 0}, 0.3), 0.04, 4 * std::acos(-1.0) * sq(0.3));
}

TEST(EvenSampling, OpenSheetsAreSampledUpToTheirBorder) {
  const TriangleMesh sheet = makePlane({0, 0, 0}, {0, 1, 0}, 1, 0.5);
  expectEven(sheet, 0.04, 0.5);
  const std::vector<Vec3d> points = sampleEvenly(sheet, 0.04);
  for (const Vec3d& corner : sheet.vertices) EXPECT_LT(distanceTo(points, corner), 1e-6);
}

TEST(EvenSampling, RefusesMorePointsThanAnyoneWants) {
  EXPECT_THROW(sampleEvenly(makeBox({{0, 0, 0}, {1, 1, 1}}), 1e-7), Error);
}

}  // namespace
}  // namespace shoal
