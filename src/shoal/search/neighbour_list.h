// Neighbour lists: the points within the kernel support of each particle, found once per step and
// read by every pass.
//
// The lists of one chunk of particles are stored consecutively in a block. Blocks are filled
// independently by any thread, and keep their memory between steps.
//
// Passes are bound by the memory that they read, so an entry of a list has 16 bits where it can:
// the distance from the base of its block in the sorted order. The neighbours of a block lie in
// three layers of cells, which have fewer than 65 536 points together up to some million points.
// Blocks with neighbours further apart have entries of 32 bits: where space repeats, at its
// borders, and where cells are hashed.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "shoal/core/parallel.h"
#include "shoal/core/vec.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

class NeighbourList {
 public:
  // The entries of one list, in an order that depends on the points alone.
  class Entries {
   public:
    class Iterator;

    Entries(std::uint32_t base, const std::uint16_t* offsets, std::size_t size)
        : offsets_(offsets), base_(base), size_(size) {}
    Entries(const std::uint32_t* indices, std::size_t size) : indices_(indices), size_(size) {}

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::uint32_t operator[](std::size_t k) const {
      return offsets_ ? base_ + offsets_[k] : indices_[k];
    }
    Iterator begin() const;
    Iterator end() const;

    // For passes, which read several entries at once: offsets from the base, or indices, with base
    // zero, where there are no offsets. One vector beyond the last entry may be read.
    const std::uint16_t* offsets() const { return offsets_; }
    const std::uint32_t* indices() const { return indices_; }
    std::uint32_t base() const { return base_; }

   private:
    const std::uint16_t* offsets_ = nullptr;
    const std::uint32_t* indices_ = nullptr;
    std::uint32_t base_ = 0;
    std::size_t size_;
  };

  // Lists, for each of `places`, the points of the grid closer than `radius`, which must not exceed
  // the cell size; where the grid's space repeats, by the nearest images. Indices count the points
  // in the grid's sorted order. With `samePoints` the places are the sorted points themselves, and
  // none is its own neighbour.
  void build(std::span<const Vec3f> places, const CellGrid& grid, float radius, bool samePoints);

  std::size_t size() const { return size_; }

  Entries of(std::size_t i) const {
    const Block& block = blocks_[i / kChunk];
    const std::size_t k = i % kChunk, first = block.begin[k], size = block.begin[k + 1] - first;
    return block.indices.empty() ? Entries(block.base, block.offsets.data() + first, size)
                                 : Entries(block.indices.data() + first, size);
  }

  std::size_t pairs() const;
  std::size_t bytes() const;

  // Public for the passes that fill whole blocks.
  struct Block {
    std::vector<std::uint32_t> begin;  // of each list of the block, and the end of the last
    // One of these, with room beyond the last list for one wide store.
    std::uint32_t base = 0;
    std::vector<std::uint16_t> offsets;
    std::vector<std::uint32_t> indices;
  };
  const Block& block(std::size_t chunk) const { return blocks_[chunk]; }

 private:
  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

class NeighbourList::Entries::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = std::uint32_t;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = std::uint32_t;

  Iterator(const Entries& entries, std::size_t k) : entries_(entries), k_(k) {}
  std::uint32_t operator*() const { return entries_[k_]; }
  Iterator& operator++() { return ++k_, *this; }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++k_;
    return before;
  }
  bool operator==(const Iterator& other) const { return k_ == other.k_; }

 private:
  Entries entries_;
  std::size_t k_;
};

inline NeighbourList::Entries::Iterator NeighbourList::Entries::begin() const { return {*this, 0}; }
inline NeighbourList::Entries::Iterator NeighbourList::Entries::end() const {
  return {*this, size_};
}

}  // namespace shoal
