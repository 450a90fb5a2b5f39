#include "shoal/geometry/contour/block_contour.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/contour/cube_cases.h"

namespace shoal {

namespace {

constexpr std::size_t kBlocksPerTask = 8;
constexpr int kSide = static_cast<int>(kBlockNodes);

// Of an edge: vertices keep off its ends, so that those of several edges at a node never coincide.
constexpr double kLeastShare = 1e-3;

// Where the level is zero between two nodes of which one is inside.
double crossing(float from, float to) {
  const double share = double(from) / (double(from) - double(to));
  return std::min(std::max(share, kLeastShare), 1 - kLeastShare);
}

template <class Work>
void forEachBlock(std::size_t blocks, Work&& work) {
  parallelChunks(
      blocks,
      [&](Range range, std::size_t) {
        for (std::size_t b = range.begin; b < range.end; ++b) work(b);
      },
      kBlocksPerTask);
}

}  // namespace

// Nodes of a block and of the next ones at its upper sides: coordinates are in [0, kBlockNodes].
class BlockContour::Neighbourhood {
 public:
  Neighbourhood(const BlockContour& contour, const LevelBlocks& blocks, std::size_t block)
      : contour_(contour), blocks_(blocks), upper_(contour.upper_[block]) {}

  // The nodes of a row, one more than a block has, as bits.
  unsigned insideOfRow(int y, int z) const {
    const Row* own = row(0, y, z);
    const Row* next = row(kSide, y, z);
    return (own ? own->inside : 0U) | (next ? (next->inside & 1U) << kSide : 0U);
  }
  float level(int x, int y, int z) const {
    const std::uint32_t block = blockOf(x, y, z);
    if (block == LevelBlocks::kMissing) return std::numeric_limits<float>::max();
    return blocks_.levels(
        block)[static_cast<std::size_t>(((z % kSide) * kSide + y % kSide) * kSide + x % kSide)];
  }
  // The vertex between this node and the next along an axis, which has one.
  std::uint32_t vertex(int x, int y, int z, std::size_t axis) const {
    const Row& r = *row(x, y, z);
    std::uint32_t number = r.first;
    for (std::size_t a = 0; a < axis; ++a)
      number += static_cast<std::uint32_t>(std::popcount(r.crossed[a]));
    const unsigned before = (1U << (x % kSide)) - 1;
    return number + static_cast<std::uint32_t>(std::popcount(r.crossed[axis] & before));
  }

 private:
  std::uint32_t blockOf(int x, int y, int z) const {
    return upper_[static_cast<std::size_t>((x / kSide) | (y / kSide) << 1 | (z / kSide) << 2)];
  }
  const Row* row(int x, int y, int z) const {
    const std::uint32_t block = blockOf(x, y, z);
    if (block == LevelBlocks::kMissing) return nullptr;
    return &contour_.rows_[std::size_t{block} * kRows +
                           static_cast<std::size_t>((z % kSide) * kSide + y % kSide)];
  }

  const BlockContour& contour_;
  const LevelBlocks& blocks_;
  const Upper& upper_;
};

void BlockContour::findRows(const LevelBlocks& blocks, std::size_t block, int dimensions) {
  const Neighbourhood near(*this, blocks, block);
  std::uint32_t count = 0;
  const int layers = dimensions == 2 ? 1 : kSide;
  for (int z = 0; z < layers; ++z)
    for (int y = 0; y < kSide; ++y) {
      Row& row = rows_[block * kRows + static_cast<std::size_t>(z * kSide + y)];
      const unsigned own = near.insideOfRow(y, z);
      const unsigned along[3] = {own >> 1, near.insideOfRow(y + 1, z),
                                 dimensions == 2 ? own : near.insideOfRow(y, z + 1)};
      row.first = count;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        row.crossed[axis] = static_cast<std::uint8_t>(own ^ along[axis]);
        count += static_cast<std::uint32_t>(std::popcount(row.crossed[axis]));
      }
    }
  firstOf_[block] = count;
}

