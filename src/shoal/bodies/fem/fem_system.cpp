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

  mirror_.resize(pattern_.column.size());
  for (std::uint32_t i = 0; i < nodes(); ++i)
    for (std::uint32_t k = pattern_.rowStart[i]; k != pattern_.rowStart[i + 1]; ++k)
      mirror_[k] = blockOf(pattern_.column[k], i);
  findMasses(mesh, materials);
}

std::uint32_t FemSystem::blockOf(std::uint32_t row, std::uint32_t column) const {
  const auto first = pattern_.column.begin() + pattern_.rowStart[row];
  const auto last = pattern_.column.begin() + pattern_.rowStart[row + 1];
  return static_cast<std::uint32_t>(std::lower_bound(first, last, column) -
                                    pattern_.column.begin());
}

// Also counts the pairs of elements in each block.
void FemSystem::findMasses(const FemMesh& mesh, std::span<const FemMaterial> materials) {
  mass_.assign(pattern_.column.size(), 0);
  firstPlace_.assign(pattern_.column.size() + 1, 0);
  const std::vector<FemPoint> points = makePoints(mesh);
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const auto node = mesh.of(e);
    const double elementMass =
        materials[e].density * points[e * pointsEach(mesh)].volume * double(pointsEach(mesh));
    for (std::size_t a = 0; a < mesh.nodesEach; ++a)
      for (std::size_t b = a; b < mesh.nodesEach; ++b) {
        const std::uint32_t block = blockOf(std::min(node[a], node[b]), std::max(node[a], node[b]));
        mass_[block] += elementMass * massShare(a, b, mesh.quadratic());
        ++firstPlace_[block + 1];
      }
  }
  for (std::size_t k = 0; k < mirror_.size(); ++k) {
    firstPlace_[k + 1] += firstPlace_[k];
    if (mirror_[k] < k) mass_[k] = mass_[mirror_[k]];
  }
}

std::vector<FemElasticity::Place> FemSystem::places(const FemMesh& mesh) const {
  std::vector<std::uint32_t> next(firstPlace_.begin(), firstPlace_.end() - 1);
  std::vector<FemElasticity::Place> all;
  all.reserve(mesh.elements() * pairsOf(mesh.nodesEach));
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const auto node = mesh.of(e);
    for (std::size_t a = 0; a < mesh.nodesEach; ++a)
      for (std::size_t b = a; b < mesh.nodesEach; ++b) {
        const auto [row, column] = std::minmax(node[a], node[b]);
        all.push_back({next[blockOf(row, column)]++ & ~(1u << 31), node[a] > node[b]});
      }
  }
  return all;
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
    const auto own = std::lower_bound(row.begin(), row.end(), static_cast<std::uint32_t>(i));
    pattern_.diagonal.push_back(
        static_cast<std::uint32_t>(pattern_.column.size() + std::size_t(own - row.begin())));
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

double FemSystem::diagonalMass(std::size_t i) const { return mass_[pattern_.diagonal[i]]; }

Vec3d FemSystem::gather(std::size_t i, std::span<const Vec3d> elementForces) const {
  Vec3d sum;
  for (const std::uint32_t corner : corners_.of(i)) sum += elementForces[corner];
  return sum;
}

// Row i sums the blocks of its upper half, and is the only one to write them and their mirror
// images.
const BlockMatrix& FemSystem::assemble(double mass, double stiffness,
                                       std::span<const Matrix3> blocks,
                                       std::span<const Matrix3> onNodes,
                                       std::span<const std::uint8_t> fixed) {
  parallelChunks(
      nodes(),
      [&](Range r, std::size_t) {
        for (std::size_t i = r.begin; i != r.end; ++i)
          for (std::uint32_t k = pattern_.diagonal[i]; k != pattern_.rowStart[i + 1]; ++k) {
            Matrix3 sum;
            for (std::uint32_t p = firstPlace_[k]; p != firstPlace_[k + 1]; ++p) sum += blocks[p];
            if (k == pattern_.diagonal[i] && !onNodes.empty()) sum += onNodes[i];
            sum *= stiffness;
            for (std::size_t d = 0; d < 3; ++d) sum(d, d) += mass * mass_[k];
            const std::uint32_t j = pattern_.column[k];
            if (fixed[i] | fixed[j]) fix(sum, fixed[i], fixed[j], i == j);
            pattern_.block[k] = sum;
            if (mirror_[k] != k) pattern_.block[mirror_[k]] = transposed(sum);
          }
      },
      kRowChunk);
  return pattern_;
}

}  // namespace shoal
