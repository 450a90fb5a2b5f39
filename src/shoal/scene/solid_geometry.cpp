#include "shoal/scene/solid_geometry.h"

#include <algorithm>
#include <numbers>

#include "shoal/geometry/mesh_check.h"
#include "shoal/geometry/mesh_shapes.h"
#include "shoal/geometry/tetra_file.h"
#include "shoal/geometry/tetra_shapes.h"
#include "shoal/scene/mesh_loading.h"

namespace shoal {

namespace {

// Few enough triangles that the samples at their corners are not denser than the spacing, many
// enough that the flat faces stay within a tenth of a spacing of the sphere.
TriangleMesh makeSphereFor(const BallShape& sphere, double spacing) {
  constexpr int kMostSubdivisions = 7;
  double edge = 1.05 * sphere.radius;  // of the icosahedron
  int subdivisions = 1;
  for (edge /= 2; sq(edge) / (8 * sphere.radius) > 0.1 * spacing; edge /= 2)
    if (++subdivisions == kMostSubdivisions) break;
  return makeSphere(sphere.centre, sphere.radius, subdivisions);
}

TetraMesh makeTetra(const PoolShape& pool) {
  return makeTetraPool({pool.corner, pool.corner + pool.size}, pool.wall, pool.cell);
}

TetraMesh makeTetra(const TubeShape& tube) {
  return makeTetraTube(tube.start, tube.end, tube.innerRadius, tube.outerRadius, tube.cell);
}

TriangleMesh skinOf(const TetraMesh& mesh) { return {mesh.vertices, boundaryTriangles(mesh)}; }

TriangleMesh unplaced(const MeshShape& shape, double spacing) {
  if (shape.box) return makeBox(shape.box->corners, shape.box->open);
  if (shape.sphere) return makeSphereFor(*shape.sphere, spacing);
  if (shape.pool) return skinOf(makeTetra(*shape.pool));
  if (shape.tube) return skinOf(makeTetra(*shape.tube));
  if (shape.file) return loadFile(*shape.file);
  if (!shape.plane) fail("no shape is given");
  const PlaneSurface& plane = *shape.plane;
  return makePlane(plane.centre, plane.normal, plane.size[0], plane.size[1]);
}

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

// In the plane a slab of one cell across it, which plane strain keeps straight.
TetraMesh slab(const Box3d& box, double cell) {
  const auto along = [&](double length) { return int(std::clamp(length / cell + 0.5, 1.0, 1e9)); };
  return makeTetraBox(box, {along(box.size().x), along(box.size().y), 1});
}

TetraMesh unplacedTetrahedra(const MeshShape& shape, int dimensions) {
  if (shape.pool) return makeTetra(*shape.pool);
  if (shape.tube) return makeTetra(*shape.tube);
  if (shape.box) {
    const Vec3d size = shape.box->corners.size();
    const double cell = shape.box->cell;
    if (!shape.box->open.empty()) fail("a fem solid is full; leave open out, or say pool");
    if (dimensions == 2)
      return slab(shape.box->corners, cell > 0 ? cell : std::min(size.x, size.y) / 2);
    return makeTetraBox(shape.box->corners,
                        cell > 0 ? cell : std::min({size.x, size.y, size.z}) / 2);
  }
  if (!shape.file)
    fail("cannot be cut into tetrahedra; give a fem solid a box, pool, tube or tetrahedral file");
  TetraMesh mesh = readTetraMesh(shape.file->path);
  requireUsable(mesh);
  for (Vec3d& v : mesh.vertices) v = shape.file->scale * v + shape.file->translate;
  return mesh;
}

}  // namespace

TriangleMesh surfaceMesh(const SceneSolid& solid, double spacing) {
  TriangleMesh mesh = unplaced(solid.mesh, spacing);
  place(mesh.vertices, mesh.bounds(), solid);
  return mesh;
}

PlacedShape rigidShape(const SceneSolid& solid, double spacing) {
  TriangleMesh mesh = unplaced(solid.mesh, spacing);
  const MeshReport report = checkMesh(mesh);
  if (!report.closed()) fail("is {}; a rigid solid needs a closed surface", report.summary());
  const Box3d bounds = mesh.bounds();
  const Vec3d middle = bounds.centre();
  const Pose start{solid.position.value_or(middle), turnAtStart(solid)};
  if (solid.mesh.box) return {BoxShape{bounds.size()}, start};
  if (solid.mesh.sphere) return {SphereShape{solid.mesh.sphere->radius}, start};
  for (Vec3d& v : mesh.vertices) v -= middle;
  return {std::move(mesh), start};
}

TetraMesh tetrahedra(const SceneSolid& solid, int dimensions) {
  TetraMesh mesh = unplacedTetrahedra(solid.mesh, dimensions);
  place(mesh.vertices, mesh.bounds(), solid);
  return mesh;
}

TriangleMesh sheetMesh(const SceneSolid& solid, double spacing) {
  if (!solid.mesh.plane) return surfaceMesh(solid, spacing);
  const PlaneSurface& plane = *solid.mesh.plane;
  const double longer = std::max(plane.size[0], plane.size[1]);
  TriangleMesh mesh = makeSheet(plane.centre, plane.normal, plane.size[0], plane.size[1],
                                plane.cell > 0 ? plane.cell : longer / 32);
  place(mesh.vertices, mesh.bounds(), solid);
  return mesh;
}

}  // namespace shoal
