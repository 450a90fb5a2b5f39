// How well shaped tetrahedra are.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/portable.h"
#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Angles between two faces of one tetrahedron, degrees. Small or large ones make elements stiff,
// and matrices ill-conditioned.
struct DihedralAngles {
  double smallest = 180;
  double largest = 0;
};

inline DihedralAngles dihedralAngles(const TetraMesh& mesh) {
  double largestCosine = -1, smallestCosine = 1;
  for (const Tetra& tet : mesh.tets) {
    std::array<Vec3d, 4> normal;  // inward, of the face opposite to each vertex
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3d& a = mesh.vertices[tet[(i + 1) % 4]];
      const Vec3d n =
          cross(mesh.vertices[tet[(i + 2) % 4]] - a, mesh.vertices[tet[(i + 3) % 4]] - a);
      normal[i] = normalised(dot(n, mesh.vertices[tet[i]] - a) < 0 ? -n : n);
    }
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const double cosine = -dot(normal[i], normal[j]);
        largestCosine = std::max(largestCosine, cosine);
        smallestCosine = std::min(smallestCosine, cosine);
      }
  }
  const auto degrees = [](double cosine) {
    return portable::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
  };
  return {degrees(largestCosine), degrees(smallestCosine)};
}

}  // namespace shoal
