#include "shoal/effects/foam/foam_obstacles.h"

#include <algorithm>

#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/outline.h"

namespace shoal {

namespace {

std::array<Vec3d, 8> cornersOf(const Box3d& box) {
  std::array<Vec3d, 8> all;
  for (std::size_t k = 0; k < 8; ++k)
    all[k] = {k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y,
              k & 4 ? box.upper.z : box.lower.z};
  return all;
}

}  // namespace

std::size_t FoamObstacles::add(const TriangleMesh& mesh, FluidRoom room) {
  Solid solid;
  solid.room = checkMesh(mesh).closed() ? room : FluidRoom::BothSides;
  solid.vertices = mesh.vertices;
  setSurface(solid, mesh);
  solids_.push_back(std::move(solid));
  travel_ = MeshDistance::kAny;
  return solids_.size() - 1;
}

// In the plane the sides of a solid are walls so high that the nearest point of one has z = 0.
TriangleMesh FoamObstacles::shapeOf(const TriangleMesh& mesh) const {
  if (dimensions_ != 2) return mesh;
  return extrudeOutline(sliceAtZeroPlane(mesh), 10 * length(mesh.bounds().size()));
}

void FoamObstacles::setSurface(Solid& solid, const TriangleMesh& mesh) const {
  const TriangleMesh shape = shapeOf(mesh);
  solid.bounds = shape.bounds();
  solid.surface = shape.triangles.empty() ? nullptr : std::make_shared<const MeshDistance>(shape);
}

void FoamObstacles::beginStep() {
  for (Solid& solid : solids_) solid.before = solid.now;
  travel_ = 0;
}

// The way of a point between two rigid transforms is an affine function of the point, and longest
// in a corner.
void FoamObstacles::move(std::size_t number, const Pose& pose) {
  Solid& solid = solids_[number];
  solid.now = pose;
  solid.back = inverse(pose);
  if (solid.bounds.empty()) return;
  for (const Vec3d& corner : cornersOf(solid.bounds))
    travel_ = std::max(travel_, length(solid.now(corner) - solid.before(corner)));
}

void FoamObstacles::deform(std::size_t number, const TriangleMesh& mesh) {
  Solid& solid = solids_[number];
  const bool same = solid.vertices.size() == mesh.vertices.size();
  if (same && solid.vertices == mesh.vertices) return;
  double way = same ? 0 : MeshDistance::kAny;
  if (same)
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
      way = std::max(way, length(mesh.vertices[v] - solid.vertices[v]));
  travel_ = std::max(travel_, way);
  solid.vertices = mesh.vertices;
  setSurface(solid, mesh);
}

double FoamObstacles::distance(const Vec3d& p, double limit) const {
  for (const Solid& solid : solids_)
    if (solid.surface) limit = solid.surface->distance(solid.back(p), limit);
  return limit;
}

// Of a place in the solid's own frame.
bool FoamObstacles::holds(const Solid& solid, const Vec3d& own) const {
  if (!solid.surface || solid.room == FluidRoom::BothSides) return false;
  return solid.surface->inside(own) == (solid.room == FluidRoom::Outside);
}

bool FoamObstacles::inSolid(const Vec3d& p) const {
  return std::any_of(solids_.begin(), solids_.end(),
                     [&](const Solid& solid) { return holds(solid, solid.back(p)); });
}

std::optional<FoamObstacles::Hit> FoamObstacles::hit(const FoamPath& path, double gap,
                                                     double dt) const {
  for (const Solid& solid : solids_)
    if (auto found = hitOn(solid, path, gap, dt)) return found;
  return std::nullopt;
}

// A surface with fluid on both sides stops whatever crosses it, seen from its own frame. A solid
// with an inside moves what is in it to the nearest point of its surface.
std::optional<FoamObstacles::Hit> FoamObstacles::hitOn(const Solid& solid, const FoamPath& path,
                                                       double gap, double dt) const {
  if (!solid.surface) return std::nullopt;
  const Vec3d to = solid.back(path.to);
  std::optional<MeshDistance::Place> at;
  Vec3d away;
  if (solid.room == FluidRoom::BothSides) {
    const Vec3d from = inverse(solid.before)(path.from);
    at = solid.surface->crossing(from, to);
    if (at) away = dot(from - to, at->normal) < 0 ? -at->normal : at->normal;
  } else if (holds(solid, to)) {
    at = solid.surface->nearest(to);
    if (at) away = normalised(inPlane(at->point - to));
    // On the surface itself, of which meshes may have either side out.
    if (at && !(length(away) > 0))
      away = holds(solid, at->point + gap * at->normal) ? -at->normal : at->normal;
  }
  if (!at) return std::nullopt;
  const Vec3d own = inPlane(at->point);
  const Vec3d there = solid.now(own);
  return Hit{solid.now(own + gap * away), rotate(solid.now.rotation, away),
             dt > 0 ? (there - solid.before(own)) / dt : Vec3d{}};
}

Vec3d FoamObstacles::inPlane(Vec3d p) const {
  if (dimensions_ == 2) p.z = 0;
  return p;
}

}  // namespace shoal
