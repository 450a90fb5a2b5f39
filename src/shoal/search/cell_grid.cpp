#include "shoal/search/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Cells per point up to which the plain grid is used; with more empty cells hashing is faster.
constexpr std::size_t kAirPerPoint = 16;
constexpr std::size_t kSmallGrid = std::size_t{1} << 18;

// Fewer cells along a period would be adjacent to one cell from both sides, and listed twice.
constexpr double kFewestAround = 3;
constexpr double kMostAround = 1e9;  // cell numbers stay within integers

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

bool isFinite(const Vec3f& x) {
  return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z);
}

[[noreturn]] void failNotFinite(std::span<const Vec3f> points, std::size_t i) {
  const Vec3f& x = points[i];
  fail("point {} of {} is at ({}, {}, {}) m; only finite coordinates have a cell", i, points.size(),
       x.x, x.y, x.z);
}

// An Error unless all are finite.
Box3f boundsOf(std::span<const Vec3f> points) {
  return parallelReduce(
      points.size(), Box3f{},
      [&](std::size_t i) {
        if (!isFinite(points[i])) failNotFinite(points, i);
        return Box3f{points[i], points[i]};
      },
      [](Box3f a, const Box3f& b) {
        a.extend(b);
        return a;
      });
}

// Counting sorts: order[k] becomes the index of the k-th point by key, and of those with the same
// key by index; start[c] the first place of key c. `start` comes with zeros, one more than there
// are keys.
void sortByKey(std::span<const std::uint32_t> key, std::span<std::uint32_t> start,
               std::span<std::uint32_t> order) {
  for (const std::uint32_t k : key) ++start[k + std::size_t{1}];
  for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
  for (std::size_t i = 0; i < key.size(); ++i)
    order[start[key[i]]++] = static_cast<std::uint32_t>(i);
  // Each entry has moved on to the end of its bucket, which is the start of the next.
  std::copy_backward(start.begin(), start.end() - 1, start.end());
  start[0] = 0;
}

// Parts of the points that are counted and placed at the same time, for any number of threads, and
// the points from which on that is faster.
constexpr std::size_t kParts = 16;
constexpr std::size_t kManyPoints = std::size_t{1} << 17;

// The same with parts of the points at the same time, each with counts for the keys between its
// least and its largest. Returns false and does nothing where these are many: points that were
// sorted in the last step have few.
bool sortPartsByKey(std::span<const std::uint32_t> key, std::span<std::uint32_t> start,
                    std::span<std::uint32_t> order) {
  struct Part {
    std::uint32_t least = 0;
    std::size_t keys = 0;
    std::vector<std::uint32_t> next;  // counts of the keys, then places of their next points
  };
  const std::size_t n = key.size(), each = chunkCount(n, kParts);
  std::vector<Part> parts(chunkCount(n, each));
  const auto forEachPart = [&](auto&& work) {
    parallelChunks(
        n, [&](Range r, std::size_t p) { work(parts[p], r); }, each);
  };
  forEachPart([&](Part& part, Range r) {
    std::uint32_t least = key[r.begin], largest = least;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      least = std::min(least, key[i]);
      largest = std::max(largest, key[i]);
    }
    part.least = least;
    part.keys = largest - least + std::size_t{1};
  });
  std::size_t keys = 0;
  for (const Part& part : parts) keys += part.keys;
  if (keys > n + start.size()) return false;
  forEachPart([&](Part& part, Range r) {
    part.next.resize(part.keys);
    for (std::size_t i = r.begin; i < r.end; ++i) ++part.next[key[i] - part.least];
  });
  for (const Part& part : parts)
    for (std::size_t k = 0; k < part.keys; ++k) start[part.least + k + 1] += part.next[k];
  for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
  for (Part& part : parts)
    for (std::size_t k = 0; k < part.keys; ++k) {
      const std::uint32_t count = part.next[k];
      part.next[k] = start[part.least + k];
      start[part.least + k] += count;
    }
  forEachPart([&](Part& part, Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      order[part.next[key[i] - part.least]++] = static_cast<std::uint32_t>(i);
  });
  std::copy_backward(start.begin(), start.end() - 1, start.end());
  start[0] = 0;
  return true;
}

}  // namespace

