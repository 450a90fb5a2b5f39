// Laplacian smoothing of meshes that keeps their volume, and normals of vertices.
#pragma once

#include <span>
#include <vector>

#include "shoal/geometry/contour/mesh_adjacency.h"

namespace shoal {

// In each round, a vertex moves towards the mean of its neighbours by its weight, in [0, 1],
// [LBJB23] eq. 5. Where the weight is 0 it stays.
//
// Deviation: rounds alone shrink what is round.
// - The displacement is smoothed likewise and taken back, which leaves 1 - (1 - K)^2 of a component
//   that rounds alone would reduce to K ("twicing", [Tuk77]): what is large against the bumps keeps
//   its shape to second order.
// - The volume that a connected part of the mesh has lost then is given back along its normals, so
//   that drops of a few cells keep theirs, too.
class MeshSmoothing {
 public:
  void smooth(TriangleMesh& mesh, const MeshAdjacency& adjacency, std::span<const float> weight,
              int rounds);
  // Of outlines, without the second correction.
  void smooth(std::span<Vec3d> vertices, const MeshAdjacency& adjacency,
              std::span<const float> weight, int rounds);

 private:
  void run(std::vector<Vec3d>& values, const MeshAdjacency& adjacency,
           std::span<const float> weight, int rounds);
  void findParts(const TriangleMesh& mesh);
  void addVolumes(const TriangleMesh& mesh, std::vector<double>& volumes) const;
  void restoreVolumes(TriangleMesh& mesh, const MeshAdjacency& adjacency,
                      std::span<const float> weight, std::span<const double> wanted);

  std::vector<Vec3d> smoothed_, displacement_, next_;
  std::vector<std::uint32_t> part_;  // of each vertex: the first vertex of its part
};

// Unit normals of vertices: the mean over their triangles, weighted by area.
void vertexNormals(const TriangleMesh& mesh, const MeshAdjacency& adjacency,
                   std::vector<Vec3f>& normals);

}  // namespace shoal
