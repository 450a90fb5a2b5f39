#include "shoal/bodies/vertex_skin.h"

#include <algorithm>
#include <map>

#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

Triangle sorted(Triangle triangle) {
  std::sort(triangle.begin(), triangle.end());
  return triangle;
}

}  // namespace

VertexSkin::VertexSkin(RenderMesh mesh, const BodySurface& surface)
    : mesh_(std::move(mesh)), surfaceTriangles_(surface.triangles.size()) {
  // One number for all vertices of one place, of the mesh and of the surface.
  std::vector<Vec3d> all = mesh_.vertices;
  all.insert(all.end(), surface.x.begin(), surface.x.end());
  const WeldedPoints places = weldPoints(all);
  const auto placeOf = [&](std::uint32_t v) { return places.idOf[v]; };
  const auto placeOnSurface = [&](std::uint32_t v) {
    return places.idOf[mesh_.vertices.size() + v];
  };
  const auto placesOf = [](const Triangle& t, const auto& place) {
    return Triangle{place(t[0]), place(t[1]), place(t[2])};
  };

  std::vector<std::uint32_t> firstAt(places.points.size(), kNone);
  for (std::uint32_t v = 0; v < surface.x.size(); ++v)
    if (std::uint32_t& first = firstAt[placeOnSurface(v)]; first == kNone) first = v;
  for (std::uint32_t v = 0; v < mesh_.vertices.size(); ++v)
    vertexOf_.push_back(firstAt[placeOf(v)]);

  std::map<Triangle, std::uint32_t> simulated;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t)
    simulated.try_emplace(sorted(placesOf(surface.triangles[t], placeOnSurface)), t);
  for (const Triangle& triangle : mesh_.triangles) {
    const Triangle at = placesOf(triangle, placeOf);
    BoundTriangle& bound = bound_.emplace_back();
    const auto found = simulated.find(sorted(at));
    if (found == simulated.end()) continue;
    bound.triangle = found->second;
    const Triangle there = placesOf(surface.triangles[found->second], placeOnSurface);
    for (std::size_t i = 0; i < 3; ++i)
      bound.corner[i] =
          static_cast<std::uint8_t>(std::find(there.begin(), there.end(), at[i]) - there.begin());
  }
}

std::uint32_t VertexSkin::vertexAt(const BodySurface& surface, std::size_t triangle,
                                   std::size_t i) const {
  const BoundTriangle& bound = bound_[triangle];
  return bound.triangle == kNone ? vertexOf_[mesh_.triangles[triangle][i]]
                                 : surface.triangles[bound.triangle][bound.corner[i]];
}

std::optional<RenderedSurface> VertexSkin::follow(const BodySurface& surface) const {
  if (surface.triangles.size() != surfaceTriangles_) return std::nullopt;
  RenderedSurface shown{mesh_, {}, {}};
  std::vector<std::uint32_t> source(mesh_.vertices.size(), kNone);  // vertices of the surface
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> copies;
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = vertexAt(surface, t, i), v = mesh_.triangles[t][i];
      if (source[v] == kNone) source[v] = from;
      if (source[v] == from) continue;
      const auto [copy, isNew] =
          copies.try_emplace({v, from}, static_cast<std::uint32_t>(source.size()));
      if (isNew) source.push_back(from);
      shown.mesh.triangles[t][i] = copy->second;
    }
  shown.mesh.vertices.resize(source.size());
  shown.v.resize(source.size());
  for (std::size_t v = 0; v < source.size(); ++v) {
    if (source[v] == kNone) continue;
    shown.mesh.vertices[v] = surface.x[source[v]];
    shown.v[v] = surface.v[source[v]];
  }
  updateNormals(shown.mesh);
  return shown;
}

}  // namespace shoal
