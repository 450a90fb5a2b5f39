// Files of tetrahedral meshes, chosen by the extension.
#pragma once

#include <filesystem>

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Reads .msh (Gmsh 2.2 or 4.1), .vtk (legacy), .vtu, or a pair of .node and .ele (TetGen), all of
// them as text. Of elements that are not tetrahedra none is taken, of those with 10 nodes the
// corners. A file that is broken in any way is an Error with the file and the line. The mesh has
// yet to be repaired.
TetraMesh readTetraMesh(const std::filesystem::path& path);

}  // namespace shoal
