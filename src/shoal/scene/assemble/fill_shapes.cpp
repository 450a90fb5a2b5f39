#include "shoal/scene/assemble/fill_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/sampling/fill.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/assemble/mesh_loading.h"

namespace shoal {

namespace {

FillVolume boxVolume(const Box3d& box) {
  return {.bounds = box, .points = [=](const WorldParams& world) {
            return fillBox(box, world.spacing, world.dimensions);
          }};
}

FillVolume ballVolume(const BallShape& ball) {
  const Box3d bounds = Box3d{ball.centre, ball.centre}.grown(ball.radius);
  return {.bounds = bounds,
          .points =
              [=](const WorldParams& world) {
                return fillSphere(ball.centre, ball.radius, world.spacing, world.dimensions);
              },
          .estimate =
              [=](const WorldParams& world) {
                const double share =
                    world.dimensions == 2 ? std::numbers::pi / 4 : std::numbers::pi / 6;
                return latticePoints(bounds.size(), world) * share;
              }};
}

FillVolume meshVolume(const TriangleMesh& mesh) {
  return {.bounds = mesh.bounds(), .points = [=](const WorldParams& world) {
            return fillMesh(mesh, world.spacing, world.dimensions);
          }};
}

FillVolume bowlVolume(const BowlShape& bowl) {
  const TriangleMesh mesh = makeLiddedBowl(bowl.centre, bowl.radius, bowl.depth, cellOf(bowl));
  FillVolume volume = meshVolume(mesh);
  const double size = std::abs(mesh.signedVolume());
  volume.estimate = [=, bounds = volume.bounds](const WorldParams& world) {
    return world.dimensions == 3 ? size / cube(world.spacing) : latticePoints(bounds.size(), world);
  };
  return volume;
}

FillVolume fileVolume(const FileShape& file) {
  const TriangleMesh mesh = loadFile(file);
  const MeshReport report = checkMesh(mesh);
  if (!report.closed())
    fail("{}: {}; only a closed mesh can be filled", file.path, report.summary());
  return meshVolume(mesh);
}

}  // namespace

std::vector<FillShapeKind> FillShapeKind::builtIn() {
  using S = FillShape;
  return {{&S::box, boxVolume},
          {&S::sphere, ballVolume},
          {&S::bowl, bowlVolume},
          {&S::file, fileVolume}};
}

FillVolume fillVolume(const FillShape& shape) { return makeGiven<FillShapeKind>(shape); }

double latticePoints(const Vec3d& size, const WorldParams& world) {
  double points = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(world.dimensions); ++axis)
    points *= std::max(1.0, std::floor(size[axis] / world.spacing + 1e-3));
  return points;
}

}  // namespace shoal
