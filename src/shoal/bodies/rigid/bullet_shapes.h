// Collision shapes of a body in Bullet.
#pragma once

#include <memory>
#include <vector>

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <LinearMath/btTransform.h>

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/bodies/rigid/triangle_edges.h"

namespace shoal {

// A convex part of a body, or the triangles of a body that others do not move.
struct CollisionPart {
  std::unique_ptr<btCollisionShape> shape;
  // Bullet detects contacts of two boxes only once they overlap. This box stands in for the shape
  // against other boxes: it is larger by `skin` on all sides, which contacts are corrected for.
  std::unique_ptr<btCollisionShape> wideBox;
  double skin = 0;                       // m
  std::unique_ptr<TriangleEdges> edges;  // of triangles

  bool concave() const { return edges != nullptr; }
};

struct CollisionShape {
  std::vector<CollisionPart> parts;
  std::vector<std::shared_ptr<void>> data;  // data that Bullet's shapes refer to
  double innerRadius = 0;                   // m, half the smallest extent, mean over the parts
  double outerRadius = 0;                   // m, bounding radius about the centre of mass
};

// `frame` is that of the centre of mass and principal axes. With `asTriangles` a mesh may be open
// and stays one part; otherwise it is decomposed into convex parts.
CollisionShape makeCollisionShape(const RigidShape& shape, const Pose& frame, bool asTriangles);

}  // namespace shoal
