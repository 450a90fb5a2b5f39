// Merging of coincident vertices and duplicate tetrahedra.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

struct TetraWelding {
  std::size_t mergedVertices = 0;  // coincident with an earlier vertex
  std::size_t repeatedTets = 0;    // on the same vertices as an earlier one, left out

  // One line about what was changed, or "".
  std::string note() const;
};

// For meshes from files, whose writers may give every tetrahedron vertices of its own. Not for
// meshes that are cracked on purpose.
TetraWelding weld(TetraMesh& mesh);

}  // namespace shoal
