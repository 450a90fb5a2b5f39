// Shapes of rigid bodies, each about the origin of its own frame.
#pragma once

#include <variant>

#include "shoal/geometry/mesh/mass_properties.h"

namespace shoal {

struct BoxShape {
  Vec3d size{1, 1, 1};  // m, from face to face
};

struct SphereShape {
  double radius = 0.5;  // m
};

// Around the y axis.
struct CylinderShape {
  double radius = 0.5;  // m
  double height = 1;    // m
};

// Around the y axis: a cylinder with half a sphere on either end.
struct CapsuleShape {
  double radius = 0.5;  // m
  double height = 1;    // m, of the cylinder
};

// A mesh may be concave. It has to be closed unless the body is static or kinematic.
using RigidShape = std::variant<BoxShape, SphereShape, CylinderShape, CapsuleShape, TriangleMesh>;

// Throws an Error unless the shape has an extent in every direction.
void requireShape(const RigidShape& shape);

// Triangles of the surface.
TriangleMesh surfaceOf(const RigidShape& shape);

// In the plane: of the section at z = 0, per metre of depth.
MassProperties massOf(const RigidShape& shape, double density, bool planar);

}  // namespace shoal