CellGrid::CellGrid(float cellSize, int dimensions, Form form, Period period)
    : cellSize_(cellSize), dimensions_(dimensions), wanted_(form), period_(period) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (period.length[axis] == 0)
      axes_[axis].cellsPerMetre = 1.0 / double(cellSize);
    else
      axes_[axis] = periodicAxis(axis);
  }
}

CellGrid::Axis CellGrid::periodicAxis(std::size_t axis) const {
  const char name = "xyz"[axis];
  const float length = period_.length[axis];
  if (axis == 2 && dimensions_ == 2)
    fail("a domain in the plane cannot repeat along z; let it repeat along x or y");
  if (!(length > 0 && std::isfinite(length) && std::isfinite(period_.lower[axis])))
    fail("the domain cannot repeat along {} every {} m; give it a finite length above 0", name,
         length);
  const double cells = std::floor(double(length) / double(cellSize_));
  if (!(cells >= kFewestAround))
    fail(
        "the domain repeats along {} every {} m, but particles see {} m far and need three times "
        "that; make the domain longer or world.spacing smaller",
        name, length, cellSize_);
  Axis around;
  around.cells = static_cast<std::int32_t>(std::min(cells, kMostAround));
  around.border = 0;
  around.from = double(period_.lower[axis]);
  around.cellsPerMetre = around.cells / double(length);
  around.least = 0;  // what rounding put just outside belongs to the cell at that end
  around.most = around.cells - 1;
  return around;
}

void CellGrid::build(std::span<const Vec3f> points) {
  const std::size_t n = points.size();
  const Box3f bounds = n > 0 ? boundsOf(points) : Box3f{Vec3f{}, Vec3f{}};
  layOut(bounds, n);
  reach_ = reachOf(bounds, n);

  key_.resize(n);
  parallelFor(n, [&](std::size_t i) { key_[i] = keyOf(cellOf(points[i])); });

  start_.assign(buckets_ + std::size_t{1}, 0);
  order_.resize(n);
  if (n < kManyPoints || !sortPartsByKey(key_, start_, order_)) sortByKey(key_, start_, order_);

  for (auto& coordinate : sorted_) coordinate.resize(n + kWideRoom);
  parallelFor(n, [&](std::size_t k) {
    const Vec3f& p = points[order_[k]];
    sorted_[0][k] = p.x;
    sorted_[1][k] = p.y;
    sorted_[2][k] = p.z;
  });
}

// Rounding must not leave out a point that is just within reach; images are not looked for.
Box3f CellGrid::reachOf(const Box3f& bounds, std::size_t points) const {
  constexpr float kSlack = 1.01f, kEverywhere = std::numeric_limits<float>::max();
  if (points == 0) return {};
  Box3f reach = bounds.grown(kSlack * cellSize_);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (axes_[axis].repeats()) {
      reach.lower[axis] = -kEverywhere;
      reach.upper[axis] = kEverywhere;
    }
  return reach;
}

