#include "shoal/geometry/mesh/thickness.h"

#include <algorithm>
#include <limits>

namespace shoal {

namespace {

constexpr std::size_t kMostFaces = 300;
constexpr double kOpposite = -0.5;  // cosine between normals
constexpr double kAlongZ = 0.5;     // z of a normal

struct Face {
  Vec3d a, ab, ac, normal;
};

std::vector<Face> facesOf(const TriangleMesh& mesh, bool flat) {
  std::vector<Face> faces;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    const Vec3d normal = normalised(cross(b - a, c - a));
    if (!(length(normal) > 0.5) || (flat && std::abs(normal.z) > kAlongZ)) continue;
    faces.push_back({a, b - a, c - a, normal});
  }
  return faces;
}

// The distance along a ray at which it meets the triangle; infinity if it does not. [MT97]
double hit(const Face& face, const Vec3d& from, const Vec3d& along) {
  constexpr double kMissed = std::numeric_limits<double>::infinity();
  const Vec3d p = cross(along, face.ac);
  const double det = dot(face.ab, p);
  if (det == 0) return kMissed;
  const Vec3d s = from - face.a;
  const double u = dot(s, p) / det;
  const Vec3d q = cross(s, face.ab);
  const double v = dot(along, q) / det;
  if (u < 0 || v < 0 || u + v > 1) return kMissed;
  const double t = dot(face.ac, q) / det;
  return t > 0 ? t : kMissed;
}

}  // namespace

double leastThickness(const TriangleMesh& mesh, int dimensions) {
  const std::vector<Face> faces = facesOf(mesh, dimensions == 2);
  double least = std::numeric_limits<double>::infinity();
  const std::size_t stride = 1 + faces.size() / kMostFaces;
  for (std::size_t i = 0; i < faces.size(); i += stride) {
    const Vec3d middle = faces[i].a + (faces[i].ab + faces[i].ac) / 3.0;
    for (const Face& other : faces)
      if (dot(other.normal, faces[i].normal) < kOpposite)
        least = std::min(least, hit(other, middle, -faces[i].normal));
  }
  return least;
}

}  // namespace shoal
