#include "shoal/geometry/tetra/graded_cells.h"

#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr int kMostLevels = 18;  // so that halves of cells fit into 20 bits
constexpr double kMargin = 2;    // smallest cells between the surface and the first larger one

LatticeCell parentOf(const LatticeCell& cell) {
  return {cell.level + 1, {cell.at.x >> 1, cell.at.y >> 1, cell.at.z >> 1}};
}

LatticeCell childOf(const LatticeCell& cell, int n) {
  return {cell.level - 1,
          {2 * cell.at.x + (n & 1), 2 * cell.at.y + ((n >> 1) & 1), 2 * cell.at.z + (n >> 2)}};
}

int levelsFor(const Vec3d& extent, double size) {
  const double cells = std::max({extent.x, extent.y, extent.z}) / size + 2 * (kMargin + 1);
  if (!(cells <= double(1 << kMostLevels)))
    fail("cells of {} m are too small for a body of {:.3g} m; raise size", size,
         std::max({extent.x, extent.y, extent.z}));
  return static_cast<int>(std::ceil(portable::log2(cells)));
}

}  // namespace

GradedCells::GradedCells(const Box3d& bounds, double size, double grading, const Depth& depth)
    : size_(size) {
  const int levels = levelsFor(bounds.size(), size);
  // Flat faces at the lower bounds fall onto corners of cells.
  const double spare =
      (1 << levels) - std::max({bounds.size().x, bounds.size().y, bounds.size().z}) / size;
  const double before = std::floor(spare / 2) * size;
  origin_ = bounds.lower - Vec3d{before, before, before};
  nodes_.resize(static_cast<std::size_t>(levels) + 1);
  split_.resize(static_cast<std::size_t>(levels) + 1);
  add({levels, {}});
  refine(depth, grading);
  balance();
  listLeaves(depth);
}

Vec3i GradedCells::centre(const LatticeCell& cell) {
  const std::int32_t half = 1 << cell.level;
  return cell.at * (2 * half) + Vec3i{half, half, half};
}

GradedCells::State GradedCells::state(const LatticeCell& cell) const {
  if (!isInRoot(cell)) return State::Absent;
  const auto level = static_cast<std::size_t>(cell.level);
  const auto found = nodes_[level].find(latticeKey(cell.at));
  return found == nodes_[level].end() ? State::Absent : found->second;
}

bool GradedCells::isInRoot(const LatticeCell& cell) const {
  const int top = static_cast<int>(nodes_.size()) - 1;
  if (cell.level > top) return false;
  const auto& [x, y, z] = cell.at;
  return std::min({x, y, z}) >= 0 && std::max({x, y, z}) < (1 << (top - cell.level));
}

// From its centre to its corners, m.
double GradedCells::reach(const LatticeCell& cell) const {
  return std::numbers::sqrt3 / 2 * size_ * (1 << cell.level);
}

// Whether the cell is far enough from the surface for its size.
bool GradedCells::maySpan(const LatticeCell& cell, const Depth& depth, double grading) const {
  if (cell.level == 0) return true;
  const double growth = size_ * ((1 << cell.level) - 1);
  const double outside = kMargin * size_;
  const double inside = grading > 1 ? std::max(outside, growth / (grading - 1)) : outside;
  const double limit = reach(cell) + inside;
  const double centreDepth = depth(place(centre(cell)), limit);
  if (centreDepth > 0) return centreDepth >= reach(cell) + outside;
  return grading > 1 && -centreDepth >= limit;
}

void GradedCells::refine(const Depth& depth, double grading) {
  std::vector<LatticeCell> cells{{static_cast<int>(nodes_.size()) - 1, {}}};
  while (!cells.empty()) {
    std::vector<char> stays(cells.size());
    parallelFor(cells.size(),
                [&](std::size_t i) { stays[i] = char(maySpan(cells[i], depth, grading)); });
    std::vector<LatticeCell> finer;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (stays[i]) continue;
      split(cells[i]);
      for (int n = 0; n < 8; ++n) finer.push_back(childOf(cells[i], n));
    }
    cells = std::move(finer);
  }
}

// Where a cell is split, all around it there are cells of its own size. To split one for that
// splits only larger ones, which come later.
void GradedCells::balance() {
  for (const auto& cells : split_)
    for (const LatticeCell& cell : cells)
      for (int n = 0; n < 27; ++n) {
        const Vec3i step{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        const LatticeCell beside{cell.level, cell.at + step};
        if (isInRoot(beside)) require(beside);
      }
}

void GradedCells::require(const LatticeCell& cell) {
  if (state(cell) != State::Absent) return;
  const LatticeCell parent = parentOf(cell);
  require(parent);
  split(parent);
}

void GradedCells::split(const LatticeCell& cell) {
  const auto level = static_cast<std::size_t>(cell.level);
  nodes_[level][latticeKey(cell.at)] = State::Split;
  split_[level].push_back(cell);
  --count_;
  for (int n = 0; n < 8; ++n) add(childOf(cell, n));
}

void GradedCells::add(const LatticeCell& cell) {
  nodes_[static_cast<std::size_t>(cell.level)][latticeKey(cell.at)] = State::Filled;
  if (++count_ > kMostCells)
    fail("elements of {} m need more than {} cells; raise size or grading", size_, kMostCells);
}

void GradedCells::listLeaves(const Depth& depth) {
  leaves_.reserve(count_);
  for (const auto& cells : split_)
    for (const LatticeCell& cell : cells)
      for (int n = 0; n < 8; ++n)
        if (const LatticeCell child = childOf(cell, n); state(child) == State::Filled)
          leaves_.push_back(child);

  std::vector<char> empty(leaves_.size());
  parallelFor(leaves_.size(), [&](std::size_t i) {
    const double limit = 1.01 * reach(leaves_[i]);
    empty[i] = char(depth(place(centre(leaves_[i])), limit) > reach(leaves_[i]));
  });
  for (std::size_t i = 0; i < leaves_.size(); ++i)
    if (empty[i])
      nodes_[static_cast<std::size_t>(leaves_[i].level)][latticeKey(leaves_[i].at)] = State::Empty;
}

}  // namespace shoal
