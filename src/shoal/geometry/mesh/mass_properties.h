// Mass, centre of mass and inertia tensor of bodies.
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

// Of the section of a mesh at z = 0, per metre of depth, for bodies in the plane. Only inertia.zz
// has a meaning. Throws an Error like massProperties, and if the section is empty.
MassProperties planarMassProperties(const TriangleMesh& mesh, double density);

// Principal axes and moments of inertia.
struct PrincipalInertia {
  Vec3d moments;    // kg m^2
  Quaternion axes;  // rotation from x, y, z to the principal axes
};

// A diagonal matrix keeps x, y and z as its axes, in this order.
PrincipalInertia principalInertia(const Symmetric3& inertia);

}  // namespace shoal
