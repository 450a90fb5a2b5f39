// Surfaces as PLY, with what their vertices carry.
#pragma once

#include <filesystem>

#include "shoal/formats/surface_frame.h"

namespace shoal {

enum class PlyCoordinates { kDoubles, kFloats };

// Polygons with normals and texture coordinates, and edges of outlines. Vertices have "vx", "vy",
// "vz" (m/s), "stress" (Pa) and the other columns, a vector as three properties ("name_x", ...).
// Faces have "material" if the mesh has materials. Vertices on seams are split, see splitAtSeams().
void writeSurfacePly(const std::filesystem::path& path, const SurfaceFrame& surface,
                     PlyCoordinates coordinates = PlyCoordinates::kDoubles);

}  // namespace shoal
