// The shapes of a body as Bullet collides them.
#pragma once

#include <memory>
#include <vector>

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <LinearMath/btTransform.h>

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/bodies/rigid/triangle_edges.h"

namespace shoal {

// A convex piece of a body, or the triangles of one that is not moved by others.
struct CollisionPart {
  std::unique_ptr<btCollisionShape> shape;
  // Bullet sees two boxes only when they overlap. Between boxes this one stands for the shape: it
  // is larger by `skin` on all sides, which the contacts are corrected for.
  std::unique_ptr<btCollisionShape> wideBox;
  double skin = 0;                       // m
  std::unique_ptr<TriangleEdges> edges;  // of triangles

  bool concave() const { return edges != nullptr; }
};

struct CollisionShape {
  std::vector<CollisionPart> parts;
  std::vector<std::shared_ptr<void>> data;  // that Bullet's shapes refer to
  double innerRadius = 0;                   // m, half the least extent, a mean over the parts
  double outerRadius = 0;                   // m, from the centre of mass
};

// `frame` is that of the centre of mass and principal axes. With `asTriangles` a mesh may be open
// and stays one part; otherwise it is cut into convex ones.
CollisionShape makeCollisionShape(const RigidShape& shape, const Pose& frame, bool asTriangles);

}  // namespace shoal
