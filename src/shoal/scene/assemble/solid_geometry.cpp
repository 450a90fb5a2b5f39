#include "shoal/scene/assemble/solid_geometry.h"

#include <numbers>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/repair/mesh_crossing.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/scene/assemble/mesh_loading.h"

namespace shoal {

namespace {

Quaternion turnAtStart(const SceneSolid& solid) {
  return rotationBy(solid.rotation * (std::numbers::pi / 180));
}

// Turns the vertices around the middle of their box, and moves that to the solid's position.
void place(std::vector<Vec3d>& vertices, const Box3d& bounds, const SceneSolid& solid) {
  if (!solid.position && solid.rotation == Vec3d{}) return;
  const Vec3d middle = bounds.centre();
  const Pose pose{solid.position.value_or(middle), turnAtStart(solid)};
  for (Vec3d& v : vertices) v = pose(v - middle);
}

void place(std::optional<RenderMesh>& skin, const Box3d& bounds, const SceneSolid& solid) {
  if (!skin) return;
  place(skin->vertices, bounds, solid);
  for (Vec3d& n : skin->attributes.normals) n = rotate(turnAtStart(solid), n);
}

std::optional<RenderMesh> skinOf(const SolidShape& shape) {
  return shape.renderMesh ? std::optional(shape.renderMesh()) : std::nullopt;
}

// The surface, repaired where others made it.
RepairedMesh repairedSurface(const SolidShape& shape, double spacing) {
  if (shape.mayNeedRepair) return repaired(shape.surface(spacing));
  RepairedMesh sound;
  sound.mesh = shape.surface(spacing);
  return sound;
}

}  // namespace

PlacedSurface surfaceMesh(const SceneSolid& solid, double spacing) {
  const SolidShape shape = solidShape(solid.mesh);
  PlacedSurface placed{shape.surface(spacing), skinOf(shape)};
  const Box3d bounds = placed.mesh.bounds();
  place(placed.mesh.vertices, bounds, solid);
  place(placed.skin, bounds, solid);
  return placed;
}

PlacedShape rigidShape(const SceneSolid& solid, double spacing, int dimensions) {
  const SolidShape shape = solidShape(solid.mesh);
  RepairedMesh repaired = repairedSurface(shape, spacing);
  if (shape.mayNeedRepair) requireVolume(repaired);
  TriangleMesh& mesh = repaired.mesh;
  const MeshReport report = checkMesh(mesh);
  if (!report.closed()) fail("is {}; a rigid solid needs a closed surface", report.summary());
  const Vec3d middle = mesh.bounds().centre();
  const Pose start{solid.position.value_or(middle), turnAtStart(solid)};
  if (const auto exact = shape.exact ? shape.exact(dimensions) : std::nullopt) {
    if (!exact->place) return {exact->shape, start, ""};
    const auto& [centre, rotation] = *exact->place;
    return {exact->shape, {solid.position.value_or(centre), start.rotation * rotation}, ""};
  }
  for (Vec3d& v : mesh.vertices) v -= middle;
  std::optional<RenderMesh> skin = skinOf(shape);
  if (skin)
    for (Vec3d& v : skin->vertices) v -= middle;
  return {std::move(mesh), start, repaired.note(), std::move(skin)};
}

PlacedTetra tetrahedra(const SceneSolid& solid, int dimensions) {
  const SolidShape shape = solidShape(solid.mesh);
  if (!shape.tetrahedra)
    fail(
        "cannot be cut into tetrahedra; give a fem solid a box, pool, tube or tetrahedral file, or "
        "mesh = {{ surface = ..., size = ... }}");
  PlacedTetra placed = shape.tetrahedra(dimensions);
  const Box3d bounds = placed.skin ? placed.skin->bounds() : placed.mesh.bounds();
  place(placed.mesh.vertices, bounds, solid);
  place(placed.skin, bounds, solid);
  return placed;
}

PlacedSheet sheetMesh(const SceneSolid& solid, double spacing) {
  const SolidShape shape = solidShape(solid.mesh);
  PlacedSheet sheet;
  if (shape.sheet) {
    sheet.mesh = shape.sheet();
  } else {
    RepairedMesh repaired = repairedSurface(shape, spacing);
    if (shape.mayNeedRepair) {
      requireManifold(repaired);
      sheet.note = repaired.note();
      for (const std::string& repair : repairSheet(repaired.mesh).repairs)
        sheet.note = joinNotes(sheet.note, repair);
      if (const auto crossing = firstCrossing(repaired.mesh))
        sheet.note = joinNotes(sheet.note, repaired.placeOf(crossing->first) +
                                               " passes through another and will stay tangled");
    }
    sheet.mesh = std::move(repaired.mesh);
  }
  sheet.skin = skinOf(shape);
  const Box3d bounds = sheet.mesh.bounds();
  place(sheet.mesh.vertices, bounds, solid);
  place(sheet.skin, bounds, solid);
  return sheet;
}

}  // namespace shoal
