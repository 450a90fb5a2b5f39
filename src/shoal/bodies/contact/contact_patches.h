// Groups of up to eight neighbouring triangles, the units of the broad phase.
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

// Every vertex and edge belongs to the first patch that has it, so that every pair of features
// belongs to one pair of patches.
struct ContactPatches {
  static constexpr std::size_t kTriangles = 8;  // of a patch, at most

  ContactPatches() = default;
  explicit ContactPatches(const ContactScene& scene);

  std::size_t size() const { return meshOf.size(); }

  std::vector<std::uint32_t> meshOf;
  std::vector<std::uint8_t> fixed;  // whether its mesh does not deform
  Grouped<Triangle> triangles;
  Grouped<std::uint32_t> vertices;                 // that it owns
  Grouped<std::array<std::uint32_t, 2>> edges;     // that it owns, from the lower vertex number
  std::vector<std::uint32_t> ofTriangle;           // triangles in the order of `triangles`
  std::vector<std::array<std::uint32_t, 3>> next;  // triangles across the edges k, k + 1
  Grouped<std::uint32_t> beside;                   // adjacent patches, which share a vertex, sorted

 private:
  void groupTriangles(const ContactScene& scene);
  void ownEdges();
  void ownVertices(std::size_t points);
};

}  // namespace shoal
