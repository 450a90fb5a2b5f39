// Triangle meshes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/vec.h"

namespace shoal {

using Triangle = std::array<std::uint32_t, 3>;

// Triangles seen from outside run counter-clockwise, so a closed mesh has a positive volume.
struct TriangleMesh {
  std::vector<Vec3d> vertices;  // m
  std::vector<Triangle> triangles;

  Box3d bounds() const;
  double signedVolume() const;  // m^3; for closed meshes only
};

// The corners of triangle t.
inline std::array<Vec3d, 3> corners(const TriangleMesh& mesh, std::size_t t) {
  const auto& [a, b, c] = mesh.triangles[t];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

// The mean of the triangles' shortest edges, in m: how fine a mesh is, also where triangles are
// drawn out far along one direction.
double typicalEdge(std::span<const Triangle> triangles, std::span<const Vec3d> vertices);

// Larger coordinates, in m, count as broken data. Volumes of smaller ones do not overflow.
inline constexpr double kLargestCoordinate = 1e12;

// Throws an Error unless the mesh has triangles, coordinates within bounds and only valid indices.
void requireUsable(const TriangleMesh& mesh);

}  // namespace shoal
