#include "shoal/coupling/forcing/forced_body.h"

#include <algorithm>

#include "shoal/geometry/mesh/outline.h"

namespace shoal {

namespace {

// Edges of cells: short enough that most need few triangles.
constexpr double kCell = 0.5;  // reaches

// Walls on an outline, so far up and down that from the plane they are all there is.
TriangleMesh raised(std::span<const Segment> outline) {
  Box3d bounds;
  for (const Segment& s : outline) {
    bounds.extend(s.a);
    bounds.extend(s.b);
  }
  const double height = 4 * length(bounds.size());
  TriangleMesh mesh;
  for (const Segment& s : outline) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const double z : {-height, height})
      for (const Vec3d& end : {s.a, s.b}) mesh.vertices.push_back({end.x, end.y, z});
    mesh.triangles.push_back({first, first + 1, first + 3});
    mesh.triangles.push_back({first, first + 3, first + 2});
  }
  return mesh;
}

}  // namespace

ForcedBody::ForcedBody(RigidBody& body, const DirectForcingParams& params, double reach,
                       int dimensions)
    : body_(&body), params_(params), filled_(body.mass() > 0) {
  try {
    validate(params);
    TriangleMesh mesh{body.surface().x, body.surface().triangles};
    std::vector<Vec3d> ends = mesh.vertices;  // of what is met
    if (dimensions == 2) {
      const std::vector<Segment> outline = sliceAtZeroPlane(mesh);
      if (outline.empty()) fail("it does not reach the plane z = 0, where the fluid is");
      ends.clear();
      for (const Segment& s : outline) ends.insert(ends.end(), {s.a, s.b});
      mesh = raised(outline);
    }
    Box3d where;
    for (Vec3d& p : ends) {
      where.extend(toLocal(body.state(), p));
      outerRadius_ = std::max(outerRadius_, length(p - body.state().x));
    }
    for (Vec3d& p : mesh.vertices) p = toLocal(body.state(), p);
    cells_.emplace(mesh, where, reach, kCell * reach);
  } catch (const Error& error) {
    fail("solid \"{}\": {}", body.name(), error.what());
  }
}

std::optional<MeshDistance::Place> ForcedBody::nearest(const Vec3d& p, double within) const {
  return within <= cells_->reach() ? cells_->nearest(p, within) : cells_->all().nearest(p, within);
}

std::optional<Touch> ForcedBody::touch(const Vec3d& before, const Vec3d& now, double within) const {
  const double path = length(now - before);
  const auto place = nearest(now, std::max(path, filled_ ? cells_->reach() : within));
  if (!place) return std::nullopt;
  const Vec3d offset = now - place->point;
  const double gap = length(offset);
  // What it crossed is no further away than where it came from.
  if (gap <= path) {
    if (const auto hit = cells_->all().crossing(before, now)) {
      const bool outwards = dot(hit->normal, before - now) < 0;
      const Vec3d back = outwards ? -hit->normal : hit->normal;
      if (!(filled_ && outwards)) return Touch{hit->point, back, dot(now - hit->point, back)};
    }
  }
  if (!(gap > 0)) return Touch{place->point, place->normal, 0};
  // Straight above a triangle it is outside.
  const bool above = dot(offset, place->normal) > 0.999 * gap;
  if (filled_ && !above && cells_->all().inside(now))
    return Touch{place->point, -offset / gap, -gap};
  if (gap >= within) return std::nullopt;
  return Touch{place->point, offset / gap, gap};
}

}  // namespace shoal
