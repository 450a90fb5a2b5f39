#include "shoal/coupling/forcing/forced_body.h"

#include "shoal/geometry/even_sampling.h"
#include "shoal/geometry/outline.h"

namespace shoal {

namespace {

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

ForcedBody::ForcedBody(RigidBody& body, const DirectForcingParams& params, double spacing,
                       int dimensions)
    : body_(&body), params_(params), filled_(body.mass() > 0) {
  try {
    validate(params);
    TriangleMesh mesh{body.surface().x, body.surface().triangles};
    if (dimensions == 3) {
      samples_ = sampleEvenly(mesh, spacing);
    } else {
      const std::vector<Segment> outline = sliceAtZeroPlane(mesh);
      if (outline.empty()) fail("it does not reach the plane z = 0, where the fluid is");
      for (const Vec3f& p : sampleOutline(outline, spacing)) samples_.push_back(Vec3d(p));
      mesh = raised(outline);
    }
    for (Vec3d& p : samples_) p = toLocal(body.state(), p);
    for (Vec3d& p : mesh.vertices) p = toLocal(body.state(), p);
    for (const Vec3d& p : samples_) outerRadius_ = std::max(outerRadius_, length(p));
    distance_.emplace(mesh);
  } catch (const Error& error) {
    fail("solid \"{}\": {}", body.name(), error.what());
  }
}

std::optional<Touch> ForcedBody::touch(const Vec3d& before, const Vec3d& now, double within,
                                       double reach) const {
  const double path = length(now - before);
  const auto place = distance_->nearest(now, std::max(path, filled_ ? reach : within));
  if (!place) return std::nullopt;
  const Vec3d offset = now - place->point;
  const double gap = length(offset);
  // What it crossed is no further away than where it came from.
  if (gap <= path) {
    if (const auto hit = distance_->crossing(before, now)) {
      const bool outwards = dot(hit->normal, before - now) < 0;
      const Vec3d back = outwards ? -hit->normal : hit->normal;
      if (!(filled_ && outwards)) return Touch{hit->point, back, dot(now - hit->point, back)};
    }
  }
  if (!(gap > 0)) return Touch{place->point, place->normal, 0};
  // Straight above a triangle it is outside.
  const bool above = dot(offset, place->normal) > 0.999 * gap;
  if (filled_ && !above && distance_->inside(now)) return Touch{place->point, -offset / gap, -gap};
  if (gap >= within) return std::nullopt;
  return Touch{place->point, offset / gap, gap};
}

}  // namespace shoal
