// A deforming surface at an instant, as frame files hold it.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/render_mesh.h"

namespace shoal {

struct SurfaceFrame {
  RenderMesh mesh{};
  std::vector<Vec3f> velocities{};  // m/s, of the vertices, or none
  std::vector<float> stresses{};    // Pa, von Mises, of the vertices, or none
  double time = 0;                  // s
};

}  // namespace shoal