void BlockContour::findVertices(const LevelBlocks& blocks, int dimensions,
                                std::vector<Vec3d>& vertices) {
  const std::size_t n = blocks.size();
  rows_.assign(n * kRows, {});
  upper_.resize(n);
  firstOf_.assign(n + 1, 0);
  forEachBlock(n, [&](std::size_t b) {
    const auto levels = blocks.levels(b);
    const std::size_t count = dimensions == 2 ? kSide : kRows;
    for (std::size_t r = 0; r < count; ++r) {
      unsigned inside = 0;
      for (std::size_t k = 0; k < kBlockNodes; ++k)
        inside |= (levels[r * kBlockNodes + k] < 0 ? 1U : 0U) << k;
      rows_[b * kRows + r].inside = static_cast<std::uint8_t>(inside);
    }
    const BlockPlace at = blocks.place(b);
    for (std::uint32_t k = 0; k < 8; ++k)
      upper_[b][k] = k == 0 ? static_cast<std::uint32_t>(b)
                            : blocks.find({at.z + (k >> 2), at.y + (k >> 1 & 1), at.x + (k & 1)});
  });
  forEachBlock(n, [&](std::size_t b) { findRows(blocks, b, dimensions); });
  std::uint64_t total = 0;
  for (std::size_t b = 0; b <= n; ++b) {
    const std::uint32_t count = firstOf_[b];
    firstOf_[b] = static_cast<std::uint32_t>(total);
    total += count;
  }
  if (total > std::numeric_limits<std::uint32_t>::max() / 2)
    fail("a surface of {} vertices is more than a mesh can count; make the cells larger", total);
  forEachBlock(n, [&](std::size_t b) {
    for (std::size_t r = 0; r < kRows; ++r) rows_[b * kRows + r].first += firstOf_[b];
  });
  vertices.resize(total);
  forEachBlock(n, [&](std::size_t b) { placeVertices(blocks, b, vertices.data()); });
}

void BlockContour::placeVertices(const LevelBlocks& blocks, std::size_t block,
                                 Vec3d* vertices) const {
  if (firstOf_[block] == firstOf_[block + 1]) return;
  const Neighbourhood near(*this, blocks, block);
  const BlockPlace at = blocks.place(block);
  std::uint32_t next = firstOf_[block];
  for (int z = 0; z < kSide; ++z)
    for (int y = 0; y < kSide; ++y) {
      const Row& row = rows_[block * kRows + static_cast<std::size_t>(z * kSide + y)];
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (unsigned left = row.crossed[axis]; left != 0; left &= left - 1) {
          const int x = std::countr_zero(left);
          const int to[3] = {x + (axis == 0), y + (axis == 1), z + (axis == 2)};
          Vec3d node{double(at.x * kBlockNodes + x), double(at.y * kBlockNodes + y),
                     double(at.z * kBlockNodes + z)};
          node[axis] += crossing(near.level(x, y, z), near.level(to[0], to[1], to[2]));
          vertices[next++] = node * blocks.cell();
        }
    }
}

void BlockContour::cutCells(const LevelBlocks& blocks, std::size_t block,
                            const std::vector<Vec3d>& vertices, Piece& piece) const {
  const CubeCases& cases = CubeCases::get();
  const Neighbourhood near(*this, blocks, block);
  const auto cutCell = [&](int x, int y, int z, std::uint8_t inside) {
    std::uint8_t joined = 0;
    if (const std::uint8_t ambiguous = cases.ambiguous(inside); ambiguous != 0) {
      std::array<float, 8> level;
      for (int c = 0; c < 8; ++c)
        level[static_cast<std::size_t>(c)] =
            near.level(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2));
      for (std::size_t f = 0; f < kCubeFaces.size(); ++f)
        if ((ambiguous >> f & 1) != 0 && joinsInside(kCubeFaces[f], level))
          joined = static_cast<std::uint8_t>(joined | 1U << f);
    }
    const CubeCase& found = cases.of(inside, joined);
    const auto vertexOn = [&](std::uint8_t edge) {
      const int from = kCubeEdges[edge][0];
      return near.vertex(x + (from & 1), y + (from >> 1 & 1), z + (from >> 2), edge / 4U);
    };
    // Until all blocks are known, vertices in the middle of loops are numbered from the end.
    const auto middlesBefore = static_cast<std::uint32_t>(piece.middles.size());
    for (const auto& loop : found.middles) {
      Vec3d sum;
      for (const std::uint8_t edge : loop) sum += vertices[vertexOn(edge)];
      piece.middles.push_back(sum / double(loop.size()));
    }
    for (const auto& corners : found.triangles) {
      Triangle& t = piece.triangles.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        t[k] = corners[k] < 12 ? vertexOn(corners[k]) : ~(middlesBefore + corners[k] - 12U);
    }
  };
  for (int z = 0; z < kSide; ++z)
    for (int y = 0; y < kSide; ++y) {
      const unsigned row[4] = {near.insideOfRow(y, z), near.insideOfRow(y + 1, z),
                               near.insideOfRow(y, z + 1), near.insideOfRow(y + 1, z + 1)};
      const unsigned any = row[0] | row[1] | row[2] | row[3];
      const unsigned all = row[0] & row[1] & row[2] & row[3];
      unsigned mixed = (any | any >> 1) & ~(all & all >> 1) & 0xffU;
      for (; mixed != 0; mixed &= mixed - 1) {
        const int x = std::countr_zero(mixed);
        unsigned inside = 0;
        for (unsigned r = 0; r < 4; ++r) inside |= (row[r] >> x & 3U) << (2 * r);
        cutCell(x, y, z, static_cast<std::uint8_t>(inside));
      }
    }
}

