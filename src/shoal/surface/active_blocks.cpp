#include "shoal/surface/active_blocks.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/memory.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Bytes of a block while its surface is found: levels, rows of nodes, and its place.
constexpr double kBytesOfBlock = 2048 + 512 + 128;
constexpr const char* kWhat = "the blocks of cells around the surface";
constexpr const char* kRemedy = "raise surface.cell";

// Chunks whose blocks lie in a box of no more than this many tick them off in it.
constexpr double kMostTicked = 1 << 20;

struct BlockBox {
  BlockPlace low, high;

  double count() const {
    return double(high.x - low.x + 1) * double(high.y - low.y + 1) * double(high.z - low.z + 1);
  }
  void extend(const BlockBox& o) {
    low = {std::min(low.z, o.low.z), std::min(low.y, o.low.y), std::min(low.x, o.low.x)};
    high = {std::max(high.z, o.high.z), std::max(high.y, o.high.y), std::max(high.x, o.high.x)};
  }
  template <class Use>
  void forEach(Use&& use) const {
    for (std::int64_t z = low.z; z <= high.z; ++z)
      for (std::int64_t y = low.y; y <= high.y; ++y)
        for (std::int64_t x = low.x; x <= high.x; ++x) use(BlockPlace{z, y, x});
  }
};

// Of a number of cells that may be negative.
std::int64_t blockOf(double node) {
  return static_cast<std::int64_t>(std::floor(node / double(kBlockNodes)));
}

class Chunk {
 public:
  Chunk(const CellGrid& grid, double cell, double reach, int dimensions,
        const std::function<bool(std::size_t)>& counts)
      : grid_(grid), perCell_(1 / cell), reach_(reach), plane_(dimensions == 2), counts_(counts) {}

  // The blocks of one point.
  BlockBox boxOf(std::size_t k) const {
    const auto x = grid_.sorted();
    const auto along = [&](float at, std::int64_t& low, std::int64_t& high) {
      low = blockOf(std::ceil((double(at) - reach_) * perCell_) - 1);
      high = blockOf(std::floor((double(at) + reach_) * perCell_));
    };
    BlockBox box;
    along(x.x[k], box.low.x, box.high.x);
    along(x.y[k], box.low.y, box.high.y);
    if (!plane_) along(x.z[k], box.low.z, box.high.z);
    return box;
  }
  // A box around them all, and no fewer than there are; 0 if there are no points that count.
  double bound(Range range, BlockBox& all) const {
    double sum = 0;
    for (std::size_t k = range.begin; k < range.end; ++k) {
      if (!counts_(k)) continue;
      const BlockBox box = boxOf(k);
      if (sum == 0)
        all = box;
      else
        all.extend(box);
      sum += box.count();
    }
    return std::min(sum, sum > 0 ? all.count() : 0);
  }
  std::vector<BlockPlace> blocks(Range range) const {
    BlockBox all;
    std::vector<BlockPlace> found;
    if (!(bound(range, all) > 0)) return found;
    const bool ticks = all.count() <= kMostTicked;
    std::vector<std::uint8_t> ticked(ticks ? static_cast<std::size_t>(all.count()) : 0);
    const std::int64_t nx = all.high.x - all.low.x + 1, ny = all.high.y - all.low.y + 1;
    for (std::size_t k = range.begin; k < range.end; ++k) {
      if (!counts_(k)) continue;
      boxOf(k).forEach([&](const BlockPlace& b) {
        if (!ticks)
          found.push_back(b);
        else
          ticked[static_cast<std::size_t>(((b.z - all.low.z) * ny + b.y - all.low.y) * nx + b.x -
                                          all.low.x)] = 1;
      });
    }
    std::size_t next = 0;
    if (ticks)
      all.forEach([&](const BlockPlace& b) {
        if (ticked[next++]) found.push_back(b);
      });
    return found;
  }

 private:
  const CellGrid& grid_;
  double perCell_, reach_;
  bool plane_;
  const std::function<bool(std::size_t)>& counts_;
};

// No more than there are: no place is within reach of points from more than 27 cells of that size,
// in the plane 9, so the boxes around one point of each such cell overlap no more often.
double leastBlocks(const CellGrid& grid, double cell, double reach, int dimensions,
                   const std::function<bool(std::size_t)>& counts) {
  const auto x = grid.sorted();
  double occupied = 0;
  CellGrid::Cell last{-2000000000, 0, 0};
  for (std::size_t k = 0; k < grid.size() && double(grid.cellSize()) >= reach; ++k) {
    if (!counts(k)) continue;
    const CellGrid::Cell at = grid.cellOf({x.x[k], x.y[k], x.z[k]});
    if (!grid.hashed() && !(at == last)) ++occupied;
    last = at;
  }
  const double across = 2 * reach / (cell * double(kBlockNodes));
  return occupied * (dimensions == 2 ? sq(across) / 9 : cube(across) / 27);
}

void sortDistinct(std::vector<BlockPlace>& places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
}

}  // namespace

std::vector<BlockPlace> activeBlocks(const CellGrid& grid, double cell, double reach,
                                     int dimensions,
                                     const std::function<bool(std::size_t)>& counts) {
  const Chunk chunk(grid, cell, reach, dimensions, counts);
  const double most = parallelReduceChunks(
      grid.size(), 0.0,
      [&](Range range) {
        BlockBox all;
        return chunk.bound(range, all);
      },
      [](double a, double b) { return a + b; });
  requireMemory(std::max(most * double(sizeof(BlockPlace)),
                         leastBlocks(grid, cell, reach, dimensions, counts) * kBytesOfBlock),
                kWhat, kRemedy);

  std::vector<std::vector<BlockPlace>> found(chunkCount(grid.size()));
  parallelChunks(grid.size(), [&](Range range, std::size_t c) {
    found[c] = chunk.blocks(range);
    sortDistinct(found[c]);
  });
  std::vector<BlockPlace> places;
  for (const auto& some : found) places.insert(places.end(), some.begin(), some.end());
  sortDistinct(places);
  requireMemory(double(places.size()) * kBytesOfBlock, kWhat, kRemedy);
  return places;
}

std::vector<BlockPlace> joined(std::vector<BlockPlace> a, const std::vector<BlockPlace>& b) {
  a.insert(a.end(), b.begin(), b.end());
  sortDistinct(a);
  return a;
}

}  // namespace shoal
