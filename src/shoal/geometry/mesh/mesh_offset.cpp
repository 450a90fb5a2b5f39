#include "shoal/geometry/mesh/mesh_offset.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace shoal {

namespace {

constexpr double kSameNormal = 0.9999;  // cosine: faces this alike count as one
constexpr double kSharpest = 4;         // a vertex moves at most so many distances

// The displacement u with n . u = 1 for all normals n, in the sense of least squares and of least
// length: (sum n n^T + e) u = sum n, solved by Cramer's rule.
Vec3d unitOffset(const std::vector<Vec3d>& normals) {
  constexpr double e = 1e-9;
  Vec3d a{e, 0, 0}, b{0, e, 0}, c{0, 0, e}, right;
  for (const Vec3d& n : normals) {
    a += n.x * n;
    b += n.y * n;
    c += n.z * n;
    right += n;
  }
  const double determinant = dot(a, cross(b, c));
  const Vec3d u = Vec3d{dot(right, cross(b, c)), dot(right, cross(c, a)), dot(right, cross(a, b))} /
                  determinant;
  const double l = length(u);
  return l > kSharpest ? u * (kSharpest / l) : u;
}

}  // namespace

void offsetMesh(TriangleMesh& mesh, double distance) {
  using Key = std::tuple<double, double, double>;
  const auto key = [](const Vec3d& p) { return Key{p.x, p.y, p.z}; };
  std::map<Key, std::vector<Vec3d>> normalsAt;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3d &a = mesh.vertices[i], &b = mesh.vertices[j], &c = mesh.vertices[k];
    const Vec3d n = normalised(cross(b - a, c - a));
    if (!(dot(n, n) > 0.5)) continue;  // a degenerate triangle has no side to move to
    for (const Vec3d* vertex : {&a, &b, &c}) {
      std::vector<Vec3d>& normals = normalsAt[key(*vertex)];
      if (std::none_of(normals.begin(), normals.end(),
                       [&](const Vec3d& o) { return dot(n, o) > kSameNormal; }))
        normals.push_back(n);
    }
  }
  for (Vec3d& vertex : mesh.vertices) {
    const auto normals = normalsAt.find(key(vertex));
    if (normals != normalsAt.end()) vertex += distance * unitOffset(normals->second);
  }
}

}  // namespace shoal
