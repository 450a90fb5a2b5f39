#include "shoal/geometry/shapes/mesh_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

struct Face {
  BoxFace which;
  std::array<std::uint32_t, 4> corners;  // counter-clockwise from outside
};

// Corner i of a box is at the upper end of x, y, z where bits 0, 1, 2 of i are set.
constexpr std::array<Face, 6> kBoxFaces{
    Face{BoxFace::LowX, {0, 4, 6, 2}}, Face{BoxFace::HighX, {1, 3, 7, 5}},
    Face{BoxFace::LowY, {0, 1, 5, 4}}, Face{BoxFace::HighY, {2, 6, 7, 3}},
    Face{BoxFace::LowZ, {0, 2, 3, 1}}, Face{BoxFace::HighZ, {4, 5, 7, 6}}};

TriangleMesh icosahedron() {
  const double g = std::numbers::phi;  // corners of three golden rectangles
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (Vec3d& v : mesh.vertices) v = normalised(v);
  return mesh;
}

void subdivideOnUnitSphere(TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto next = static_cast<std::uint32_t>(mesh.vertices.size());
    const auto [found, isNew] = middles.try_emplace(std::minmax(a, b), next);
    if (isNew) mesh.vertices.push_back(normalised(mesh.vertices[a] + mesh.vertices[b]));
    return found->second;
  };
  std::vector<Triangle> finer;
  finer.reserve(4 * mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  mesh.triangles = std::move(finer);
}

}  // namespace

TriangleMesh makeBox(const Box3d& box, std::span<const BoxFace> openFaces) {
  if (box.empty()) fail("a box needs its first corner below its second");
  TriangleMesh mesh;
  for (unsigned i = 0; i < 8; ++i)
    mesh.vertices.push_back({(i & 1 ? box.upper : box.lower).x, (i & 2 ? box.upper : box.lower).y,
                             (i & 4 ? box.upper : box.lower).z});
  for (const auto& [face, c] : kBoxFaces) {
    if (std::ranges::find(openFaces, face) != openFaces.end()) continue;
    mesh.triangles.push_back({c[0], c[1], c[2]});
    mesh.triangles.push_back({c[0], c[2], c[3]});
  }
  return mesh;
}

Vec3d planeTangent(const Vec3d& n) {
  std::size_t axis = 0;
  for (const std::size_t other : {std::size_t{1}, std::size_t{2}})
    if (std::abs(n[other]) < std::abs(n[axis])) axis = other;
  Vec3d e;
  e[axis] = 1;
  return normalised(e - dot(e, n) * n);
}

TriangleMesh makePlane(Vec3d centre, Vec3d normal, double sizeU, double sizeV) {
  if (!(sizeU > 0 && sizeV > 0))
    fail("a plane of size {} x {} is empty; give two positive sizes", sizeU, sizeV);
  const Vec3d n = normalised(normal);
  if (!(length(n) > 0.5)) fail("the normal of a plane must not be zero");
  const Vec3d u = planeTangent(n);
  const Vec3d halfU = u * (sizeU / 2), halfV = cross(n, u) * (sizeV / 2);
  return {{centre - halfU - halfV, centre + halfU - halfV, centre + halfU + halfV,
           centre - halfU + halfV},
          {{0, 1, 2}, {0, 2, 3}}};
}

TriangleMesh makeSheet(Vec3d centre, Vec3d normal, double sizeU, double sizeV, double cell) {
  constexpr double kMostSquares = 4e6;
  const TriangleMesh plane = makePlane(centre, normal, sizeU, sizeV);
  const Vec3d corner = plane.vertices[0];
  const Vec3d u = plane.vertices[1] - corner, v = plane.vertices[3] - corner;
  const double across = std::max(1.0, std::round(sizeU / cell));
  const double along = std::max(1.0, std::round(sizeV / cell));
  if (!(cell > 0) || !(across * along <= kMostSquares))
    fail("a sheet cannot be cut into {:.3g} squares of {} m; choose larger ones", across * along,
         cell);
  const auto nu = static_cast<std::uint32_t>(across), nv = static_cast<std::uint32_t>(along);
  TriangleMesh sheet;
  for (std::uint32_t j = 0; j <= nv; ++j)
    for (std::uint32_t i = 0; i <= nu; ++i)
      sheet.vertices.push_back(corner + (i / across) * u + (j / along) * v);
  for (std::uint32_t j = 0; j < nv; ++j)
    for (std::uint32_t i = 0; i < nu; ++i) {
      const std::uint32_t a = j * (nu + 1) + i, b = a + 1, d = a + nu + 1, c = d + 1;
      if ((i + j) % 2 == 0)
        sheet.triangles.insert(sheet.triangles.end(), {{a, b, c}, {a, c, d}});
      else
        sheet.triangles.insert(sheet.triangles.end(), {{a, b, d}, {b, c, d}});
    }
  return sheet;
}

