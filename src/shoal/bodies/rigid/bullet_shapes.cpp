#include "shoal/bodies/rigid/bullet_shapes.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <btBulletCollisionCommon.h>

#include "shoal/bodies/rigid/bullet_convert.h"
#include "shoal/bodies/rigid/convex_parts.h"
#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

// Collision margin as a fraction of the smallest half extent: edges are rounded by it. The cores of
// rounded shapes do not overlap at small penetrations; for overlapping cores the search for
// distances is slow and unreliable.
constexpr double kRounding = 0.05;
constexpr double kSkin = 0.02;  // likewise, CollisionPart::skin of boxes

template <class Shape, class... Size>
std::unique_ptr<btCollisionShape> rounded(double least, Size... size) {
  auto shape = std::make_unique<Shape>(size...);
  shape->setMargin(kRounding * least);
  return shape;
}

CollisionShape single(std::unique_ptr<btCollisionShape> shape, double inner, double outer) {
  CollisionShape made;
  made.parts.emplace_back().shape = std::move(shape);
  made.innerRadius = inner;
  made.outerRadius = outer;
  return made;
}

CollisionShape makeShape(const BoxShape& s) {
  const Vec3d half = s.size / 2;
  const double least = std::min({half.x, half.y, half.z});
  CollisionShape made = single(rounded<btBoxShape>(least, toBullet(half)), least, length(half));
  CollisionPart& part = made.parts[0];
  part.skin = kSkin * least;
  part.wideBox = std::make_unique<btBoxShape>(toBullet(half) + btVector3(1, 1, 1) * part.skin);
  return made;
}

CollisionShape makeShape(const SphereShape& s) {
  return single(std::make_unique<btSphereShape>(s.radius), s.radius, s.radius);
}

CollisionShape makeShape(const CylinderShape& s) {
  const double least = std::min(s.radius, s.height / 2);
  return single(rounded<btCylinderShape>(least, btVector3(s.radius, s.height / 2, s.radius)), least,
                portable::hypot(s.radius, s.height / 2));
}

CollisionShape makeShape(const CapsuleShape& s) {
  return single(std::make_unique<btCapsuleShape>(s.radius, s.height), s.radius,
                s.radius + s.height / 2);
}

double outerRadiusOf(const std::vector<Vec3d>& points) {
  double r = 0;
  for (const Vec3d& p : points) r = std::max(r, length(p));
  return r;
}

CollisionShape makeTriangles(const TriangleMesh& mesh) {
  TriangleMesh joined = welded(mesh);  // neighbours must share vertices
  std::erase_if(joined.triangles, [&](const Triangle& t) {
    const auto &a = joined.vertices[t[0]], &b = joined.vertices[t[1]], &c = joined.vertices[t[2]];
    return !(length(cross(b - a, c - a)) > 0);
  });
  if (joined.triangles.empty()) fail("the mesh has no triangle with an area");
  auto triangles = std::make_shared<btTriangleMesh>();
  for (std::size_t t = 0; t < joined.triangles.size(); ++t) {
    const auto [a, b, c] = corners(joined, t);
    triangles->addTriangle(toBullet(a), toBullet(b), toBullet(c));
  }
  CollisionShape made = single(std::make_unique<btBvhTriangleMeshShape>(triangles.get(), true), 0,
                               outerRadiusOf(joined.vertices));
  made.parts[0].shape->setMargin(0);
  made.parts[0].edges = std::make_unique<TriangleEdges>(joined);
  made.data = {triangles};
  return made;
}

CollisionShape makeConvexParts(TriangleMesh mesh, const Pose& frame) {
  const Pose toFrame = inverse(frame);
  for (Vec3d& p : mesh.vertices) p = toFrame(p);
  CollisionShape made;
  made.outerRadius = outerRadiusOf(mesh.vertices);
  for (const std::vector<Vec3d>& part : convexParts(mesh)) {
    Box3d box;
    for (const Vec3d& p : part) box.extend(p);
    const Vec3d size = box.size();
    const double least = std::min({size.x, size.y, size.z}) / 2;
    const std::vector<Vec3d> core = hullCorners(part, kRounding * least);
    if (core.empty()) continue;  // so thin that contacts are with its neighbours
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3d& p : core) hull->addPoint(toBullet(p), false);
    hull->setMargin(kRounding * least);
    hull->recalcLocalAabb();
    made.parts.emplace_back().shape = std::move(hull);
    made.innerRadius += least;
  }
  if (made.parts.empty()) fail("the mesh is too thin to collide with anything");
  made.innerRadius /= static_cast<double>(made.parts.size());
  return made;
}

}  // namespace

CollisionShape makeCollisionShape(const RigidShape& shape, const Pose& frame, bool asTriangles) {
  return std::visit(
      [&](const auto& s) {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, TriangleMesh>)
          return asTriangles ? makeTriangles(s) : makeConvexParts(s, frame);
        else
          return makeShape(s);
      },
      shape);
}

}  // namespace shoal
