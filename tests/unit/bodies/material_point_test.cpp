// Points of the material of bodies.
#include "shoal/bodies/material_point.h"

#include <gtest/gtest.h>

#include "shoal/bodies/cloth/sheet_point.h"
#include "shoal/bodies/fem/fem_body.h"
#include "shoal/geometry/shapes/tetra_shapes.h"

namespace shoal {
namespace {

// Elements interpolate exactly what their shape functions contain: linear maps, and squares too if
// they are quadratic.
TEST(MaterialPoint, ElementsInterpolateTheirOwnPolynomials) {
  for (const FemElements order : {FemElements::Linear, FemElements::Quadratic}) {
    FemParams params;
    params.elements = order;
    FemBody body("block", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {2, 3, 2}), params);
    const double bend = order == FemElements::Quadratic ? 0.2 : 0;
    const auto deformed = [&](const Vec3d& p) {
      return Vec3d{1.1 * p.x + 0.2 * p.y, p.y - 0.3 * p.z + bend * p.x * p.x, 2 + p.z};
    };
    const std::vector<Vec3d>& rest = body.solid().mesh().rest;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      body.solid().x[i] = deformed(rest[i]);
      body.solid().v[i] = 3.0 * deformed(rest[i]);
    }
    for (const Vec3d& at :
         {Vec3d{0.21, 0.37, 0.83}, {0.5, 0.5, 0.5}, {0, 1, 0}, {0.9, 0.11, 0.3}}) {
      const auto point = body.materialPoint(at);
      ASSERT_TRUE(point);
      EXPECT_NEAR(length(point->rest - at), 0, 1e-12);
      EXPECT_NEAR(length(body.motionOf(*point).x - deformed(at)), 0, 1e-12);
      EXPECT_NEAR(length(body.motionOf(*point).v - 3.0 * deformed(at)), 0, 1e-12);
    }
    const auto outside = body.materialPoint({1.5, 0.4, 0.4});
    EXPECT_NEAR(length(outside->rest - Vec3d{1, 0.4, 0.4}), 0, 1e-12) << "the nearest point";
  }
}

TEST(MaterialPoint, PointOfASheetIsTheNearestOfItsTriangles) {
  const std::vector<Vec3d> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {1, 3, 2}};
  const MaterialPoint point = nearestMaterial(triangles, x, {0.8, 0.7, 0.5});
  EXPECT_EQ(point.element, 1u);
  EXPECT_NEAR(length(point.rest - Vec3d{0.8, 0.7, 0}), 0, 1e-12);
  EXPECT_NEAR(length(interpolated(point, x, x).x - point.rest), 0, 1e-12);
}

}  // namespace
}  // namespace shoal
