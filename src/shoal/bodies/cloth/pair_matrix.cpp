#include "shoal/bodies/cloth/pair_matrix.h"

namespace shoal {

PairMatrix::PairMatrix(std::size_t points, std::vector<Pair> pairs)
    : pairs_(std::move(pairs)), blocks_(pairs_.size()), first_(points + 1, 0) {
  for (const Pair& pair : pairs_) {
    ++first_[pair.a + 1];
    ++first_[pair.b + 1];
  }
  for (std::size_t i = 0; i < points; ++i) first_[i + 1] += first_[i];
  entries_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t n = 0; n < pairs_.size(); ++n) {
    entries_[next[pairs_[n].a]++] = {pairs_[n].b, 2 * n};
    entries_[next[pairs_[n].b]++] = {pairs_[n].a, 2 * n + 1};
  }
}

Symmetric3f PairMatrix::diagonal(std::size_t i) const {
  Symmetric3f sum;
  for (std::uint32_t n = first_[i]; n < first_[i + 1]; ++n) {
    const float* m = blocks_[entries_[n].pairAndSide / 2].a.data();
    sum += Symmetric3f{m[0], m[4], m[8], (m[1] + m[3]) / 2, (m[5] + m[7]) / 2, (m[2] + m[6]) / 2};
  }
  return -1.f * sum;
}

}  // namespace shoal
