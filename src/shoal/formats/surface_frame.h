// A deforming surface at an instant, as frame files hold it.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "shoal/geometry/mesh/render_mesh.h"

namespace shoal {

struct SurfaceFrameColumn {
  std::string name;
  std::variant<std::vector<float>, std::vector<Vec3f>> values;
};

struct SurfaceFrame {
  RenderMesh mesh{};
  std::vector<Vec3f> velocities{};                      // m/s, of the vertices, or none
  std::vector<float> stresses{};                        // Pa, von Mises, of the vertices, or none
  std::vector<SurfaceFrameColumn> columns{};            // other quantities of the vertices
  std::vector<std::array<std::uint32_t, 2>> outline{};  // sides, of what is no surface but a line
  double time = 0;                                      // s
  double cell = 0;  // m, edge of the cells that a surface of fluid was made with; 0: not known
};

}  // namespace shoal
