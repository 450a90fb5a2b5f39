// The surface of a fluid at an instant.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A quantity of the particles at the vertices.
struct SurfaceColumn {
  std::string name;
  std::variant<std::vector<float>, std::vector<Vec3f>> values;
};

// Triangles in space, sides of outlines in the plane; the other of the two is empty.
struct SurfaceMesh : TriangleMesh {
  std::vector<std::array<std::uint32_t, 2>> outline{};  // the fluid is on the left as seen from +z
  std::vector<Vec3f> normals{};  // of vertices, unit vectors out of the fluid
  std::vector<SurfaceColumn> columns{};

  template <class T>
  const std::vector<T>* column(std::string_view name) const {
    for (const SurfaceColumn& c : columns)
      if (c.name == name && std::holds_alternative<std::vector<T>>(c.values))
        return &std::get<std::vector<T>>(c.values);
    return nullptr;
  }
};

}  // namespace shoal
