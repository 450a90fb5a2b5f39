// A render mesh whose vertices are those of a simulated surface, in an order of its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/bodies/body.h"

namespace shoal {

// Repair of a mesh merges, splits and renumbers vertices and leaves out triangles; the binding is
// by place, so that it holds whatever was repaired.
class VertexSkin {
 public:
  // Both where the body starts. Vertices of the mesh at no vertex of the surface, such as those
  // that no triangle uses, stay where they are.
  VertexSkin(RenderMesh mesh, const BodySurface& surface);

  // The mesh on the present surface, with new normals. A vertex at which the surface was torn
  // becomes several; the first keeps its number, the others follow after all vertices. None once
  // triangles of the surface were divided by a cut.
  std::optional<RenderedSurface> follow(const BodySurface& surface) const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct BoundTriangle {
    std::uint32_t triangle = kNone;  // of the surface; kNone: was left out by repair
    std::array<std::uint8_t, 3> corner{};
  };

  std::uint32_t vertexAt(const BodySurface& surface, std::size_t triangle, std::size_t i) const;

  RenderMesh mesh_;
  std::vector<BoundTriangle> bound_;
  std::vector<std::uint32_t> vertexOf_;  // the first of the surface at each vertex, or kNone
  std::size_t surfaceTriangles_;
};

}  // namespace shoal
