// Fragments: connected parts of a tetrahedral mesh.
#pragma once

#include "shoal/bodies/fem/fem_body.h"

namespace shoal {

// Tetrahedra of each connected part (parts share no vertex): the largest part first, the others in
// the order of their first tetrahedron.
std::vector<std::vector<std::uint32_t>> partsOf(const TetraMesh& mesh);

// Makes `piece` the given tetrahedra of `whole`, with their motion and forces. Both may be the same
// body.
void becomePart(FemBody& piece, const FemBody& whole, std::span<const std::uint32_t> tets);

}  // namespace shoal
