#include "shoal/bodies/fem/fem_system.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Counting sort into bins, in rising order within a bin: start of each bin, and the numbers.
struct Bins {
  std::vector<std::uint32_t> start, number;
};

template <class BinOf>
Bins sortIntoBins(std::size_t numbers, std::size_t bins, BinOf&& binOf) {
  Bins sorted{std::vector<std::uint32_t>(bins + 1), std::vector<std::uint32_t>(numbers)};
  for (std::size_t n = 0; n < numbers; ++n) ++sorted.start[binOf(n) + 1];
  for (std::size_t b = 0; b < bins; ++b) sorted.start[b + 1] += sorted.start[b];
  std::vector<std::uint32_t> next(sorted.start.begin(), sorted.start.end() - 1);
  for (std::size_t n = 0; n < numbers; ++n)
    sorted.number[next[binOf(n)]++] = static_cast<std::uint32_t>(n);
  return sorted;
}

void fix(Matrix3& block, unsigned rowAxes, unsigned columnAxes, bool onDiagonal) {
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      if ((rowAxes >> r | columnAxes >> c) & 1) block(r, c) = onDiagonal && r == c ? 1 : 0;
}

}  // namespace

FemSystem::FemSystem(const FemMesh& mesh, std::span<const FemMaterial> materials) {
  const std::size_t perElement = sq(mesh.nodesEach);
  if (mesh.elements() * perElement > (1ull << 31))
    fail("{} elements are too many for one solid; use fewer", mesh.elements());
  Bins corners = sortIntoBins(mesh.nodes.size(), mesh.rest.size(),
                              [&](std::size_t n) { return mesh.nodes[n]; });
  cornerStart_ = std::move(corners.start);
  corners_ = std::move(corners.number);
  findPattern(mesh);

  // Pair n is nodes a and b of element e.
  const std::size_t each = mesh.nodesEach, pairs = mesh.elements() * perElement;
  const auto blockOf = [&](std::size_t n) {
    const auto node = mesh.of(n / perElement);
    const std::uint32_t row = node[n % perElement / each], column = node[n % each];
    const auto first = pattern_.column.begin() + pattern_.rowStart[row];
    const auto last = pattern_.column.begin() + pattern_.rowStart[row + 1];
    return static_cast<std::size_t>(std::lower_bound(first, last, column) -
                                    pattern_.column.begin());
  };
  const Bins shares = sortIntoBins(pairs, pattern_.column.size(), blockOf);
  shareStart_ = shares.start;
  mass_.assign(pattern_.column.size(), 0);
  shares_.reserve(pairs);
  const std::vector<FemPoint> points = makePoints(mesh);
  for (std::size_t k = 0; k < pattern_.column.size(); ++k)
    for (std::uint32_t s = shareStart_[k]; s != shareStart_[k + 1]; ++s) {
      const std::uint32_t n = shares.number[s];
      const std::size_t e = n / perElement, a = n % perElement / each, b = n % each;
      const std::size_t pair = pairIndex(std::min(a, b), std::max(a, b), each);
      shares_.push_back({static_cast<std::uint32_t>(e * pairsOf(each) + pair), a > b});
      const double elementMass =
          materials[e].density * points[e * pointsEach(mesh)].volume * double(pointsEach(mesh));
      mass_[k] += elementMass * massShare(a, b, mesh.quadratic());
    }
}

void FemSystem::findPattern(const FemMesh& mesh) {
  pattern_.rowStart.assign(1, 0);
  std::vector<std::uint32_t> row;
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    row.clear();
    for (std::uint32_t c = cornerStart_[i]; c != cornerStart_[i + 1]; ++c) {
      const auto node = mesh.of(corners_[c] / mesh.nodesEach);
      row.insert(row.end(), node.begin(), node.end());
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    pattern_.column.insert(pattern_.column.end(), row.begin(), row.end());
    pattern_.rowStart.push_back(static_cast<std::uint32_t>(pattern_.column.size()));
  }
  pattern_.block.resize(pattern_.column.size());
}

Vec3d FemSystem::massTimes(std::size_t i, std::span<const Vec3d> w) const {
  Vec3d sum;
  for (std::uint32_t k = pattern_.rowStart[i]; k != pattern_.rowStart[i + 1]; ++k)
    sum += mass_[k] * w[pattern_.column[k]];
  return sum;
}

double FemSystem::diagonalMass(std::size_t i) const {
  std::uint32_t k = pattern_.rowStart[i];
  while (pattern_.column[k] != i) ++k;
  return mass_[k];
}

Vec3d FemSystem::gather(std::size_t i, std::span<const Vec3d> elementForces) const {
  Vec3d sum;
  for (std::uint32_t c = cornerStart_[i]; c != cornerStart_[i + 1]; ++c)
    sum += elementForces[corners_[c]];
  return sum;
}

const BlockMatrix& FemSystem::assemble(double mass, double stiffness,
                                       std::span<const Matrix3> blocks,
                                       std::span<const std::uint8_t> fixed) {
  parallelChunks(
      nodes(),
      [&](Range r, std::size_t) {
        for (std::size_t i = r.begin; i != r.end; ++i)
          for (std::uint32_t k = pattern_.rowStart[i]; k != pattern_.rowStart[i + 1]; ++k) {
            Matrix3 sum;
            for (std::uint32_t s = shareStart_[k]; s != shareStart_[k + 1]; ++s) {
              const Matrix3& block = blocks[shares_[s].block];
              sum += shares_[s].transposed ? transposed(block) : block;
            }
            sum *= stiffness;
            for (std::size_t d = 0; d < 3; ++d) sum(d, d) += mass * mass_[k];
            const std::uint32_t j = pattern_.column[k];
            if (fixed[i] | fixed[j]) fix(sum, fixed[i], fixed[j], i == j);
            pattern_.block[k] = sum;
          }
      },
      kRowChunk);
  return pattern_;
}

}  // namespace shoal
