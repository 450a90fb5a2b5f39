// Meshes that several tests of geometry share.
#pragma once

#include <cmath>

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

// A torus around the z-axis through the middle of its tube, `around` by `across` quads.
inline TriangleMesh makeTorus(double ring, double tube, std::uint32_t around,
                              std::uint32_t across) {
  return makeTorus({0, 0, 0}, {0, 0, 1}, ring, tube, {around, across});
}

// The eight-sided solid |x| + |y| + |z| <= size.
inline TriangleMesh makeOctahedron(double s) {
  return {{{s, 0, 0}, {-s, 0, 0}, {0, s, 0}, {0, -s, 0}, {0, 0, s}, {0, 0, -s}},
          {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

// One mesh of both.
inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto n = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) a.triangles.push_back({i + n, j + n, k + n});
  return a;
}

// Turns the mesh about the z-axis, then about the x-axis.
inline void rotate(TriangleMesh& mesh, double aboutZ, double aboutX) {
  const double cz = std::cos(aboutZ), sz = std::sin(aboutZ);
  const double cx = std::cos(aboutX), sx = std::sin(aboutX);
  for (Vec3d& v : mesh.vertices) {
    v = {cz * v.x - sz * v.y, sz * v.x + cz * v.y, v.z};
    v = {v.x, cx * v.y - sx * v.z, sx * v.y + cx * v.z};
  }
}

}  // namespace shoal
