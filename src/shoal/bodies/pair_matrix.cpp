#include "shoal/bodies/pair_matrix.h"

namespace shoal {

PairMatrix::PairMatrix(std::size_t points, std::vector<Pair> listed)
    : pairs_(std::move(listed)), blocks_(pairs_.size()), first_(points + 1, 0) {
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

}  // namespace shoal
