#include "shoal/view/picture/smooth_normals.h"

namespace shoal {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

// The corners at each vertex, one vertex after the other.
struct CornersOfVertices {
  struct Corner {
    std::uint32_t triangle, corner;
  };
  std::vector<std::size_t> first;  // of each vertex, and the end
  std::vector<Corner> corners;

  CornersOfVertices(std::span<const Triangle> triangles, std::span<const std::uint32_t> welded)
      : first(welded.size() + 1), corners(3 * triangles.size()) {
    for (const Triangle& t : triangles)
      for (const std::uint32_t v : t) ++first[welded[v] + 1];
    for (std::size_t v = 0; v < welded.size(); ++v) first[v + 1] += first[v];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
      for (std::uint32_t k = 0; k < 3; ++k) corners[next[welded[triangles[t][k]]]++] = {t, k};
  }

  std::span<const Corner> at(std::uint32_t vertex) const {
    return std::span(corners).subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
};

}  // namespace

std::vector<std::array<Vec3f, 3>> smoothNormals(const PictureMesh& mesh,
                                                std::span<const Triangle> triangles) {
  const std::vector<std::uint32_t> welded = weldedVertices(mesh);
  const CornersOfVertices around(triangles, welded);
  std::vector<Vec3d> flat;
  flat.reserve(triangles.size());
  for (const Triangle& t : triangles) flat.push_back(normalOf(mesh, t));
  std::vector<std::array<Vec3f, 3>> normals(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3d sum;
      for (const auto& [other, corner] : around.at(welded[triangles[t][k]]))
        if (dot(flat[other], flat[t]) > kCosineOfCrease)
          sum += weightedNormal(mesh, triangles[other], corner);
      const Vec3d mean = normalised(sum);
      normals[t][k] = Vec3f(mean == Vec3d{} ? flat[t] : mean);
    }
  return normals;
}

}  // namespace shoal
