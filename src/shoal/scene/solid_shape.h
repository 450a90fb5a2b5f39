// The kind of shapes of solids.
#pragma once

#include "shoal/bodies/rigid/rigid_shape.h"
#include "shoal/geometry/mesh/render_mesh.h"
#include "shoal/geometry/rotation.h"
#include "shoal/geometry/tetra/tetra_mesh.h"
#include "shoal/scene/shape_kind.h"
#include "shoal/scene/shapes.h"

namespace shoal {

struct MeshShape;

// What a fem solid fills. What was repaired in a mesh from a file is in `note`, in one line; it is
// "" where nothing was.
struct PlacedTetra {
  TetraMesh mesh;
  std::string note;
  std::vector<double> filled{};      // share of each tetrahedron that is material; empty: all
  std::optional<RenderMesh> skin{};  // embedded in it
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
  // What files show in place of the surface; left out, the surface itself.
  std::function<RenderMesh()> renderMesh{};
};

// A member of the kind; those that are built in are listed in scene/assemble/solid_shapes.cpp.
struct SolidShapeKind : ShapeKind<MeshShape, SolidShape> {
  using ShapeKind::ShapeKind;

  static std::vector<SolidShapeKind> builtIn();
};

// The shape of a solid, as a scene says it.
struct MeshShape {
  std::optional<BoxSurface> box;
  std::optional<PlaneSurface> plane;
  std::optional<BallShape> sphere;
  std::optional<TorusShape> torus;
  std::optional<BowlShape> bowl;
  std::optional<CylinderSurface> cylinder;
  std::optional<CylinderSurface> capsule;
  std::optional<PoolShape> pool;
  std::optional<TubeShape> tube;
  std::optional<HullShape> hull;
  std::optional<RockShape> rock;
  std::optional<DuckShape> duck;
  std::optional<FileShape> file;
  std::optional<InsideShape> inside;
  std::optional<EmbeddedShape> embedded;
  KindParameters<SolidShapeKind> added;
};

template <>
struct Describe<MeshShape> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

}  // namespace shoal
