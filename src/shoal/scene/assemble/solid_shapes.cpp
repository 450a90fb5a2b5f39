#include "shoal/scene/assemble/solid_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/files/tetra_file.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_duck.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/mesh_vessels.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/geometry/tetra/embedding_mesher.h"
#include "shoal/geometry/tetra/tetra_mesher.h"
#include "shoal/geometry/tetra/tetra_weld.h"
#include "shoal/scene/assemble/mesh_loading.h"

namespace shoal {

namespace {

// Few enough triangles that the samples at their corners are not denser than the spacing, many
// enough that the flat faces stay within a tenth of a spacing of the sphere.
int subdivisionsFor(double radius, double spacing, int least = 1) {
  constexpr int kMostSubdivisions = 7;
  double edge = 1.05 * radius;  // of the icosahedron
  int subdivisions = 1;
  for (edge /= 2; sq(edge) / (8 * radius) > 0.1 * spacing; edge /= 2)
    if (++subdivisions == kMostSubdivisions) break;
  return std::max(least, subdivisions);
}

// Segments of a circle that stay within a tenth of a spacing of it.
std::uint32_t segmentsOf(double radius, double spacing) {
  const double cosine = 1 - std::min(1.0, 0.1 * spacing / radius);
  return static_cast<std::uint32_t>(
      std::clamp(std::ceil(std::numbers::pi / portable::acos(cosine)), 12.0, 1024.0));
}

TriangleMesh skinOf(const TetraMesh& mesh) { return {mesh.vertices, boundaryTriangles(mesh)}; }

// In the plane a slab of one cell across it, which plane strain keeps straight.
TetraMesh slab(const Box3d& box, double cell) {
  const auto along = [&](double length) { return int(std::clamp(length / cell + 0.5, 1.0, 1e9)); };
  return makeTetraBox(box, {along(box.size().x), along(box.size().y), 1});
}

TetraMesh tetraBox(const BoxSurface& box, int dimensions) {
  if (!box.open.empty()) fail("a fem solid is full; leave open out, or say pool");
  const Vec3d size = box.corners.size();
  if (dimensions == 2)
    return slab(box.corners, box.cell > 0 ? box.cell : std::min(size.x, size.y) / 2);
  return makeTetraBox(box.corners,
                      box.cell > 0 ? box.cell : std::min({size.x, size.y, size.z}) / 2);
}

SolidShape boxShape(const BoxSurface& box) {
  return {.surface = [=](double) { return makeBox(box.corners, box.open); },
          .tetrahedra =
              [=](int dimensions) {
                return PlacedTetra{tetraBox(box, dimensions), ""};
              },
          .exact =
              [=](int) {
                return ExactShape{BoxShape{box.corners.size()}, {}};
              }};
}

SolidShape planeShape(const PlaneSurface& plane) {
  const double width = plane.size[0], depth = plane.size[1];
  const double cell = plane.cell > 0 ? plane.cell : std::max(width, depth) / 32;
  return {.surface = [=](double) { return makePlane(plane.centre, plane.normal, width, depth); },
          .sheet = [=] { return makeSheet(plane.centre, plane.normal, width, depth, cell); }};
}

TriangleMesh sphereSurface(const BallShape& sphere, double spacing) {
  return makeSphere(sphere.centre, sphere.radius, subdivisionsFor(sphere.radius, spacing));
}

SolidShape sphereShape(const BallShape& sphere) {
  return {.surface = [=](double spacing) { return sphereSurface(sphere, spacing); },
          .exact =
              [=](int) {
                return ExactShape{SphereShape{sphere.radius}, {}};
              }};
}

TriangleMesh torusSurface(const TorusShape& torus, double spacing) {
  return makeTorus(torus.centre, torus.axis, torus.ring, torus.tube,
                   {segmentsOf(torus.ring + torus.tube, spacing), segmentsOf(torus.tube, spacing)});
}

SolidShape torusShape(const TorusShape& torus) {
  return {.surface = [=](double spacing) { return torusSurface(torus, spacing); }};
}

SolidShape bowlShape(const BowlShape& bowl) {
  return {.surface = [=](double) {
    return makeBowl(bowl.centre, bowl.radius, bowl.depth, cellOf(bowl));
  }};
}

// What takes a shape around the y axis and the origin to its centre and axis.
Pose uprightTo(const CylinderSurface& shape) {
  if (!(length(shape.axis) > 0)) fail("its axis must not be zero");
  const Vec3d up{0, 1, 0}, axis = normalised(shape.axis);
  const Vec3d across = cross(up, axis);
  const double sine = length(across);
  if (sine < 1e-12) return {shape.centre, {}};  // upside down it looks the same
  return {shape.centre, rotationBy(portable::atan2(sine, dot(up, axis)) / sine * across)};
}

template <class Round>
SolidShape roundShape(const CylinderSurface& c) {
  const RigidShape shape = Round{c.radius, c.height};
  return {.surface =
              [=](double) {
                const Pose pose = uprightTo(c);
                TriangleMesh mesh = surfaceOf(shape);
                for (Vec3d& v : mesh.vertices) v = pose(v);
                return mesh;
              },
          // In the plane the cut with it counts, however it lies.
          .exact = [=](int dimensions) -> std::optional<ExactShape> {
            if (dimensions == 2) return std::nullopt;
            return ExactShape{shape, uprightTo(c)};
          }};
}

// A shape that is made of tetrahedra, and its skin.
SolidShape cellShape(const std::function<TetraMesh()>& make) {
  return {.surface = [=](double) { return skinOf(make()); },
          .tetrahedra =
              [=](int) {
                return PlacedTetra{make(), ""};
              }};
}

SolidShape poolShape(const PoolShape& pool) {
  return cellShape([=] {
    return makeTetraPool({pool.corner, pool.corner + pool.size}, pool.wall, pool.cell);
  });
}

SolidShape tubeShape(const TubeShape& tube) {
  return cellShape([=] {
    return makeTetraTube(tube.start, tube.end, tube.innerRadius, tube.outerRadius, tube.cell);
  });
}

SolidShape hullShape(const HullShape& hull) {
  return {.surface = [=](double) {
    return makeHull(hull.centre, hull.size, {hull.wall, hull.taper, hull.leak, hull.leakAt});
  }};
}

// Bumps bend more than the ball does.
SolidShape rockShape(const RockShape& rock) {
  return {.surface = [=](double spacing) {
    return makeRock(rock.centre, rock.radius, {rock.roughness, rock.stretch, rock.seed},
                    subdivisionsFor(rock.radius, spacing, 3));
  }};
}

// As fine as the sphere around it, and fine enough to be known for one.
SolidShape duckShape(const DuckShape& duck) {
  return {.surface = [=](double spacing) {
    return makeDuck(duck.centre, duck.length, subdivisionsFor(duck.length / 2, spacing, 3));
  }};
}

PlacedTetra readTetra(const FileShape& file) {
  PlacedTetra read{readTetraMesh(file.path), ""};
  read.note = weld(read.mesh).note();
  read.note = joinNotes(read.note, repair(read.mesh).note());
  for (Vec3d& v : read.mesh.vertices) v = file.scale * v + file.translate;
  return read;
}

SolidShape fileShape(const FileShape& file) {
  return {.surface = [=](double) { return loadFile(file); },
          .tetrahedra = [=](int) { return readTetra(file); },
          .mayNeedRepair = true,
          .renderMesh = [=] { return loadRenderMesh(file); }};
}

TriangleMesh closedSurface(const ClosedShape& shape, double spacing) {
  if (shape.box) return makeBox(*shape.box);
  if (shape.sphere) return sphereSurface(*shape.sphere, spacing);
  if (shape.torus) return torusSurface(*shape.torus, spacing);
  if (!shape.file) fail("no surface is given");
  return loadFile(*shape.file);
}

SolidShape insideShape(const InsideShape& inside) {
  return {.surface = [](double) -> TriangleMesh {
            fail("only a fem solid is cut into tetrahedra; give the surface alone");
          },
          .tetrahedra =
              [=](int) {
                constexpr double kFiner = 0.1;  // so that curves lose no volume to their facets
                const RepairedMesh surface =
                    repaired(closedSurface(inside.surface, kFiner * inside.size));
                return PlacedTetra{meshInside(surface.mesh, inside.size, inside.grading),
                                   surface.note()};
              }};
}

SolidShape embeddedShape(const EmbeddedShape& embedded) {
  return {.surface = [](double) -> TriangleMesh {
            fail("cells are of use to a fem solid alone; leave cells out, or say model = \"fem\"");
          },
          .tetrahedra =
              [=](int dimensions) {
                if (dimensions == 2) fail("a surface is embedded in three dimensions only");
                RenderMesh skin = loadRenderMesh(embedded.file);
                EmbeddingMesh around = meshAround(
                    embedded.file.repair == FileRepair::None ? skin : loadFile(embedded.file),
                    embedded.cells);
                return PlacedTetra{std::move(around.mesh), around.note, std::move(around.filled),
                                   std::move(skin)};
              }};
}

}  // namespace

std::vector<SolidShapeKind> SolidShapeKind::builtIn() {
  using S = MeshShape;
  return {
      {&S::box, boxShape},
      {&S::plane, planeShape},
      {&S::sphere, sphereShape},
      {&S::torus, torusShape},
      {&S::bowl, bowlShape},
      {&S::cylinder, roundShape<CylinderShape>},
      {&S::capsule, roundShape<CapsuleShape>},
      {&S::pool, poolShape},
      {&S::tube, tubeShape},
      {&S::hull, hullShape},
      {&S::rock, rockShape},
      {&S::duck, duckShape},
      {&S::file, fileShape},
      {&S::inside, insideShape},
      {&S::embedded, embeddedShape},
  };
}

SolidShape solidShape(const MeshShape& shape) { return makeGiven<SolidShapeKind>(shape); }

}  // namespace shoal
