// Render meshes: the mesh of a file as its author gave it, with texture coordinates, normals,
// polygons and materials. Frames show it in place of the mesh that is simulated.
#pragma once

#include <string>

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

using TextureCoordinates = std::array<double, 2>;

// Of the corners of triangles, so that seams, at which a vertex has several values, are kept.
struct MeshAttributes {
  static constexpr std::uint32_t kNone = ~0u;

  std::vector<TextureCoordinates> uvs;
  std::vector<Triangle> uvOf;  // index of each corner, or kNone; empty: no texture coordinates
  std::vector<Vec3d> normals;  // unit length, or zero
  std::vector<Triangle> normalOf;
  // The polygon of each triangle, ascending. Its triangles form a fan around their common first
  // corner. Empty: every polygon is a triangle.
  std::vector<std::uint32_t> polygonOf;
  std::string materialFile;               // of an OBJ file; "" if there is none
  std::vector<std::string> materials;     // their names
  std::vector<std::uint32_t> materialOf;  // of each triangle, or kNone; empty: no materials

  bool empty() const {
    return uvOf.empty() && normalOf.empty() && polygonOf.empty() && materialOf.empty() &&
           materialFile.empty();
  }
};

struct RenderMesh : TriangleMesh {
  MeshAttributes attributes{};
};

// The triangles [first, end) of each polygon, in their order.
struct PolygonRange {
  std::size_t first = 0, end = 0;
  std::size_t corners() const { return end - first + 2; }
};
std::vector<PolygonRange> polygonsOf(const RenderMesh& mesh);
// The indices of a polygon's corners, from those of its triangles.
void cornersOf(const PolygonRange& polygon, const std::vector<Triangle>& ofTriangles,
               std::vector<std::uint32_t>& corners);

// Moves the vertices and turns the normals.
void move(RenderMesh& mesh, const Pose& pose);

// Normals after a deformation: of corners that shared a vertex and a normal, the mean of the
// normals of their triangles, weighted by the angle at the corner [TW98]. Hard edges stay hard.
void updateNormals(RenderMesh& mesh);

// For formats with attributes of vertices alone: a vertex with several values becomes several. The
// first keeps its number, the others follow after all vertices.
struct SplitMesh {
  std::vector<std::uint32_t> source;  // the vertex that each was
  std::vector<Triangle> triangles;
  std::vector<TextureCoordinates> uvs;  // of the vertices; empty: none
  std::vector<Vec3d> normals;
};
SplitMesh splitAtSeams(const RenderMesh& mesh);

}  // namespace shoal
