// How heavy a body is, where its centre is, and how it resists being turned.
#pragma once

#include "shoal/core/symmetric3.h"
#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

struct MassProperties {
  double volume = 0;   // m^3
  double mass = 0;     // kg
  Vec3d centre;        // m, of mass
  Symmetric3 inertia;  // kg m^2, about the centre
};

// Of a closed mesh filled with matter of one density, kg/m^3: exact, by summing the integrals over
// the tetrahedra between a point and each triangle [Mir96]. Throws an Error that names a place if
// the mesh is open, folded or inside out.
MassProperties massProperties(const TriangleMesh& mesh, double density);

// Of a mesh that stands for a body in the plane: of its cut with z = 0, per metre of depth. Only
// inertia.zz means something. Throws an Error like massProperties, and if nothing is cut.
MassProperties planarMassProperties(const TriangleMesh& mesh, double density);

// The directions in which the inertia is diagonal, and what it is there.
struct PrincipalInertia {
  Vec3d moments;    // kg m^2
  Quaternion axes;  // turns x, y, z into the principal directions
};

// A matrix that is diagonal keeps x, y and z as its directions, in this order.
PrincipalInertia principalInertia(const Symmetric3& inertia);

}  // namespace shoal
