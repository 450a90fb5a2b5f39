// Isosurface stuffing: tetrahedral mesh of the inside of a surface [LS07].
#pragma once

#include "shoal/geometry/tetra/cell_lattice.h"

namespace shoal {

// The lattice cut at the zero level of the signed distance `depth`, by the stencils of [LS07].
// Lattice points that are so near to the surface that angles would become small are snapped to it;
// the others keep their positions. All tetrahedra that the surface intersects must be of the
// smallest cells.
TetraMesh stuffLattice(const CellLattice& lattice, const GradedCells& cells,
                       const GradedCells::Depth& depth);

}  // namespace shoal
