// Body-centred cubic lattice of tetrahedra on graded cells.
#pragma once

#include "shoal/geometry/tetra/graded_cells.h"
#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Points in halves of the smallest cell. Smallest cells have their centres at odd numbers and
// their corners at even ones.
struct CellLattice {
  std::vector<Vec3i> points;
  std::vector<Tetra> tets;  // of positive volume
};

// Cells of one size are filled by the body-centred cubic lattice: each edge of a face between two
// cells, joined to their centres. Where cells of different size meet, faces are cut into triangles
// that are joined to the centres of either side [LS07]. Nothing is put
// between two empty cells.
CellLattice bodyCentredLattice(const GradedCells& cells);

}  // namespace shoal
