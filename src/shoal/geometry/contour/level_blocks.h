// A level function at the nodes of a grid without bounds, of which only some blocks are kept. The
// grid is aligned to the origin: what moves does not move it, so a surface does not flicker.
//
// The level is negative inside and positive outside. Near its zero it is about a distance.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

// Nodes along an edge of a block. A row of them fills the lanes of AVX2.
inline constexpr std::int64_t kBlockNodes = 8;
inline constexpr std::size_t kNodesOfBlock = kBlockNodes * kBlockNodes * kBlockNodes;

// Block (x, y, z) has the nodes from kBlockNodes (x, y, z) on.
struct BlockPlace {
  std::int64_t z = 0, y = 0, x = 0;  // in the order by which blocks are sorted

  friend auto operator<=>(const BlockPlace&, const BlockPlace&) = default;
};

class LevelBlocks {
 public:
  static constexpr std::uint32_t kMissing = ~0u;

  // Keeps these blocks, which are sorted and distinct. Values are anything at first.
  void reset(double cell, std::vector<BlockPlace> places);

  double cell() const { return cell_; }  // m, between nodes
  std::size_t size() const { return places_.size(); }
  const BlockPlace& place(std::size_t block) const { return places_[block]; }
  // Levels in m; x is fastest, then y.
  std::span<float, kNodesOfBlock> levels(std::size_t block) {
    return std::span<float, kNodesOfBlock>(levels_.data() + block * kNodesOfBlock, kNodesOfBlock);
  }
  std::span<const float, kNodesOfBlock> levels(std::size_t block) const {
    return std::span<const float, kNodesOfBlock>(levels_.data() + block * kNodesOfBlock,
                                                 kNodesOfBlock);
  }
  std::uint32_t find(const BlockPlace& place) const;

  static std::size_t bytesEach() { return sizeof(BlockPlace) + kNodesOfBlock * sizeof(float); }
  std::size_t bytes() const {
    return places_.capacity() * sizeof(BlockPlace) + levels_.capacity() * sizeof(float);
  }

 private:
  double cell_ = 1;
  std::vector<BlockPlace> places_;
  std::vector<float> levels_;
};

}  // namespace shoal
