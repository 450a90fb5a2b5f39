// Many bodies of every kind, poured into a bin.
#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/bodies/rigid_scene.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

// An angle, which is concave.
TriangleMesh makeAngle(double s) {
  const std::vector<std::array<double, 2>> outline = {{0, 0}, {3, 0}, {3, 1},
                                                      {1, 1}, {1, 3}, {0, 3}};
  TriangleMesh mesh;
  for (const double z : {0.0, s})
    for (const auto& [x, y] : outline) mesh.vertices.push_back({s * x, s * y, z});
  const auto n = static_cast<std::uint32_t>(outline.size());
  const Triangle caps[] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const auto& [a, b, c] : caps) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + n, b + n, c + n});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    mesh.triangles.push_back({i, j, j + n});
    mesh.triangles.push_back({i, j + n, i + n});
  }
  return mesh;
}

TEST(RigidPileLong, TwoHundredBodiesInABinComeToRest) {
  RigidWorld world({}, kDown);
  const BoxFace open[] = {BoxFace::HighY};
  world.addStatic("bin", makeBox({{-0.6, 0, -0.6}, {0.6, 4, 0.6}}, open));
  const RigidShape shapes[] = {BoxShape{{0.14, 0.1, 0.12}}, SphereShape{0.06},
                               CylinderShape{0.05, 0.12}, makeAngle(0.05)};
  std::vector<const RigidBody*> bodies;
  for (int i = 0; i < 200; ++i) {
    const int layer = i / 16;
    const Pose start{{0.28 * (i % 4 - 1.5), 0.2 + 0.22 * layer, 0.28 * (i / 4 % 4 - 1.5)},
                     rotationBy({0.7 * i, 0.3 * i, 0})};
    bodies.push_back(
        &world.addDynamic("body" + std::to_string(i), shapes[(i + i / 4) % 4], {}, start));
  }
  advance(world, 6);
  double fastest = 0, deepest = 0;
  for (const RigidBody* body : bodies) {
    fastest = std::max(fastest, length(body->velocity()));
    for (const Vec3d& p : body->surface().x) {
      deepest = std::max({deepest, -p.y, std::abs(p.x) - 0.6, std::abs(p.z) - 0.6});
      EXPECT_LT(p.y, 2);
    }
  }
  EXPECT_LT(fastest, 0.05);   // m/s
  EXPECT_LT(deepest, 0.005);  // m into the bin
}

}  // namespace
}  // namespace shoal
