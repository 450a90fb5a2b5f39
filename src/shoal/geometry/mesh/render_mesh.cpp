#include "shoal/geometry/mesh/render_mesh.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace shoal {

namespace {

constexpr std::uint32_t kNone = MeshAttributes::kNone;

std::uint32_t at(const std::vector<Triangle>& ofCorners, std::size_t t, std::size_t corner) {
  return ofCorners.empty() ? kNone : ofCorners[t][corner];
}

// Between the edges at a corner, rad.
double angleAt(const std::array<Vec3d, 3>& p, std::size_t corner) {
  const Vec3d u = p[(corner + 1) % 3] - p[corner], v = p[(corner + 2) % 3] - p[corner];
  return portable::atan2(length(cross(u, v)), dot(u, v));
}

}  // namespace

std::vector<PolygonRange> polygonsOf(const RenderMesh& mesh) {
  const std::vector<std::uint32_t>& polygonOf = mesh.attributes.polygonOf;
  std::vector<PolygonRange> polygons;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (t > 0 && !polygonOf.empty() && polygonOf[t] == polygonOf[t - 1])
      ++polygons.back().end;
    else
      polygons.push_back({t, t + 1});
  }
  return polygons;
}

void cornersOf(const PolygonRange& polygon, const std::vector<Triangle>& ofTriangles,
               std::vector<std::uint32_t>& corners) {
  const Triangle& first = ofTriangles[polygon.first];
  corners.assign({first[0], first[1]});
  for (std::size_t t = polygon.first; t < polygon.end; ++t) corners.push_back(ofTriangles[t][2]);
}

void move(RenderMesh& mesh, const Pose& pose) {
  for (Vec3d& v : mesh.vertices) v = pose(v);
  for (Vec3d& n : mesh.attributes.normals) n = rotate(pose.rotation, n);
}

void updateNormals(RenderMesh& mesh) {
  MeshAttributes& attributes = mesh.attributes;
  if (attributes.normalOf.empty()) return;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> groups;  // vertex, old normal
  std::vector<Vec3d> sums;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::array<Vec3d, 3> p = corners(mesh, t);
    const Vec3d normal = normalised(cross(p[1] - p[0], p[2] - p[0]));
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& index = attributes.normalOf[t][i];
      const auto [group, isNew] = groups.try_emplace(std::pair{mesh.triangles[t][i], index},
                                                     static_cast<std::uint32_t>(sums.size()));
      if (isNew) sums.emplace_back();
      index = group->second;
      sums[index] += angleAt(p, i) * normal;
    }
  }
  for (Vec3d& sum : sums) sum = normalised(sum);
  attributes.normals = std::move(sums);
}

SplitMesh splitAtSeams(const RenderMesh& mesh) {
  const MeshAttributes& given = mesh.attributes;
  SplitMesh split;
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) split.source.push_back(v);
  if (!given.uvOf.empty()) split.uvs.resize(mesh.vertices.size());
  if (!given.normalOf.empty()) split.normals.resize(mesh.vertices.size());
  split.triangles = mesh.triangles;
  if (split.uvs.empty() && split.normals.empty()) return split;
  if (split.uvs.empty() && given.normalOf == mesh.triangles) {  // each vertex has one, its own
    std::copy_n(given.normals.begin(), std::min(given.normals.size(), split.normals.size()),
                split.normals.begin());
    return split;
  }

  using Corner = std::tuple<std::uint32_t, TextureCoordinates, std::array<double, 3>>;
  std::map<Corner, std::uint32_t> numbers;
  std::vector<bool> taken(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t v = mesh.triangles[t][i];
      const std::uint32_t uv = at(given.uvOf, t, i), normal = at(given.normalOf, t, i);
      const TextureCoordinates st = uv == kNone ? TextureCoordinates{} : given.uvs[uv];
      const Vec3d n = normal == kNone ? Vec3d{} : given.normals[normal];
      const auto next = static_cast<std::uint32_t>(taken[v] ? split.source.size() : v);
      const auto [number, isNew] = numbers.try_emplace(Corner{v, st, {n.x, n.y, n.z}}, next);
      split.triangles[t][i] = number->second;
      if (!isNew) continue;
      if (taken[v]) split.source.push_back(v);
      taken[v] = true;
      if (!split.uvs.empty()) {
        split.uvs.resize(split.source.size());
        split.uvs[next] = st;
      }
      if (!split.normals.empty()) {
        split.normals.resize(split.source.size());
        split.normals[next] = n;
      }
    }
  return split;
}

}  // namespace shoal
