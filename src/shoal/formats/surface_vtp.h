// VTK XML PolyData (.vtp): surfaces of solids for ParaView.
#pragma once

#include <filesystem>

#include "shoal/formats/surface_frame.h"

namespace shoal {

// Polygons, with "velocity", "stress", "Normals", "TCoords" and other columns, as far as they are
// known, as point data, lines of outlines, and the time as field "TimeValue", binary. Coordinates
// are floats. Vertices on seams are split, see splitAtSeams().
void writeSurfaceVtp(const std::filesystem::path& path, const SurfaceFrame& surface);

// Reads what writeSurfaceVtp writes, of columns velocity and stress.
SurfaceFrame readSurfaceVtp(const std::filesystem::path& path);

}  // namespace shoal
