// From the shapes that a scene gives to solids to meshes of their model, where they start.
#pragma once

#include "shoal/scene/assemble/solid_shapes.h"
#include "shoal/scene/scene.h"

namespace shoal {

// The surface, turned and put where the solid starts. Curves are cut finely enough for particles
// of this spacing. What files show in its place is in `skin`, also below.
struct PlacedSurface {
  TriangleMesh mesh;
  std::optional<RenderMesh> skin;
};
PlacedSurface surfaceMesh(const SceneSolid& solid, double spacing);

// What was repaired in a mesh from a file, in one line, is in `note`; it is "" where nothing was.

// A shape around its origin, and where that is.
struct PlacedShape {
  RigidShape shape;
  Pose start;
  std::string note;
  std::optional<RenderMesh> skin{};  // around the same origin
};
PlacedShape rigidShape(const SceneSolid& solid, double spacing, int dimensions);

// What a fem solid fills; boxes in the plane are one cell deep.
PlacedTetra tetrahedra(const SceneSolid& solid, int dimensions);

// A sheet of triangles of about one size.
struct PlacedSheet {
  TriangleMesh mesh;
  std::string note;
  std::optional<RenderMesh> skin{};
};
PlacedSheet sheetMesh(const SceneSolid& solid, double spacing);

}  // namespace shoal
