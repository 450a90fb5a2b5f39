#include "shoal/geometry/contour/level_blocks.h"

#include <algorithm>

namespace shoal {

void LevelBlocks::reset(double cell, std::vector<BlockPlace> places) {
  cell_ = cell;
  places_ = std::move(places);
  levels_.resize(places_.size() * kNodesOfBlock);
}

std::uint32_t LevelBlocks::find(const BlockPlace& place) const {
  const auto found = std::lower_bound(places_.begin(), places_.end(), place);
  if (found == places_.end() || *found != place) return kMissing;
  return static_cast<std::uint32_t>(found - places_.begin());
}

}  // namespace shoal
