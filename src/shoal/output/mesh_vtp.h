// VTK XML PolyData (.vtp): surfaces of solids for ParaView.
#pragma once

#include <filesystem>

#include "shoal/bodies/body.h"

namespace shoal {

// A surface at an instant, as a file holds it.
struct SurfaceFrame {
  TriangleMesh mesh;
  std::vector<Vec3f> velocities;  // m/s, of the vertices
  std::vector<float> stresses;    // Pa, of the vertices, or none
  double time = 0;                // s
};

// Triangles, with "velocity" and, if it is known, "stress" as point data and the time as field
// "TimeValue", binary. Coordinates are floats.
void writeMeshVtp(const std::filesystem::path& path, const Body& body, double time);

// Reads what writeMeshVtp writes.
SurfaceFrame readMeshVtp(const std::filesystem::path& path);

}  // namespace shoal
