// Tetrahedral meshes around surfaces of any kind, in which these are embedded.
#pragma once

#include <string>
#include <vector>

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

struct EmbeddingMesh {
  TetraMesh mesh;
  // Share of each tetrahedron that the surface encloses. Their sum, weighted by volume, is the
  // enclosed volume; so shares are a little above 1 where chords cut off parts of a round body.
  std::vector<double> filled;
  std::string note;  // on what was closed or thickened, or ""
};

// Tetrahedra with edges of about `cells` (m). The surface may be open, branch, cross itself or be
// thinner than a cell. Openings count as closed by least areas (sealEdges); inside is where the
// winding number of the sealed surface is not zero. Isosurface stuffing [LS07] puts the boundary of
// the mesh at that surface; where the surface would then lie further than a fraction of a cell
// outside of the mesh, since the body is too thin there, the mesh is thickened to about a cell.
//
// An Error that names a value that works if cells are so coarse that the mesh would fall into more
// parts than the surface, or so fine that they would be too many; also if the surface encloses
// next to nothing.
EmbeddingMesh meshAround(const TriangleMesh& surface, double cells);

}  // namespace shoal
