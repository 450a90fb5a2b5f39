#include <numbers>

#include <gtest/gtest.h>

#include "shoal/coupling/quadrature/surface_fields.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {
namespace {

using Outline = std::vector<Segment>;

// A curve with a concave corner at the origin, seen from above.
const Outline kGroove{{{-1, 1, 0}, {0, 0, 0}}, {{0, 0, 0}, {1, 1, 0}}};
const Outline kLine{{{-1, 0, 0}, {1, 0, 0}}};
const Outline kLineInTwo{{{-1, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {1, 0, 0}}};
constexpr double h = 0.4;

// By how much the slope along x changes from just left to just right of a point.
double slopeJump(FieldKind kind, const Outline& outline, const Vec3d& p) {
  constexpr double e = 1e-4;
  const auto at = [&](double x) { return fieldAt(kind, outline, p + Vec3d{x, 0, 0}, h); };
  return std::abs((at(2 * e) - at(e)) - (at(-e) - at(-2 * e))) / e;
}

TEST(SurfaceFields, TheNearestDistanceHasAKinkAboveAConcaveCornerAndTheConvolutionNone) {
  const Vec3d above{0, 0.2, 0};
  EXPECT_NEAR(slopeJump(FieldKind::kNearest, kGroove, above), std::sqrt(2.0), 1e-2);
  EXPECT_LT(slopeJump(FieldKind::kConvolution, kGroove, above), 1e-2);
  EXPECT_LT(slopeJump(FieldKind::kWeightedSum, kGroove, above), 1e-2);
}

TEST(SurfaceFields, OnlyTheConvolutionDoesNotSeeWhereElementsMeet) {
  const Vec3d above{0, 0.2, 0}, beside{0.15, 0.2, 0};
  const auto change = [&](FieldKind kind, const Vec3d& p) {
    return std::abs(fieldAt(kind, kLineInTwo, p, h) / fieldAt(kind, kLine, p, h) - 1);
  };
  EXPECT_NEAR(change(FieldKind::kWeightedSum, above), 1, 1e-12) << "a bulge of the same height";
  EXPECT_NEAR(change(FieldKind::kNormalised, above), 0, 1e-12);
  EXPECT_GT(change(FieldKind::kNormalised, beside), 0.05) << "which moves to the sides";
  for (const Vec3d& p : {above, beside}) EXPECT_LT(change(FieldKind::kConvolution, p), 1e-4);
}

TEST(SurfaceFields, OfTrianglesAgreeWithTheirDefinitions) {
  const TriangleMesh plane = makePlane({0, 0, 0}, {0, 1, 0}, 4, 4);
  const Vec3d p{0.3, 0.1, 0.2};
  EXPECT_NEAR(fieldAt(FieldKind::kNearest, plane, p, h), 0.1, 1e-12);
  // Of (1 - r^2 / h^2)^2 over the disc within reach: pi h^2 (1 - z^2 / h^2)^3 / 3.
  const double disc = std::numbers::pi * sq(h) * cube(1 - sq(0.1 / h)) / 3;
  EXPECT_NEAR(fieldAt(FieldKind::kConvolution, plane, p, h), disc, 1e-4 * disc);
  const Vec3d far{0, 2 * h, 0};
  for (const auto kind : {FieldKind::kWeightedSum, FieldKind::kNormalised, FieldKind::kConvolution})
    EXPECT_EQ(fieldAt(kind, plane, far, h), 0);
}

}  // namespace
}  // namespace shoal
