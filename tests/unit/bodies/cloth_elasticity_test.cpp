// Cloth against what the theory of plates and membranes says.
#include <cmath>

#include <gtest/gtest.h>

#include "test_sheets.h"

namespace shoal {
namespace {

// The lowest point of a strip of the length 1 m that hangs from its upper end, minus that length.
double hangingStretch(const ClothParams& params, std::uint32_t cells) {
  TestWorld<ClothModel> world({-9.81, 0, 0});
  ClothModel& model = world.model;
  Cloth& strip = model.add("strip", makeSheet(1, 0.1, cells, cells / 10), params);
  for (std::uint32_t v = 0; v < strip.surface().x.size(); ++v)
    if (strip.surface().x[v].x == 1) strip.pin(v);
  advance(world, 6);
  double lowest = 1;
  for (const Vec3d& x : strip.surface().x) lowest = std::min(lowest, x.x);
  return -lowest;
}

ClothParams rubber() {
  ClothParams params;
  params.density = 1000;
  params.young = 1e6;
  params.poisson = 0;
  params.damping = 0.02;
  return params;
}

TEST(ClothElasticity, HangingStripStretchesAsYoungsModulusSays) {
  const double expected = 1000 * 9.81 / (2 * 1e6);
  EXPECT_NEAR(hangingStretch(rubber(), 20), expected, 0.02 * expected);
  ClothParams soft = rubber();
  soft.young = 5e5;
  EXPECT_GT(std::abs(hangingStretch(soft, 20) - expected), 0.02 * expected);
}

TEST(ClothElasticity, HangingStripDoesNotDependOnTheMeshNorOnTheSubsteps) {
  const double coarse = hangingStretch(rubber(), 20);
  ClothParams fine = rubber();
  fine.maxStep = 1e-3;
  EXPECT_NEAR(hangingStretch(fine, 20), coarse, 0.002 * coarse);
  EXPECT_NEAR(hangingStretch(rubber(), 50), coarse, 0.01 * coarse);
}

// How far the free end of a plate sinks that is clamped at x = 0 and reaches to x = L. A row of
// triangles is held flat behind the clamp, which acts in the middle of that row.
double tipDeflection(const ClothParams& params, double L, const TriangleMesh& mesh) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  Cloth& strip = model.add("strip", mesh, params);
  const double cell = L / 20.5;
  for (std::uint32_t v = 0; v < strip.surface().x.size(); ++v)
    if (strip.surface().x[v].x < 1.01 * cell) strip.pin(v);
  advance(world, 1);
  double lowest = 0;
  for (const Vec3d& x : strip.surface().x) lowest = std::min(lowest, x.y);
  return -lowest;
}

ClothParams plate() {
  ClothParams params;
  params.density = 1000;
  params.thickness = 2e-3;
  params.young = 2e9;
  params.poisson = 0;
  params.damping = 0.02;
  return params;
}

TEST(ClothElasticity, ClampedStripBendsAsAPlate) {
  const double L = 0.2, cell = L / 20.5;
  const double D = 2e9 * cube(2e-3) / 12;
  const double expected = 1000 * 2e-3 * 9.81 * std::pow(L, 4) / (8 * D);
  const auto strip = [&](bool alternate) {
    return makeSheet(21 * cell, 4 * cell, 21, 4, alternate);
  };
  EXPECT_NEAR(tipDeflection(plate(), L, strip(false)), expected, 0.05 * expected);
  EXPECT_NEAR(tipDeflection(plate(), L, strip(true)), expected, 0.05 * expected);

  ClothParams softer = plate();
  softer.bending = 0.8 * D;
  EXPECT_GT(tipDeflection(softer, L, strip(false)), 1.2 * expected);
}

TEST(ClothElasticity, BendingHardlyDependsOnHowTheMeshIsMade) {
  const double L = 0.2, cell = L / 20.5;
  const double D = 2e9 * cube(2e-3) / 12;
  const double expected = 1000 * 2e-3 * 9.81 * std::pow(L, 4) / (8 * D);
  TriangleMesh shaken = makeSheet(21 * cell, 4 * cell, 21, 4);
  for (std::size_t v = 0; v < shaken.vertices.size(); ++v) {
    Vec3d& x = shaken.vertices[v];
    if (x.x < 1.5 * cell || x.x > 20.5 * cell || x.z < 0.5 * cell || x.z > 3.5 * cell) continue;
    x.x += 0.3 * cell * std::sin(12.9898 * static_cast<double>(v));
    x.z += 0.3 * cell * std::sin(78.233 * static_cast<double>(v));
  }
  EXPECT_NEAR(tipDeflection(plate(), L, shaken), expected, 0.1 * expected);
}

// The places of a hinge or a triangle, all moved a little.
template <std::size_t N>
std::array<Vec3d, N> nudged(std::array<Vec3d, N> x, std::size_t point, std::size_t axis,
                            double by) {
  x[point][axis] += by;
  return x;
}

TEST(ClothElasticity, HingeGradientIsTheDerivativeOfItsAngle) {
  const std::array<Vec3d, 4> x{{{0, 0, 0}, {1, 0.1, 0.2}, {0.3, 0.2, 1}, {0.4, 0.5, -0.8}}};
  const auto angle = [](const std::array<Vec3d, 4>& p) {
    return hingeAngle(p[0], p[1], p[2], p[3]);
  };
  const double step = 1e-6;
  for (std::size_t point = 0; point < 4; ++point)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double slope =
          (angle(nudged(x, point, axis, step)).angle - angle(nudged(x, point, axis, -step)).angle) /
          (2 * step);
      EXPECT_NEAR(angle(x).gradient[point][axis], slope, 1e-8);
    }
}

TEST(ClothElasticity, MembraneForceIsTheSlopeOfItsEnergy) {
  ClothParams params;
  params.shear = 2e5;
  const SheetModuli moduli = sheetModuli(params);
  const std::array<Vec3d, 3> flat{{{0, 0, 0}, {1, 0, 0.1}, {0.2, 0, 0.9}}};
  const RestTriangle rest = restTriangle(flat, params.weave, params.thickness);
  const std::array<Vec3d, 3> x{{{0.1, 0.2, 0}, {1.8, 0.3, -0.4}, {0.1, -0.5, 1.3}}};
  const double step = 1e-6;
  for (std::size_t point = 0; point < 3; ++point)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double slope = (membraneEnergy(rest, moduli, nudged(x, point, axis, step)) -
                            membraneEnergy(rest, moduli, nudged(x, point, axis, -step))) /
                           (2 * step);
      EXPECT_NEAR(respond(rest, moduli, x).force[point][axis], -slope, 1e-5 * std::abs(slope));
    }
}

TEST(ClothElasticity, CurvedShellsStayCurved) {
  TriangleMesh shell = makeSheet(0.1, 0.1, 10, 10);
  for (Vec3d& x : shell.vertices) x.y = 5 * x.x * x.x;
  TestWorld<ClothModel> world({0, 0, 0});
  ClothModel& model = world.model;
  Cloth& cloth = model.add("shell", shell, plate());
  advance(world, 0.5);
  EXPECT_LT(length(cloth.surface().x.back() - shell.vertices.back()), 1e-9);
}

}  // namespace
}  // namespace shoal
