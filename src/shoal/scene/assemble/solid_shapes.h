// What each shape that a scene can give to a solid becomes, in one table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/geometry/rotation.h"
#include "shoal/geometry/tetra/tetra_mesh.h"
#include "shoal/scene/shapes.h"

namespace shoal {

// What a fem solid fills. What was repaired in a mesh from a file is in `note`, in one line; it is
// "" where nothing was.
struct PlacedTetra {
  TetraMesh mesh;
  std::string note;
};

// A shape that rigid bodies can have without a mesh, around its origin.
struct ExactShape {
  RigidShape shape;
  std::optional<Pose> place;  // left out, in the middle of the box around it
};

// What one shape can become; functions are empty for what it cannot.
struct SolidShape {
  // Curves are cut finely enough for particles of this spacing.
  std::function<TriangleMesh(double spacing)> surface;
  std::function<PlacedTetra(int dimensions)> tetrahedra{};
  std::function<std::optional<ExactShape>(int dimensions)> exact{};
  std::function<TriangleMesh()> sheet{};  // of cloth; left out, the surface is taken
  bool mayNeedRepair = false;             // because others made it
};

// A row of the table: the word for a shape, and what is made of it where it is the given one.
struct SolidShapeKind {
  std::string word;
  std::function<std::optional<SolidShape>(const MeshShape&)> make;
};

const std::vector<SolidShapeKind>& solidShapeKinds();

// Of the one shape that is given; an Error if none is.
SolidShape solidShape(const MeshShape& shape);

}  // namespace shoal
