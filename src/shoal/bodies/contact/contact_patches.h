// Meshes cut into patches of a few triangles that lie together.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/core/grouped.h"

namespace shoal {

inline constexpr std::uint32_t kNoTriangle = std::numeric_limits<std::uint32_t>::max();

// Every vertex and edge belongs to the first patch that has it, so that pairs of features are
// pairs of patches, each once.
struct ContactPatches {
  static constexpr std::size_t kTriangles = 8;  // of a patch, at most

  ContactPatches() = default;
  explicit ContactPatches(const ContactScene& scene);

  std::size_t size() const { return meshOf.size(); }

  std::vector<std::uint32_t> meshOf;
  std::vector<std::uint8_t> fixed;  // of a mesh that does not deform
  Grouped<Triangle> triangles;
  Grouped<std::uint32_t> vertices;                 // those that it owns
  Grouped<std::array<std::uint32_t, 2>> edges;     // those that it owns, from the lower number
  std::vector<std::uint32_t> ofTriangle;           // triangles in the order of `triangles`
  std::vector<std::array<std::uint32_t, 3>> next;  // triangles across the edges k, k + 1
  Grouped<std::uint32_t> beside;                   // patches that share a vertex with it, sorted

 private:
  void groupTriangles(const ContactScene& scene);
  void ownEdges();
  void ownVertices(std::size_t points);
};

}  // namespace shoal
