#include "shoal/bodies/fem/fem_system.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

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
  corners_ = groupByOwner<std::uint32_t>(mesh.rest.size(), [&](auto&& add) {
    for (std::uint32_t n = 0; n < mesh.nodes.size(); ++n) add(mesh.nodes[n], n);
  });
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
  const auto pairsOfBlock = groupByOwner<std::uint32_t>(pattern_.column.size(), [&](auto&& add) {
    for (std::uint32_t n = 0; n < pairs; ++n) add(blockOf(n), n);
  });
  mass_.assign(pattern_.column.size(), 0);
  shares_ = {pairsOfBlock.first, {}};
  shares_.item.reserve(pairs);
  const std::vector<FemPoint> points = makePoints(mesh);
  for (std::size_t k = 0; k < pattern_.column.size(); ++k)
    for (const std::uint32_t n : pairsOfBlock.of(k)) {
      const std::size_t e = n / perElement, a = n % perElement / each, b = n % each;
      const std::size_t pair = pairIndex(std::min(a, b), std::max(a, b), each);
      shares_.item.push_back({static_cast<std::uint32_t>(e * pairsOf(each) + pair), a > b});
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
    for (const std::uint32_t corner : corners_.of(i)) {
      const auto node = mesh.of(corner / mesh.nodesEach);
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
  for (const std::uint32_t corner : corners_.of(i)) sum += elementForces[corner];
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
            for (const Share& share : shares_.of(k)) {
              const Matrix3& block = blocks[share.block];
              sum += share.transposed ? transposed(block) : block;
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