void BlockContour::triangles(const LevelBlocks& blocks, TriangleMesh& mesh) {
  findVertices(blocks, 3, mesh.vertices);
  const std::size_t n = blocks.size();
  pieces_.resize(std::max(pieces_.size(), n));
  forEachBlock(n, [&](std::size_t b) {
    pieces_[b].triangles.clear();
    pieces_[b].middles.clear();
    cutCells(blocks, b, mesh.vertices, pieces_[b]);
  });
  std::size_t count = 0;
  for (std::size_t b = 0; b < n; ++b) count += pieces_[b].triangles.size();
  mesh.triangles.clear();
  mesh.triangles.reserve(count);
  for (std::size_t b = 0; b < n; ++b) {
    const auto middles = static_cast<std::uint32_t>(mesh.vertices.size());
    for (Triangle t : pieces_[b].triangles) {
      for (std::uint32_t& v : t)
        if (v > ~v) v = middles + ~v;
      mesh.triangles.push_back(t);
    }
    mesh.vertices.insert(mesh.vertices.end(), pieces_[b].middles.begin(), pieces_[b].middles.end());
  }
}

// Marching squares, decided as the faces of cubes are: sides run from where the way around a square
// leaves what is inside to where it comes back.
void BlockContour::cutSquares(const LevelBlocks& blocks, std::size_t block,
                              std::vector<OutlineSide>& sides) const {
  constexpr int kX[4] = {0, 1, 1, 0}, kY[4] = {0, 0, 1, 1};  // counter-clockwise from +z
  const Neighbourhood near(*this, blocks, block);
  for (int y = 0; y < kSide; ++y) {
    const unsigned row[2] = {near.insideOfRow(y, 0), near.insideOfRow(y + 1, 0)};
    for (int x = 0; x < kSide; ++x) {
      bool inside[4];
      for (int k = 0; k < 4; ++k) inside[k] = (row[kY[k]] >> (x + kX[k]) & 1U) != 0;
      const auto vertexAfter = [&](int k) {  // between corner k and the next one
        return k % 2 == 0 ? near.vertex(x, y + k / 2, 0, 0)
                          : near.vertex(x + (k == 1 ? 1 : 0), y, 0, 1);
      };
      bool joined = true;
      if (inside[0] == inside[2] && inside[1] == inside[3] && inside[0] != inside[1]) {
        std::array<float, 8> level{};
        for (int k = 0; k < 4; ++k)
          level[static_cast<std::size_t>(k)] = near.level(x + kX[k], y + kY[k], 0);
        joined = joinsInside({0, 1, 2, 3}, level);
      }
      for (int k = 0; k < 4; ++k) {
        if (!inside[k] || inside[(k + 1) % 4]) continue;
        int m = joined ? k + 1 : k + 3;
        while (inside[m % 4] || !inside[(m + 1) % 4]) m += joined ? 1 : 3;
        sides.push_back({vertexAfter(k), vertexAfter(m % 4)});
      }
    }
  }
}

void BlockContour::outline(const LevelBlocks& blocks, std::vector<Vec3d>& vertices,
                           std::vector<OutlineSide>& sides) {
  findVertices(blocks, 2, vertices);
  sides.clear();
  for (std::size_t b = 0; b < blocks.size(); ++b) cutSquares(blocks, b, sides);
}

std::size_t BlockContour::bytes() const {
  std::size_t bytes = rows_.capacity() * sizeof(Row) + upper_.capacity() * sizeof(Upper) +
                      firstOf_.capacity() * sizeof(std::uint32_t) +
                      pieces_.capacity() * sizeof(Piece);
  for (const Piece& piece : pieces_)
    bytes +=
        piece.triangles.capacity() * sizeof(Triangle) + piece.middles.capacity() * sizeof(Vec3d);
  return bytes;
}

}  // namespace shoal
