#include "shoal/bodies/fem/fem_point.h"

#include <limits>

#include "shoal/bodies/contact/proximity.h"

namespace shoal {

std::array<Vec3d, 4> restCorners(const FemMesh& mesh, std::size_t element) {
  const auto nodes = mesh.of(element);
  return {mesh.rest[nodes[0]], mesh.rest[nodes[1]], mesh.rest[nodes[2]], mesh.rest[nodes[3]]};
}

Barycentric coordinatesIn(const std::array<Vec3d, 4>& c, const Vec3d& p) {
  const auto volume = [](const Vec3d& a, const Vec3d& b, const Vec3d& d) {
    return dot(cross(a, b), d);
  };
  const Vec3d e1 = c[1] - c[0], e2 = c[2] - c[0], e3 = c[3] - c[0], at = p - c[0];
  const double all = volume(e1, e2, e3);
  const double l1 = volume(at, e2, e3) / all, l2 = volume(e1, at, e3) / all,
               l3 = volume(e1, e2, at) / all;
  return {1 - l1 - l2 - l3, l1, l2, l3};
}

std::vector<double> shapeFunctions(const Barycentric& l, bool quadratic) {
  if (!quadratic) return {l.begin(), l.end()};
  std::vector<double> N;
  for (const double one : l) N.push_back(one * (2 * one - 1));
  for (const auto& [a, b] : kTetraEdges) N.push_back(4 * l[a] * l[b]);
  return N;
}

namespace {

struct Found {
  Barycentric lambda{};
  double distance2 = std::numeric_limits<double>::infinity();  // m^2
};

// On one of its faces, for a place outside.
Found nearestOnFaces(const std::array<Vec3d, 4>& c, const Vec3d& p) {
  constexpr std::array<std::array<std::size_t, 3>, 4> kFaces{
      {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};
  Found best;
  for (const auto& face : kFaces) {
    const Proximity near = proximity(false, {p, c[face[0]], c[face[1]], c[face[2]]});
    if (!(sq(near.distance) < best.distance2)) continue;
    best = {{}, sq(near.distance)};
    for (std::size_t k = 0; k < 3; ++k) best.lambda[face[k]] = -near.weight[k + 1];
  }
  return best;
}

Found nearestIn(const std::array<Vec3d, 4>& corners, const Vec3d& p) {
  const Barycentric lambda = coordinatesIn(corners, p);
  for (const double one : lambda)
    if (!(one >= 0)) return nearestOnFaces(corners, p);
  return {lambda, 0};
}

}  // namespace

MaterialPoint nearestMaterial(const FemMesh& mesh, const Vec3d& rest) {
  Found best;
  std::size_t element = 0;
  for (std::size_t e = 0; e < mesh.elements() && best.distance2 > 0; ++e) {
    const Found found = nearestIn(restCorners(mesh, e), rest);
    if (!(found.distance2 < best.distance2)) continue;
    best = found;
    element = e;
  }
  const auto nodes = mesh.of(element);
  MaterialPoint point{
      {}, element, {nodes.begin(), nodes.end()}, shapeFunctions(best.lambda, mesh.quadratic())};
  for (std::size_t k = 0; k < nodes.size(); ++k)
    point.rest += point.weights[k] * mesh.rest[nodes[k]];
  return point;
}

}  // namespace shoal
