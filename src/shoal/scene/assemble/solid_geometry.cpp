#include "shoal/scene/assemble/solid_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/files/tetra_file.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/repair/mesh_crossing.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_duck.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/mesh_vessels.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/geometry/tetra/tetra_mesher.h"
#include "shoal/geometry/tetra/tetra_weld.h"
#include "shoal/scene/assemble/mesh_loading.h"

namespace shoal {

namespace {

// Few enough triangles that the samples at their corners are not denser than the spacing, many
// enough that the flat faces stay within a tenth of a spacing of the sphere.
int subdivisionsFor(double radius, double spacing) {
  constexpr int kMostSubdivisions = 7;
  double edge = 1.05 * radius;  // of the icosahedron
  int subdivisions = 1;
  for (edge /= 2; sq(edge) / (8 * radius) > 0.1 * spacing; edge /= 2)
    if (++subdivisions == kMostSubdivisions) break;
  return subdivisions;
}

TriangleMesh makeSphereFor(const BallShape& sphere, double spacing) {
  return makeSphere(sphere.centre, sphere.radius, subdivisionsFor(sphere.radius, spacing));
}

// Bumps bend more than the ball does.
TriangleMesh makeRockFor(const RockShape& rock, double spacing) {
  constexpr int kLeastSubdivisions = 3;
  return makeRock(rock.centre, rock.radius, {rock.roughness, rock.stretch, rock.seed},
                  std::max(kLeastSubdivisions, subdivisionsFor(rock.radius, spacing)));
}

// As fine as the sphere around it, and fine enough to be known for one.
TriangleMesh makeDuckFor(const DuckShape& duck, double spacing) {
  constexpr int kLeastSubdivisions = 3;
  return makeDuck(duck.centre, duck.length,
                  std::max(kLeastSubdivisions, subdivisionsFor(duck.length / 2, spacing)));
}

TriangleMesh makeHullFor(const HullShape& hull) {
  return makeHull(hull.centre, hull.size, {hull.wall, hull.taper, hull.leak, hull.leakAt});
}

// Segments of a circle that stay within a tenth of a spacing of it.
std::uint32_t segmentsOf(double radius, double spacing) {
  const double cosine = 1 - std::min(1.0, 0.1 * spacing / radius);
  return static_cast<std::uint32_t>(
      std::clamp(std::ceil(std::numbers::pi / portable::acos(cosine)), 12.0, 1024.0));
}

TriangleMesh makeTorusFor(const TorusShape& torus, double spacing) {
  return makeTorus(torus.centre, torus.axis, torus.ring, torus.tube,
                   {segmentsOf(torus.ring + torus.tube, spacing), segmentsOf(torus.tube, spacing)});
}

RigidShape cylinder(const CylinderSurface& c) { return CylinderShape{c.radius, c.height}; }
RigidShape capsule(const CylinderSurface& c) { return CapsuleShape{c.radius, c.height}; }

// What takes a shape around the y axis and the origin to its centre and axis.
Pose uprightTo(const CylinderSurface& shape) {
  if (!(length(shape.axis) > 0)) fail("its axis must not be zero");
  const Vec3d up{0, 1, 0}, axis = normalised(shape.axis);
  const Vec3d across = cross(up, axis);
  const double sine = length(across);
  if (sine < 1e-12) return {shape.centre, {}};  // upside down it looks the same
  return {shape.centre, rotationBy(portable::atan2(sine, dot(up, axis)) / sine * across)};
}

TriangleMesh placedSurface(const RigidShape& shape, const Pose& pose) {
  TriangleMesh mesh = surfaceOf(shape);
  for (Vec3d& v : mesh.vertices) v = pose(v);
  return mesh;
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
  if (shape.torus) return makeTorusFor(*shape.torus, spacing);
  if (shape.bowl)
    return makeBowl(shape.bowl->centre, shape.bowl->radius, shape.bowl->depth, cellOf(*shape.bowl));
  if (shape.cylinder) return placedSurface(cylinder(*shape.cylinder), uprightTo(*shape.cylinder));
  if (shape.capsule) return placedSurface(capsule(*shape.capsule), uprightTo(*shape.capsule));
  if (shape.pool) return skinOf(makeTetra(*shape.pool));
  if (shape.tube) return skinOf(makeTetra(*shape.tube));
  if (shape.hull) return makeHullFor(*shape.hull);
  if (shape.rock) return makeRockFor(*shape.rock, spacing);
  if (shape.duck) return makeDuckFor(*shape.duck, spacing);
  if (shape.file) return loadFile(*shape.file);
  if (shape.inside) fail("only a fem solid is cut into tetrahedra; give the surface alone");
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

// Two notes in one line.
std::string both(const std::string& a, const std::string& b) {
  return a + (a.empty() || b.empty() ? "" : ", ") + b;
}

TriangleMesh closedSurface(const ClosedShape& shape, double spacing) {
  if (shape.box) return makeBox(*shape.box);
  if (shape.sphere) return makeSphereFor(*shape.sphere, spacing);
  if (shape.torus) return makeTorusFor(*shape.torus, spacing);
  if (!shape.file) fail("no surface is given");
  return loadFile(*shape.file);
}

PlacedTetra filled(const InsideShape& inside) {
  constexpr double kFiner = 0.1;  // so that curves lose no volume to their facets
  const RepairedMesh surface = repaired(closedSurface(inside.surface, kFiner * inside.size));
  return {meshInside(surface.mesh, inside.size, inside.grading), surface.note()};
}

PlacedTetra readTetra(const FileShape& file) {
  PlacedTetra read{readTetraMesh(file.path), ""};
  read.note = weld(read.mesh).note();
  read.note = both(read.note, repair(read.mesh).note());
  for (Vec3d& v : read.mesh.vertices) v = file.scale * v + file.translate;
  return read;
}

// In the plane a slab of one cell across it, which plane strain keeps straight.
TetraMesh slab(const Box3d& box, double cell) {
  const auto along = [&](double length) { return int(std::clamp(length / cell + 0.5, 1.0, 1e9)); };
  return makeTetraBox(box, {along(box.size().x), along(box.size().y), 1});
}

TetraMesh makeTetra(const BoxSurface& box, int dimensions) {
  if (!box.open.empty()) fail("a fem solid is full; leave open out, or say pool");
  const Vec3d size = box.corners.size();
  if (dimensions == 2)
    return slab(box.corners, box.cell > 0 ? box.cell : std::min(size.x, size.y) / 2);
  return makeTetraBox(box.corners,
                      box.cell > 0 ? box.cell : std::min({size.x, size.y, size.z}) / 2);
}

PlacedTetra unplacedTetrahedra(const MeshShape& shape, int dimensions) {
  if (shape.pool) return {makeTetra(*shape.pool), ""};
  if (shape.tube) return {makeTetra(*shape.tube), ""};
  if (shape.box) return {makeTetra(*shape.box, dimensions), ""};
  if (shape.inside) return filled(*shape.inside);
  if (shape.file) return readTetra(*shape.file);
  fail(
      "cannot be cut into tetrahedra; give a fem solid a box, pool, tube or tetrahedral file, or "
      "mesh = {{ surface = ..., size = ... }}");
}

// The mesh of a file, repaired; other shapes are as they should be.
RepairedMesh repairedSurface(const MeshShape& shape, double spacing) {
  if (shape.file) return repaired(unplaced(shape, spacing));
  RepairedMesh sound;
  sound.mesh = unplaced(shape, spacing);
  return sound;
}

}  // namespace

TriangleMesh surfaceMesh(const SceneSolid& solid, double spacing) {
  TriangleMesh mesh = unplaced(solid.mesh, spacing);
  place(mesh.vertices, mesh.bounds(), solid);
  return mesh;
}

PlacedShape rigidShape(const SceneSolid& solid, double spacing, int dimensions) {
  RepairedMesh repaired = repairedSurface(solid.mesh, spacing);
  if (solid.mesh.file) requireVolume(repaired);
  TriangleMesh& mesh = repaired.mesh;
  const MeshReport report = checkMesh(mesh);
  if (!report.closed()) fail("is {}; a rigid solid needs a closed surface", report.summary());
  const Box3d bounds = mesh.bounds();
  const Vec3d middle = bounds.centre();
  const Pose start{solid.position.value_or(middle), turnAtStart(solid)};
  if (solid.mesh.box) return {BoxShape{bounds.size()}, start, ""};
  if (solid.mesh.sphere) return {SphereShape{solid.mesh.sphere->radius}, start, ""};
  const auto tilted = [&](const CylinderSurface& round) {
    return Pose{solid.position.value_or(round.centre), start.rotation * uprightTo(round).rotation};
  };
  const bool inSpace = dimensions == 3;  // in the plane the cut with it counts, however it lies
  if (solid.mesh.cylinder && inSpace)
    return {cylinder(*solid.mesh.cylinder), tilted(*solid.mesh.cylinder), ""};
  if (solid.mesh.capsule && inSpace)
    return {capsule(*solid.mesh.capsule), tilted(*solid.mesh.capsule), ""};
  for (Vec3d& v : mesh.vertices) v -= middle;
  return {std::move(mesh), start, repaired.note()};
}

PlacedTetra tetrahedra(const SceneSolid& solid, int dimensions) {
  PlacedTetra placed = unplacedTetrahedra(solid.mesh, dimensions);
  place(placed.mesh.vertices, placed.mesh.bounds(), solid);
  return placed;
}

PlacedSheet sheetMesh(const SceneSolid& solid, double spacing) {
  PlacedSheet sheet;
  if (solid.mesh.plane) {
    const PlaneSurface& plane = *solid.mesh.plane;
    const double longer = std::max(plane.size[0], plane.size[1]);
    sheet.mesh = makeSheet(plane.centre, plane.normal, plane.size[0], plane.size[1],
                           plane.cell > 0 ? plane.cell : longer / 32);
  } else {
    RepairedMesh repaired = repairedSurface(solid.mesh, spacing);
    if (solid.mesh.file) {
      requireManifold(repaired);
      sheet.note = repaired.note();
      for (const std::string& repair : repairSheet(repaired.mesh).repairs)
        sheet.note = both(sheet.note, repair);
      if (const auto crossing = firstCrossing(repaired.mesh))
        sheet.note = both(sheet.note, repaired.placeOf(crossing->first) +
                                          " passes through another and will stay tangled");
    }
    sheet.mesh = std::move(repaired.mesh);
  }
  place(sheet.mesh.vertices, sheet.mesh.bounds(), solid);
  return sheet;
}

}  // namespace shoal