void CellGrid::layOut(const Box3f& bounds, std::size_t points) {
  double total = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    Axis& axis = axes_[i];
    if (!axis.repeats()) {
      axis.from = double(bounds.lower[i]);
      axis.cells = axis.cellOf(bounds.upper[i]) + 2;
    }
    total *= axis.cells;
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
    return static_cast<std::uint32_t>((cell.z * axes_[1].cells + cell.y) * axes_[0].cells + cell.x);
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

bool CellGrid::seesAcross(const Cell& cell) const {
  const auto along = [](std::int32_t c, const Axis& axis) {
    // With three cells around, points two cells apart are as near across the border, and rounding
    // must not make the one a neighbour and not the other.
    return axis.repeats() && (c == 0 || c == axis.cells - 1 || axis.cells == 3);
  };
  return along(cell.x, axes_[0]) || along(cell.y, axes_[1]) || along(cell.z, axes_[2]);
}

// The cells next to one along an axis and itself; those of the plain form, or all that exist.
CellGrid::Adjacent CellGrid::adjacent(std::int32_t cell, std::size_t axis) const {
  Adjacent found;
  const std::int32_t cells = axes_[axis].cells;
  const std::int32_t reach = axis == 2 && dimensions_ == 2 ? 0 : 1;
  for (std::int32_t c = cell - reach; c <= cell + reach; ++c) {
    const bool within = c >= 0 && c < cells;
    if (axes_[axis].repeats())
      found.cells[found.count++] = within ? c : c < 0 ? c + cells : c - cells;
    else if (within || hashed_)
      found.cells[found.count++] = c;
  }
  return found;
}

// The same along x in the plain form, where consecutive cells are one range: two runs of them where
// the period begins anew between them.
CellGrid::Runs CellGrid::runsAlongX(std::int32_t cell) const {
  Runs runs;
  const std::int32_t end = axes_[0].cells - 1;
  const std::int32_t first = std::max(cell - 1, 0);
  const std::int32_t last = std::min(cell + 1, end);
  if (first <= last) runs.firstAndLast[runs.count++] = {first, last};
  if (axes_[0].repeats() && cell == 0) runs.firstAndLast[runs.count++] = {end, end};
  if (axes_[0].repeats() && cell == end) runs.firstAndLast[runs.count++] = {0, 0};
  return runs;
}

CellGrid::Candidates CellGrid::rowCandidates(const Cell& cell) const {
  Candidates found;
  const Runs runs = runsAlongX(cell.x);
  const Adjacent rows = adjacent(cell.y, 1);
  for (const std::int32_t z : adjacent(cell.z, 2))
    for (const std::int32_t y : rows)
      for (const auto& [first, last] : runs) {
        const Span row{start_[keyOf({first, y, z})], start_[keyOf({last, y, z}) + std::size_t{1}]};
        if (row.begin != row.end) found.spans[static_cast<std::size_t>(found.count++)] = row;
      }
  return found;
}

CellGrid::Candidates CellGrid::bucketCandidates(const Cell& cell) const {
  std::array<std::uint32_t, 27> keys;
  std::size_t n = 0;
  const Adjacent columns = adjacent(cell.x, 0), rows = adjacent(cell.y, 1);
  for (const std::int32_t z : adjacent(cell.z, 2))
    for (const std::int32_t y : rows)
      for (const std::int32_t x : columns) keys[n++] = keyOf({x, y, z});
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

void CellGrid::addSpansIn(const Box3f& box, std::vector<Span>& spans) const {
  if (size() == 0) return;
  const auto within = [&](Cell c) {
    const auto limit = [&](std::int32_t cell, std::size_t axis) {
      return std::clamp(cell, 0, axes_[axis].cells - 1);
    };
    return Cell{limit(c.x, 0), limit(c.y, 1), limit(c.z, 2)};
  };
  const Cell low = within(cellOf(box.lower)), high = within(cellOf(box.upper));
  for (std::int32_t z = low.z; z <= high.z; ++z)
    for (std::int32_t y = low.y; y <= high.y; ++y) {
      if (!hashed_) {
        const Span row{start_[keyOf({low.x, y, z})],
                       start_[keyOf({high.x, y, z}) + std::size_t{1}]};
        if (row.begin != row.end) spans.push_back(row);
        continue;
      }
      for (std::int32_t x = low.x; x <= high.x; ++x) {
        const Cell cell{x, y, z};
        const std::uint32_t key = keyOf(cell);
        // Other cells may share the bucket, and have their turn.
        for (std::uint32_t k = start_[key]; k < start_[key + std::size_t{1}]; ++k) {
          if (!(cellOf({sorted_[0][k], sorted_[1][k], sorted_[2][k]}) == cell)) continue;
          if (!spans.empty() && spans.back().end == k)
            ++spans.back().end;
          else
            spans.push_back({k, k + 1});
        }
      }
    }
}

std::size_t CellGrid::bytes() const {
  return sizeof(std::uint32_t) * (start_.capacity() + key_.capacity() + order_.capacity()) +
         sizeof(float) * (sorted_[0].capacity() + sorted_[1].capacity() + sorted_[2].capacity());
}

}  // namespace shoal
