#include "shoal/search/cell_grid.h"

#include <algorithm>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// A plain grid may have this many cells per point before hashing is the better bargain.
constexpr std::size_t kAirPerPoint = 16;
constexpr std::size_t kSmallGrid = std::size_t{1} << 18;

// Floats that a wide load may touch beyond the last point: the lanes of the widest machine.
constexpr std::size_t kWideRoom = 64;

bool isPrime(std::uint32_t n) {
  if (n % 2 == 0) return n == 2;
  for (std::uint32_t d = 3; d <= n / d; d += 2)
    if (n % d == 0) return false;
  return n > 1;
}

std::uint32_t nextPrime(std::uint32_t n) {
  while (!isPrime(n)) ++n;
  return n;
}

Box3f boundsOf(std::span<const Vec3f> points) {
  return parallelReduce(
      points.size(), Box3f{},
      [&](std::size_t i) {
        return Box3f{points[i], points[i]};
      },
      [](Box3f a, const Box3f& b) {
        a.extend(b);
        return a;
      });
}

}  // namespace

void CellGrid::build(std::span<const Vec3f> points) {
  const std::size_t n = points.size();
  layOut(n > 0 ? boundsOf(points) : Box3f{Vec3f{}, Vec3f{}}, n);

  key_.resize(n);
  parallelFor(n, [&](std::size_t i) { key_[i] = keyOf(cellOf(points[i])); });

  // A counting sort; sequential, since nearly sorted input keeps it within the cache.
  start_.assign(buckets_ + std::size_t{1}, 0);
  for (std::size_t i = 0; i < n; ++i) ++start_[key_[i] + 1];
  for (std::size_t c = 0; c < buckets_; ++c) start_[c + 1] += start_[c];
  order_.resize(n);
  for (std::size_t i = 0; i < n; ++i) order_[start_[key_[i]]++] = static_cast<std::uint32_t>(i);
  // Each entry has moved on to the end of its bucket, which is the start of the next.
  std::copy_backward(start_.begin(), start_.end() - 1, start_.end());
  start_[0] = 0;

  for (auto& coordinate : sorted_) coordinate.resize(n + kWideRoom);
  parallelFor(n, [&](std::size_t k) {
    const Vec3f& p = points[order_[k]];
    sorted_[0][k] = p.x;
    sorted_[1][k] = p.y;
    sorted_[2][k] = p.z;
  });
}

void CellGrid::layOut(const Box3f& bounds, std::size_t points) {
  origin_ = bounds.lower;
  double total = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    cells_[axis] = cellAlong(bounds.upper[axis], bounds.lower[axis]) + 2;
    total *= cells_[axis];
  }
  const double plainLimit = static_cast<double>(std::max(kSmallGrid, kAirPerPoint * points));
  const double mostCells = 4e9;  // what keys of 32 bits can tell apart
  hashed_ = wanted_ == Form::Hashed || total > mostCells ||
            (wanted_ == Form::Automatic && total > plainLimit);
  // [Kei06] 7.1.1: best when the table size is a prime well above the number of points.
  buckets_ = hashed_ ? nextPrime(static_cast<std::uint32_t>(2 * points + 3))
                     : static_cast<std::uint32_t>(total);
}

std::uint32_t CellGrid::keyOf(const Cell& cell) const {
  if (!hashed_)
    return static_cast<std::uint32_t>((cell.z * cells_[1] + cell.y) * cells_[0] + cell.x);
  // [Kei06] eq. 7.2, the hash of [THMPG03].
  const std::uint32_t h = (static_cast<std::uint32_t>(cell.x) * 73856093U) ^
                          (static_cast<std::uint32_t>(cell.y) * 19349663U) ^
                          (static_cast<std::uint32_t>(cell.z) * 83492791U);
  return h % buckets_;
}

CellGrid::Candidates CellGrid::candidates(const Vec3f& place) const {
  return candidates(cellOf(place));
}

CellGrid::Candidates CellGrid::candidates(const Cell& cell) const {
  return hashed_ ? bucketCandidates(cell) : rowCandidates(cell);
}

CellGrid::Candidates CellGrid::rowCandidates(const Cell& cell) const {
  Candidates found;
  const std::int32_t x0 = std::max(cell.x - 1, 0);
  const std::int32_t x1 = std::min(cell.x + 1, cells_[0] - 1);
  if (x0 > x1) return found;
  const int depth = dimensions_ == 3 ? 1 : 0;
  for (std::int32_t z = cell.z - depth; z <= cell.z + depth; ++z) {
    if (z < 0 || z >= cells_[2]) continue;
    for (std::int32_t y = cell.y - 1; y <= cell.y + 1; ++y) {
      if (y < 0 || y >= cells_[1]) continue;
      const Span row{start_[keyOf({x0, y, z})], start_[keyOf({x1, y, z}) + std::size_t{1}]};
      if (row.begin != row.end) found.spans[static_cast<std::size_t>(found.count++)] = row;
    }
  }
  return found;
}

CellGrid::Candidates CellGrid::bucketCandidates(const Cell& cell) const {
  std::array<std::uint32_t, 27> keys;
  std::size_t n = 0;
  const int depth = dimensions_ == 3 ? 1 : 0;
  for (std::int32_t z = -depth; z <= depth; ++z)
    for (std::int32_t y = -1; y <= 1; ++y)
      for (std::int32_t x = -1; x <= 1; ++x)
        keys[n++] = keyOf({cell.x + x, cell.y + y, cell.z + z});
  // Different cells may share a bucket, which must not be visited twice.
  std::sort(keys.begin(), keys.begin() + n);
  const auto end = std::unique(keys.begin(), keys.begin() + n);
  Candidates found;
  for (auto key = keys.begin(); key != end; ++key) {
    const Span bucket{start_[*key], start_[*key + std::size_t{1}]};
    if (bucket.begin != bucket.end) found.spans[static_cast<std::size_t>(found.count++)] = bucket;
  }
  return found;
}

std::size_t CellGrid::bytes() const {
  return sizeof(std::uint32_t) * (start_.capacity() + key_.capacity() + order_.capacity()) +
         sizeof(float) * (sorted_[0].capacity() + sorted_[1].capacity() + sorted_[2].capacity());
}

}  // namespace shoal
