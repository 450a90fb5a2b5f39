// Stiffness between pairs of points: a sparse symmetric matrix whose rows add up to zero.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/matrix3.h"
#include "shoal/core/symmetric3.h"

namespace shoal {

// Only the blocks of pairs are stored. The product is written as sum_j K_ij (p_j - p_i), so that
// the row sums are exactly zero: a translation causes no force, to the last bit.
class PairMatrix {
 public:
  struct Pair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };

  PairMatrix() = default;
  PairMatrix(std::size_t points, std::vector<Pair> pairs);

  std::span<const Pair> pairs() const { return pairs_; }
  std::span<Matrix3f> blocks() { return blocks_; }  // K_ab of every pair

  // Diagonal block of row i.
  Symmetric3f diagonal(std::size_t i) const;
  // Row i of the product with p.
  Vec3d row(std::size_t i, std::span<const Vec3d> p) const;

 private:
  struct Entry {
    std::uint32_t other = 0;
    std::uint32_t pairAndSide = 0;  // 2 * pair, plus one where the block is to be transposed
  };

  std::vector<Pair> pairs_;
  std::vector<Matrix3f> blocks_;
  std::vector<std::uint32_t> first_;
  std::vector<Entry> entries_;
};

inline Vec3d PairMatrix::row(std::size_t i, std::span<const Vec3d> p) const {
  Vec3d sum;
  for (std::uint32_t n = first_[i]; n < first_[i + 1]; ++n) {
    const Entry e = entries_[n];
    const float* m = blocks_[e.pairAndSide / 2].a.data();
    const Vec3d d = p[e.other] - p[i];
    // Strides instead of two formulas avoid a branch that is often mispredicted.
    const std::size_t down = e.pairAndSide % 2 ? 1 : 3, along = 4 - down;
    sum.x += m[0] * d.x + m[along] * d.y + m[2 * along] * d.z;
    sum.y += m[down] * d.x + m[4] * d.y + m[down + 2 * along] * d.z;
    sum.z += m[2 * down] * d.x + m[2 * down + along] * d.y + m[8] * d.z;
  }
  return sum;
}

}  // namespace shoal
