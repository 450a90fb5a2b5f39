// Surfaces as volumes of OpenVDB (.vdb), for Houdini and others. Built only where OpenVDB is there.
#pragma once

#include <filesystem>
#include <string>

#include "shoal/formats/surface_frame.h"

namespace shoal {

// Why volumes cannot be written, with what to install; "" if they can.
std::string vdbMissing();

// Two grids in a band of three voxels on both sides of a closed surface: "surface", the distance
// from it in m, negative inside, as a level set; and "vel", the velocity in m/s of the nearest
// place on it, if it has velocities. Voxels are as large as the cells that the surface was made
// with. Two files of the same surface differ in an identification that OpenVDB gives each.
void writeSurfaceVdb(const std::filesystem::path& path, const SurfaceFrame& surface);

}  // namespace shoal
