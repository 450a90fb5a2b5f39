// Neighbour lists: the points within the kernel support of each particle, found once per step and
// read by every pass.
//
// The lists of one chunk of particles are stored consecutively in a block. Blocks are filled
// independently by any thread, and keep their memory between steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/parallel.h"
#include "shoal/core/vec.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

class NeighbourList {
 public:
  // Lists, for each of `places`, the points of the grid closer than `radius`, which must not exceed
  // the cell size; where the grid's space repeats, by the nearest images. Indices count the points
  // in the grid's sorted order. With `samePoints` the places are the sorted points themselves, and
  // none is its own neighbour.
  void build(std::span<const Vec3f> places, const CellGrid& grid, float radius, bool samePoints);

  std::size_t size() const { return size_; }

  std::span<const std::uint32_t> of(std::size_t i) const {
    const Block& block = blocks_[i / kChunk];
    const std::size_t k = i % kChunk;
    return {block.indices.data() + block.begin[k], block.begin[k + 1] - block.begin[k]};
  }

  std::size_t pairs() const;
  std::size_t bytes() const;

  // Public for the passes that fill and read whole blocks.
  struct Block {
    std::vector<std::uint32_t> begin;    // of each list of the block, and the end of the last
    std::vector<std::uint32_t> indices;  // with room beyond the last list for one wide store
  };
  const Block& block(std::size_t chunk) const { return blocks_[chunk]; }

 private:
  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace shoal
