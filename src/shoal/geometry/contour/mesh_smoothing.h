// Laplacian smoothing of meshes that keeps their volume, and normals of vertices.
#pragma once

#include <span>
#include <vector>

#include "shoal/geometry/contour/mesh_adjacency.h"

namespace shoal {

// In each round, a vertex moves towards the mean of its neighbours by its weight, in [0, 1],
// [LBJB23] eq. 5. Where the weight is 0 it stays.
//
// Deviation: rounds alone shrink what is round, a ball of 27 cells in radius by 7 % of its volume
// in 25 of them, and its edges round off.
// - Every round is followed by a step in the opposite direction [Tau95]: what is large against the
//   cells keeps its shape.
// - The volume that a connected part of the mesh has lost or gained then is corrected along its
//   normals, so that drops of a few cells keep theirs, too.
// - Parts of fewer than eight vertices stay as they are: rounds would shrink them to a point.
class MeshSmoothing {
 public:
  void smooth(TriangleMesh& mesh, const MeshAdjacency& adjacency, std::span<const float> weight,
              int rounds);
  // Of outlines, without the second correction.
  void smooth(std::span<Vec3d> vertices, const MeshAdjacency& adjacency,
              std::span<const float> weight, int rounds);

 private:
  static void step(std::span<const Vec3d> from, const MeshAdjacency& adjacency,
                   std::span<const float> weight, double factor, std::span<Vec3d> to);
  void findParts(const TriangleMesh& mesh);
  std::span<const float> weightsOfParts(std::span<const float> weight);
  void addVolumes(const TriangleMesh& mesh, std::vector<double>& volumes) const;
  void restoreVolumes(TriangleMesh& mesh, const MeshAdjacency& adjacency,
                      std::span<const float> weight, std::span<const double> wanted);

  std::vector<Vec3d> next_;
  std::vector<std::uint32_t> part_;  // of each vertex: the first vertex of its part
  std::vector<float> weight_;
};

// Unit normals of vertices: the mean over their triangles, weighted by area.
void vertexNormals(const TriangleMesh& mesh, const MeshAdjacency& adjacency,
                   std::vector<Vec3f>& normals);

// The same for outlines with what they enclose on their left, weighted by length.
void outlineNormals(std::span<const Vec3d> vertices,
                    std::span<const std::array<std::uint32_t, 2>> sides,
                    std::vector<Vec3f>& normals);

}  // namespace shoal
