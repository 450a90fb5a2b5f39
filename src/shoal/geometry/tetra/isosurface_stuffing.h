// Fills the inside of a surface with parts of a lattice of tetrahedra.
#pragma once

#include "shoal/geometry/tetra/cell_lattice.h"

namespace shoal {

// The lattice cut at the surface where the signed distance `depth` changes sign, by the stencils
// of isosurface stuffing [LS07]. Points of the lattice that are so near to the surface that angles
// would become small move onto it; the others keep their places. All tetrahedra that the surface
// passes through must be of smallest cells.
TetraMesh stuffLattice(const CellLattice& lattice, const GradedCells& cells,
                       const GradedCells::Depth& depth);

}  // namespace shoal
