// The particles near a flat piece of a surface.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

// All that is within the range of a piece is in its box and between two planes.
struct PieceSurroundings {
  Vec3f centre;     // m, within the period
  Box3f box;        // m, from there
  Vec3f normal;     // of length 1, or 0 if the piece has no extent
  float range = 0;  // m, from the plane of the piece
};

struct NearParticle {
  std::uint32_t particle;  // as it is sorted in the grid
  Vec3f place;             // m, from the centre of the piece
};

// Appends the particles there to `near`. Cells of the grid are at least as large as the piece with
// its range reaches from its centre.
void listNear(const PieceSurroundings& piece, const CellGrid& grid,
              std::vector<NearParticle>& near);

}  // namespace shoal