TriangleMesh makeSphere(Vec3d centre, double radius, int subdivisions) {
  constexpr int kMostSubdivisions = 10;  // 20 million triangles
  if (!(radius > 0)) fail("a sphere of radius {} is empty; give a positive radius", radius);
  if (subdivisions < 0 || subdivisions > kMostSubdivisions)
    fail("{} subdivisions of a sphere; use 0 to {}", subdivisions, kMostSubdivisions);
  TriangleMesh mesh = icosahedron();
  for (int s = 0; s < subdivisions; ++s) subdivideOnUnitSphere(mesh);
  transform(mesh, radius, centre);
  return mesh;
}

TriangleMesh makeTorus(Vec3d centre, Vec3d axis, double ring, double tube,
                       std::array<std::uint32_t, 2> segments) {
  if (!(tube > 0 && ring > tube))
    fail(
        "a torus with radii {} and {} has no hole; let the tube's be positive and below the ring's",
        ring, tube);
  const Vec3d n = normalised(axis);
  if (!(length(n) > 0.5)) fail("the axis of a torus must not be zero");
  const std::uint32_t around = segments[0], across = segments[1];
  if (around < 3 || across < 3) fail("a torus needs at least 3 segments each way");
  const Vec3d u = planeTangent(n), v = cross(n, u);
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < across; ++j) {
      const double a = 2 * std::numbers::pi * i / around, b = 2 * std::numbers::pi * j / across;
      const Vec3d out = portable::cos(a) * u + portable::sin(a) * v;
      mesh.vertices.push_back(centre + (ring + tube * portable::cos(b)) * out +
                              tube * portable::sin(b) * n);
    }
  const auto at = [&](std::uint32_t i, std::uint32_t j) {
    return (i % around) * across + j % across;
  };
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < across; ++j)
      mesh.triangles.insert(mesh.triangles.end(), {{at(i, j), at(i + 1, j), at(i + 1, j + 1)},
                                                   {at(i, j), at(i + 1, j + 1), at(i, j + 1)}});
  return mesh;
}

TriangleMesh makeBowl(Vec3d centre, double radius, double depth, double cell) {
  constexpr double kMostRings = 1000;  // 6 million triangles
  if (!(radius > 0 && depth > 0 && depth <= radius))
    fail("a bowl of radius {} and depth {}; give a depth above 0, up to the radius", radius, depth);
  const double sphere = (sq(radius) + sq(depth)) / (2 * depth);
  const double opening = portable::atan2(radius, sphere - depth);  // angle from the axis to the rim
  const double count = std::max(1.0, std::round(sphere * opening / cell));
  if (!(cell > 0) || !(count <= kMostRings))
    fail("a bowl cannot be cut into {:.3g} rings of {} m; choose larger ones", count, cell);
  const auto rings = static_cast<std::uint32_t>(count);
  const Vec3d middle = centre + Vec3d{0, sphere - depth, 0};
  // Ring k has 6 k vertices, so that edges along rings are about as long as those across.
  TriangleMesh mesh{{middle - Vec3d{0, sphere, 0}}, {}};
  const auto at = [](std::uint32_t k, std::uint32_t i) {
    return k == 0 ? 0 : 1 + 3 * k * (k - 1) + i % (6 * k);
  };
  for (std::uint32_t k = 1; k <= rings; ++k) {
    const double down = opening * k / rings;
    for (std::uint32_t i = 0; i < 6 * k; ++i) {
      const double turn = 2 * std::numbers::pi * i / (6 * k);
      mesh.vertices.push_back(middle + sphere * Vec3d{portable::sin(down) * portable::cos(turn),
                                                      -portable::cos(down),
                                                      portable::sin(down) * portable::sin(turn)});
    }
    for (std::uint32_t sector = 0; sector < 6; ++sector)
      for (std::uint32_t i = 0; i < k; ++i) {
        const std::uint32_t inner = sector * (k - 1) + i, outer = sector * k + i;
        mesh.triangles.push_back({at(k - 1, inner), at(k, outer + 1), at(k, outer)});
        if (i + 1 < k)
          mesh.triangles.push_back({at(k - 1, inner), at(k - 1, inner + 1), at(k, outer + 1)});
      }
  }
  return mesh;
}

TriangleMesh makeLiddedBowl(Vec3d centre, double radius, double depth, double cell) {
  TriangleMesh mesh = makeBowl(centre, radius, depth, cell);
  for (Triangle& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  // The rim is the last ring: of 1 + 3 k (k + 1) vertices up to ring k, the last 6 k.
  const auto rings = static_cast<std::uint32_t>(std::round(std::sqrt(middle / 3.0) - 0.5));
  const std::uint32_t rim = 6 * rings, first = middle - rim;
  mesh.vertices.push_back(centre);
  for (std::uint32_t i = 0; i < rim; ++i)
    mesh.triangles.push_back({first + (i + 1) % rim, first + i, middle});
  return mesh;
}

void transform(TriangleMesh& mesh, double scale, Vec3d translation) {
  if (!(scale > 0)) fail("a mesh cannot be scaled by {}; give a positive scale", scale);
  for (Vec3d& v : mesh.vertices) v = scale * v + translation;
}

}  // namespace shoal
