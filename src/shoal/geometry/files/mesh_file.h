// Mesh files: Wavefront OBJ, PLY and STL, chosen by the extension of the file.
#pragma once

#include <cstdint>
#include <filesystem>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Files of meshes and of tetrahedra beyond this size are refused before they are read.
inline constexpr std::uintmax_t kLargestMeshFile = 2'000'000'000;  // bytes

// Reads .obj, .ply (text or binary) or .stl (text or binary). Polygons become fans of triangles;
// STL corners at exactly equal positions become one vertex. A file that is broken in any way is
// an Error with the file and, for text, the line.
TriangleMesh readMesh(const std::filesystem::path& path);

// Writes .obj, .ply (little-endian doubles) or .stl (binary floats).
void writeMesh(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace shoal
