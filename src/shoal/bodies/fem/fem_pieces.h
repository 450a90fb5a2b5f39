// Pieces of a solid that no longer hang together.
#pragma once

#include "shoal/bodies/fem/fem_body.h"

namespace shoal {

// The tetrahedra of each part that shares no vertex with others: the largest part first, the others
// in the order of their first tetrahedron.
std::vector<std::vector<std::uint32_t>> partsOf(const TetraMesh& mesh);

// Makes `piece` these tetrahedra of `whole`, with their motion and the forces on them. They may be
// the same body.
void becomePart(FemBody& piece, const FemBody& whole, std::span<const std::uint32_t> tets);

}  // namespace shoal
