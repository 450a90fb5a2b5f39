#include "shoal/bodies/fem/fem_mesh.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/memory.h"

namespace shoal {

namespace {

// What an element takes with conjugate gradients, measured on cubes of 6 000 to 160 000 of them:
// its quadrature points and stiffness, and its share of the matrix. Direct solvers take more.
constexpr double kBytesOfLinear = 1900, kBytesOfQuadratic = 11'000;

// Gradients of the four barycentric coordinates.
std::array<Vec3d, 4> barycentricGradients(const FemMesh& mesh, std::size_t element) {
  const auto node = mesh.of(element);
  const Vec3d o = mesh.rest[node[0]];
  const Matrix3 edges =
      Matrix3::columns(mesh.rest[node[1]] - o, mesh.rest[node[2]] - o, mesh.rest[node[3]] - o);
  const Matrix3 rows = transposed(inverse(edges));
  const Vec3d b = rows.column(0), c = rows.column(1), d = rows.column(2);
  return {-(b + c + d), b, c, d};
}

double elementVolume(const FemMesh& mesh, std::size_t element) {
  const auto node = mesh.of(element);
  const Vec3d o = mesh.rest[node[0]];
  return dot(cross(mesh.rest[node[1]] - o, mesh.rest[node[2]] - o), mesh.rest[node[3]] - o) / 6;
}

std::array<Vec3d, kMostNodes> shapeGradients(const std::array<double, 4>& at,
                                             const std::array<Vec3d, 4>& g, bool quadratic) {
  std::array<Vec3d, kMostNodes> gradients{};
  for (std::size_t i = 0; i < 4; ++i) gradients[i] = quadratic ? (4 * at[i] - 1) * g[i] : g[i];
  if (!quadratic) return gradients;
  for (std::size_t m = 0; m < 6; ++m) {
    const auto [i, j] = kTetraEdges[m];
    gradients[4 + m] = 4 * at[i] * g[j] + 4 * at[j] * g[i];
  }
  return gradients;
}

}  // namespace

FemMesh makeFemMesh(const TetraMesh& mesh, bool quadratic) {
  requireMemory(double(mesh.tets.size()) * (quadratic ? kBytesOfQuadratic : kBytesOfLinear),
                fmt::format("{} {} elements", mesh.tets.size(), quadratic ? "quadratic" : "linear"),
                "use fewer");
  std::vector<bool> used(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    if (!(signedVolume(mesh, t) > 0)) fail("tetrahedron {} has no positive volume; repair it", t);
    for (const std::uint32_t v : mesh.tets[t]) used[v] = true;
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end())
    fail("vertex {} belongs to no tetrahedron; remove it", unused - used.begin());

  FemMesh fem;
  fem.nodesEach = quadratic ? 10 : 4;
  fem.rest = mesh.vertices;
  fem.nodes.reserve(fem.nodesEach * mesh.tets.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  for (const Tetra& tet : mesh.tets) {
    fem.nodes.insert(fem.nodes.end(), tet.begin(), tet.end());
    if (!quadratic) continue;
    for (const auto [i, j] : kTetraEdges) {
      const auto next = static_cast<std::uint32_t>(fem.rest.size());
      const auto [found, isNew] = middles.try_emplace(std::minmax(tet[i], tet[j]), next);
      if (isNew) fem.rest.push_back((mesh.vertices[tet[i]] + mesh.vertices[tet[j]]) / 2.0);
      fem.nodes.push_back(found->second);
    }
  }
  return fem;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middleNodes(const FemMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  for (std::size_t e = 0; mesh.quadratic() && e < mesh.elements(); ++e)
    for (std::size_t m = 0; m < 6; ++m) {
      const auto node = mesh.of(e);
      const auto [i, j] = kTetraEdges[m];
      middles[std::minmax(node[i], node[j])] = node[4 + m];
    }
  return middles;
}

std::vector<FemPoint> makePoints(const FemMesh& mesh) {
  constexpr double kNear = 0.58541019662496852, kFar = 0.1381966011250105;  // exact to degree 2
  const std::size_t each = pointsEach(mesh);
  std::vector<FemPoint> points(each * mesh.elements());
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const auto gradients = barycentricGradients(mesh, e);
    for (std::size_t q = 0; q < each; ++q) {
      std::array<double, 4> at{kFar, kFar, kFar, kFar};
      at[q] = kNear;
      points[each * e + q] = {elementVolume(mesh, e) / double(each),
                              shapeGradients(at, gradients, mesh.quadratic())};
    }
  }
  return points;
}

double massShare(std::size_t a, std::size_t b, bool quadratic) {
  if (!quadratic) return a == b ? 0.1 : 0.05;
  if (a > b) std::swap(a, b);
  if (b < 4) return (a == b ? 6 : 1) / 420.0;
  const auto [i, j] = kTetraEdges[b - 4];
  if (a < 4) return (a == i || a == j ? -4 : -6) / 420.0;
  const auto [k, l] = kTetraEdges[a - 4];
  const int common = (i == k) + (i == l) + (j == k) + (j == l);
  constexpr std::array<double, 3> kMiddles{8, 16, 32};
  return kMiddles[static_cast<std::size_t>(common)] / 420.0;
}

}  // namespace shoal
