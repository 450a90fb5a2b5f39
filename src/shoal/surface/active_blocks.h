// The blocks of nodes that points can act on.
#pragma once

#include <functional>
#include <vector>

#include "shoal/geometry/contour/level_blocks.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

// Those of all cells that have a node closer than `reach` to one of the points of a grid which
// `counts` accepts, sorted. In the plane, those of z = 0. An Error if they would take more memory
// than there is.
std::vector<BlockPlace> activeBlocks(const CellGrid& grid, double cell, double reach,
                                     int dimensions,
                                     const std::function<bool(std::size_t)>& counts);

// Both lists in one, sorted and distinct.
std::vector<BlockPlace> joined(std::vector<BlockPlace> a, const std::vector<BlockPlace>& b);

}  // namespace shoal
