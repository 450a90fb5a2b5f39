// Mesh files: Wavefront OBJ, PLY and STL, chosen by the extension of the file.
#pragma once

#include <cstdint>
#include <filesystem>

#include "shoal/geometry/mesh/render_mesh.h"

namespace shoal {

// Files of meshes and of tetrahedra beyond this size are refused before they are read.
inline constexpr std::uintmax_t kLargestMeshFile = 2'000'000'000;  // bytes

// Reads .obj, .ply (text or binary) or .stl (text or binary). Polygons become fans of triangles;
// STL corners at exactly equal positions become one vertex. A file that is broken in any way is
// an Error with the file and, for text, the line.
TriangleMesh readMesh(const std::filesystem::path& path);
// The same with texture coordinates, normals, polygons and materials, as far as the file has them:
// OBJ all, PLY those of vertices (s, t or u, v; nx, ny, nz) and polygons.
RenderMesh readRenderMesh(const std::filesystem::path& path);

// Writes .obj, .ply (little-endian doubles) or .stl (binary floats).
void writeMesh(const std::filesystem::path& path, const TriangleMesh& mesh);
// With attributes. In PLY files, vertices on seams are split (splitAtSeams) and materials are left
// out; STL files have none.
void writeMesh(const std::filesystem::path& path, const RenderMesh& mesh);

}  // namespace shoal
