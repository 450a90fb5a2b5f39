// From the shapes that a scene gives to solids to meshes of their model, where they start.
#pragma once

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/geometry/rotation.h"
#include "shoal/geometry/tetra_mesh.h"
#include "shoal/scene/scene.h"

namespace shoal {

// The surface, turned and put where the solid starts. Curves are cut finely enough for particles
// of this spacing.
TriangleMesh surfaceMesh(const SceneSolid& solid, double spacing);

// A shape around its origin, and where that is.
struct PlacedShape {
  RigidShape shape;
  Pose start;
};
PlacedShape rigidShape(const SceneSolid& solid, double spacing);

// What a fem solid fills; boxes in the plane are one cell deep.
TetraMesh tetrahedra(const SceneSolid& solid, int dimensions);

// A sheet of triangles of about one size.
TriangleMesh sheetMesh(const SceneSolid& solid, double spacing);

}  // namespace shoal
