#include "shoal/geometry/distance/surface_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr double kMostCells = 1 << 22;
// Tolerance of the distances that exclude a triangle, as a fraction of a cell.
constexpr double kSlack = 1e-6;
constexpr std::size_t kFew = 48;   // triangles in a list; with more a tree is searched
constexpr std::int64_t kSlab = 8;  // cells per task along an axis
constexpr double kNoArea = 1e-12;  // as a fraction of the square of an edge

}  // namespace

SurfaceCells::SurfaceCells(const TriangleMesh& mesh, const Box3d& where, double reach, double edge)
    : all_(mesh), reach_(reach) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    const Vec3d ab = b - a, ac = c - a, n = cross(ab, ac);
    // Degenerate triangles lie on edges of others.
    if (length(n) <= kNoArea * std::max(dot(ab, ab), dot(ac, ac))) continue;
    facets_.push_back({a, ab, ac, dot(ab, ab), dot(ab, ac), dot(ac, ac), normalised(n)});
  }
  layOut(where, edge);

  std::vector<std::uint32_t> all(facets_.size());
  std::iota(all.begin(), all.end(), 0u);
  const auto axis = std::size_t(std::max_element(count_.begin(), count_.end()) - count_.begin());
  std::vector<std::vector<Listed>> slabs(std::size_t((count_[axis] + kSlab - 1) / kSlab));
  const auto fill = [&](Range range, std::size_t) {
    for (std::size_t s = range.begin; s < range.end; ++s) {
      Block slab{{}, count_};
      slab.from[axis] = kSlab * std::int64_t(s);
      slab.size[axis] = std::min(kSlab, count_[axis] - slab.from[axis]);
      divide(slab, all, slabs[s]);
    }
  };
  parallelChunks(slabs.size(), fill, 1);
  list(slabs);
}

void SurfaceCells::layOut(const Box3d& where, double edge) {
  const Vec3d around{reach_, reach_, reach_};
  bounds_ = {where.lower - around, where.upper + around};
  const Vec3d size = bounds_.size();
  const auto along = [&](double length) { return std::max(1.0, std::ceil(length / edge)); };
  while (along(size.x) * along(size.y) * along(size.z) > kMostCells) edge *= 1.1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    count_[axis] = std::int64_t(along(size[axis]));
    edge_[axis] = size[axis] / double(count_[axis]);
    perMetre_[axis] = double(count_[axis]) / size[axis];
  }
  halfDiagonal_ = 0.5 * (1 + kSlack) * length(edge_);
}

void SurfaceCells::list(const std::vector<std::vector<Listed>>& parts) {
  const auto cells = std::size_t(count_[0] * count_[1] * count_[2]);
  distance_.assign(cells, static_cast<float>(reach_ + 2 * halfDiagonal_));
  for (const auto& part : parts)
    for (const Listed& l : part) distance_[l.cell] = l.distance;
  lists_ = groupByOwner<std::uint32_t>(cells, [&](auto&& add) {
    for (const auto& part : parts)
      for (const Listed& l : part)
        for (const std::uint32_t facet : l.facets) add(l.cell, facet);
  });
}

// Lists the cells of a block that are within reach. `facets` are the triangles that can be nearest
// to a point of the block; fewer remain as blocks are divided.
void SurfaceCells::divide(const Block& block, const std::vector<std::uint32_t>& facets,
                          std::vector<Listed>& listed) const {
  Vec3d half, centre = bounds_.lower;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    half[axis] = 0.5 * edge_[axis] * double(block.size[axis]);
    centre[axis] += edge_[axis] * double(block.from[axis]) + half[axis];
  }
  const double outer = length(half) * (1 + kSlack);
  std::vector<double> distances;
  double least = reach_ + outer;
  for (const std::uint32_t f : facets) {
    distances.push_back(length(centre - nearestOn(facets_[f], centre)));
    least = std::min(least, distances.back());
  }
  std::vector<std::uint32_t> rest;
  for (std::size_t k = 0; k < facets.size(); ++k)
    if (distances[k] < std::min(least + 2 * outer, reach_ + outer)) rest.push_back(facets[k]);
  if (rest.empty()) return;
  const auto longest =
      std::size_t(std::max_element(block.size.begin(), block.size.end()) - block.size.begin());
  if (block.size[longest] == 1) {
    if (rest.size() > kFew) rest.clear();
    listed.push_back(
        {indexOf(block.from), static_cast<float>(least * (1 - kSlack)), std::move(rest)});
    return;
  }
  Block lower = block, upper = block;
  lower.size[longest] /= 2;
  upper.size[longest] -= lower.size[longest];
  upper.from[longest] += lower.size[longest];
  divide(lower, rest, listed);
  divide(upper, rest, listed);
}

// By the region of the triangle that p projects to: corner, edge or interior ([Eri05] 5.1.5).
Vec3d SurfaceCells::nearestOn(const Facet& f, const Vec3d& p) {
  const Vec3d ap = p - f.a;
  const double d1 = dot(f.ab, ap), d2 = dot(f.ac, ap);
  if (d1 <= 0 && d2 <= 0) return f.a;
  const double d3 = d1 - f.abab, d4 = d2 - f.abac;
  if (d3 >= 0 && d4 <= d3) return f.a + f.ab;
  const double ofC = d1 * d4 - d3 * d2;
  if (ofC <= 0 && d1 >= 0 && d3 <= 0) return f.a + (d1 / (d1 - d3)) * f.ab;
  const double d5 = d1 - f.abac, d6 = d2 - f.acac;
  if (d6 >= 0 && d5 <= d6) return f.a + f.ac;
  const double ofB = d5 * d2 - d1 * d6;
  if (ofB <= 0 && d2 >= 0 && d6 <= 0) return f.a + (d2 / (d2 - d6)) * f.ac;
  const double ofA = d3 * d6 - d5 * d4;
  if (ofA <= 0 && d4 >= d3 && d5 >= d6)
    return f.a + f.ab + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (f.ac - f.ab);
  return p - dot(ap, f.normal) * f.normal;
}

std::optional<MeshDistance::Place> SurfaceCells::nearest(const Vec3d& p, double within) const {
  if (!mayBeNear(p, within)) return std::nullopt;
  const std::span<const std::uint32_t> facets = lists_.of(indexOf(cellOf(p)));
  if (facets.empty()) return all_.nearest(p, within);
  double best = within * within;
  const Facet* found = nullptr;
  Vec3d point;
  for (const std::uint32_t f : facets) {
    const Vec3d x = nearestOn(facets_[f], p);
    const double squared = dot(p - x, p - x);
    if (squared >= best) continue;
    best = squared;
    found = &facets_[f];
    point = x;
  }
  if (!found) return std::nullopt;
  return MeshDistance::Place{point, found->normal};
}

std::size_t SurfaceCells::bytes() const {
  return facets_.capacity() * sizeof(Facet) + distance_.capacity() * sizeof(float) +
         (lists_.first.capacity() + lists_.item.capacity()) * sizeof(std::uint32_t);
}

}  // namespace shoal
