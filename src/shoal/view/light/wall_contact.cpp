#include "shoal/view/light/wall_contact.h"

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/view/picture/surface_point.h"

namespace shoal {

namespace {

// Shares of the spacing. Surfaces end within 0.1 spacings of walls; where they are smoothed, and at
// edges, further.
constexpr double kReach = 0.4, kBehind = 0.3, kGap = 0.05;

constexpr double kAlong = 0.25;  // cosine between the normals of fluid and wall; less in corners

TriangleMesh allWalls(const Shot& shot, const Vec3d& origin) {
  TriangleMesh all;
  for (const PictureMesh& wall : shot.walls) {
    const auto first = static_cast<std::uint32_t>(all.vertices.size());
    for (const Vec3d& v : wall.vertices) all.vertices.push_back(v - origin);
    for (const auto& [a, b, c] : wall.triangles)
      all.triangles.push_back({a + first, b + first, c + first});
  }
  return all;
}

TriangleMesh drawnSolids(const PictureScene& scene, const std::vector<Material>& materials,
                         std::size_t fluids) {
  TriangleMesh drawn;
  for (const Vec3f& v : scene.parts.wallVertices) drawn.vertices.emplace_back(v);
  for (std::size_t t = 0; t < scene.parts.wallTriangles.size(); ++t)
    if (scene.wallSurfaces[t] >= fluids && !materials[scene.wallSurfaces[t]].thin)
      drawn.triangles.push_back(scene.parts.wallTriangles[t]);
  return drawn;
}

// How a vertex of a fluid lies on a wall.
struct Settled {
  bool onWall = false;    // of any kind, even one that is left out towards the eye
  bool touching = false;  // one that is drawn
  Vec3d normal;           // out of the fluid
};

}  // namespace

std::vector<bool> settleOnWalls(const Shot& shot, PictureScene& scene,
                                const std::vector<Material>& materials, double spacing) {
  std::vector<bool> touching(scene.parts.wallTriangles.size());
  const std::size_t fluids = shot.fluids.size();
  std::size_t fluidTriangles = 0;  // which come first
  while (fluidTriangles < touching.size() && scene.wallSurfaces[fluidTriangles] < fluids)
    ++fluidTriangles;
  const TriangleMesh walls = allWalls(shot, scene.origin);
  if (fluidTriangles == 0 || walls.triangles.empty()) return touching;
  const MeshDistance toWalls(walls);
  const TriangleMesh drawn = drawnSolids(scene, materials, fluids);
  std::optional<MeshDistance> toDrawn;
  if (!drawn.triangles.empty()) toDrawn.emplace(drawn);

  std::vector<Vec3f>& x = scene.parts.wallVertices;
  std::vector<Vec3d> normals(x.size());
  for (std::size_t t = 0; t < fluidTriangles; ++t)
    for (std::size_t k = 0; k < 3; ++k)
      normals[scene.parts.wallTriangles[t][k]] += Vec3d(scene.wallNormals[t][k]);
  std::vector<Settled> settled(x.size());
  parallelFor(x.size(), [&](std::size_t v) {
    if (normals[v] == Vec3d{}) return;  // of a wall
    const Vec3d p(x[v]);
    const auto wall = toWalls.nearest(p, kReach * spacing);
    if (!wall || wall->normal == Vec3d{}) return;
    const Vec3d outwards = dot(wall->normal, normals[v]) > 0 ? wall->normal : -wall->normal;
    const bool along = dot(outwards, normalised(normals[v])) > kAlong;
    const double before = dot(wall->point - p, outwards);
    if (!along || before < -kBehind * spacing) return;
    const double gap = std::max(kGap * spacing,
                                4.0 * double(offSurface({}, {1, 0, 0}, largestCoordinate(x[v])).x));
    settled[v] = {true, toDrawn && toDrawn->nearest(p, kReach * spacing), outwards};
    x[v] = Vec3f(wall->point - gap * outwards);
  });

  // Normals change abruptly where the free surface ends at a wall.
  std::vector<Vec3d> freeNormals(x.size());
  const auto corner = [&](std::size_t t, std::size_t k) {
    return Vec3d(x[scene.parts.wallTriangles[t][k]]);
  };
  const auto onWall = [&](std::size_t t) {
    const auto& [a, b, c] = scene.parts.wallTriangles[t];
    return settled[a].onWall && settled[b].onWall && settled[c].onWall;
  };
  for (std::size_t t = 0; t < fluidTriangles; ++t) {
    if (onWall(t)) continue;
    const Vec3d area = cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0));
    for (const std::uint32_t v : scene.parts.wallTriangles[t]) freeNormals[v] += area;
  }
  for (std::size_t t = 0; t < fluidTriangles; ++t) {
    const bool whole = onWall(t);
    touching[t] = whole;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = scene.parts.wallTriangles[t][k];
      touching[t] = touching[t] && settled[v].touching;
      if (!settled[v].onWall) continue;
      const Vec3d normal = whole ? settled[v].normal : normalised(freeNormals[v]);
      if (normal != Vec3d{}) scene.wallNormals[t][k] = Vec3f(normal);
    }
  }
  return touching;
}

}  // namespace shoal
