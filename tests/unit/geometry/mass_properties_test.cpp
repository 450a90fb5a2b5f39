#include "shoal/geometry/mesh/mass_properties.h"

#include <gmock/gmock.h>

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/core/error.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

using ::testing::HasSubstr;
constexpr double kPi = std::numbers::pi;

template <class Work>
std::string messageOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(MassProperties, OfABoxAreExact) {
  const Vec3d corner{1e3, 2, -5}, size{1, 2, 3};
  const MassProperties p = massProperties(makeBox({corner, corner + size}), 700);
  EXPECT_NEAR(p.volume, 6, 1e-9);
  EXPECT_NEAR(p.mass, 4200, 1e-6);
  EXPECT_NEAR(length(p.centre - (corner + size / 2)), 0, 1e-9);
  EXPECT_NEAR(p.inertia.xx, 4200 * (4.0 + 9) / 12, 1e-6);
  EXPECT_NEAR(p.inertia.yy, 4200 * (9.0 + 1) / 12, 1e-6);
  EXPECT_NEAR(p.inertia.zz, 4200 * (1.0 + 4) / 12, 1e-6);
  EXPECT_NEAR(p.inertia.xy, 0, 1e-6);
}

TEST(MassProperties, OfASphereAndATorusConverge) {
  const double ball = 4.0 / 3 * kPi * 8;
  const double ring = 2 * sq(kPi) * 1 * sq(0.3);
  double last = 1;
  for (const int level : {2, 3, 4}) {
    const MassProperties s = massProperties(makeSphere({1, 2, 3}, 2, level), 1);
    const double wrong = std::abs(s.inertia.xx / (0.4 * ball * 4) - 1);
    EXPECT_LT(wrong, 0.3 * last);
    last = wrong;
  }
  EXPECT_LT(last, 0.01);
  const MassProperties t = massProperties(makeTorus(1, 0.3, 400, 200), 1);
  EXPECT_NEAR(t.volume / ring, 1, 1e-3);
  EXPECT_NEAR(t.inertia.zz / (ring * (1 + 0.75 * sq(0.3))), 1, 1e-3);
  EXPECT_NEAR(t.inertia.xx / (ring * (0.5 + 0.625 * sq(0.3))), 1, 1e-3);
}

TEST(MassProperties, PrincipalAxesUndoARotation) {
  TriangleMesh box = makeBox({{0, 0, 0}, {1, 2, 3}});
  rotate(box, 0.7, -0.4);
  const MassProperties p = massProperties(box, 12);
  const PrincipalInertia principal = principalInertia(p.inertia);
  std::array moments = {principal.moments.x, principal.moments.y, principal.moments.z};
  std::sort(moments.begin(), moments.end());
  EXPECT_NEAR(moments[0], 6 * 5, 1e-9);
  EXPECT_NEAR(moments[1], 6 * 10, 1e-9);
  EXPECT_NEAR(moments[2], 6 * 13, 1e-9);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Vec3d unit;
    unit[axis] = 1;
    const Vec3d direction = rotate(principal.axes, unit);
    EXPECT_NEAR(length(p.inertia * direction - principal.moments[axis] * direction), 0, 1e-9);
  }
}

TEST(MassProperties, OfShapesAgreeWithThoseOfTheirSurfaces) {
  for (const RigidShape& shape :
       {RigidShape{BoxShape{{1, 2, 3}}}, RigidShape{SphereShape{0.7}},
        RigidShape{CylinderShape{0.5, 2}}, RigidShape{CapsuleShape{0.5, 2}}}) {
    const MassProperties exact = massOf(shape, 1000, false);
    const MassProperties mesh = massProperties(surfaceOf(shape), 1000);
    EXPECT_NEAR(mesh.mass / exact.mass, 1, 0.03) << shape.index();
    EXPECT_NEAR(mesh.inertia.xx / exact.inertia.xx, 1, 0.04) << shape.index();
    EXPECT_NEAR(mesh.inertia.yy / exact.inertia.yy, 1, 0.04) << shape.index();
    EXPECT_NEAR(mesh.inertia.zz / exact.inertia.zz, 1, 0.04) << shape.index();
  }
}

TEST(MassProperties, InThePlaneAreThoseOfTheCut) {
  const MassProperties p = planarMassProperties(makeBox({{1, 2, -5}, {2, 4, 9}}), 10);
  EXPECT_NEAR(p.mass, 20, 1e-9);
  EXPECT_NEAR(length(p.centre - Vec3d{1.5, 3, 0}), 0, 1e-12);
  EXPECT_NEAR(p.inertia.zz, 20 * 5.0 / 12, 1e-9);
  EXPECT_THAT(messageOf([] {
                planarMassProperties(makeBox({{0, 0, 1}, {1, 1, 2}}), 1);
              }),
              HasSubstr("does not cross the plane z = 0"));
}

TEST(MassProperties, BadMeshesAreRefusedWithAPlace) {
  TriangleMesh box = makeBox({{0, 0, 0}, {1, 1, 1}});
  TriangleMesh open = box;
  open.triangles.pop_back();
  EXPECT_THAT(messageOf([&] { massProperties(open, 1); }),
              ::testing::MatchesRegex("the mesh is not closed: 3 open edges.*repair the edge from "
                                      "\\([01], [01], [01]\\) to \\([01], [01], [01]\\)"));
  for (Triangle& t : box.triangles) std::swap(t[0], t[1]);
  EXPECT_THAT(messageOf([&] { massProperties(box, 1); }),
              HasSubstr("around (0.5, 0.5, 0.5) is inside out"));
  const TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_THAT(messageOf([&] { massProperties(flat, 1); }), HasSubstr("encloses no volume"));
}

}  // namespace
}  // namespace shoal
