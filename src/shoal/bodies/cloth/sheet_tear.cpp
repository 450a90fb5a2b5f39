#include "shoal/bodies/cloth/sheet_tear.h"

#include <algorithm>
#include <numeric>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

struct Strained {
  double strain = 0;
  std::uint32_t vertex = 0;
};

// The mean over the triangles around a vertex.
double meanStrain(const SheetForces& sheet, std::uint32_t v, std::span<const Vec3d> x) {
  const auto around = sheet.topology().corners.of(v);
  double sum = 0;
  for (const std::uint32_t item : around) sum += sheet.strain(item / 3, x).strain;
  return sum / static_cast<double>(around.size());
}

// Direction of the largest strain, of the most strained triangle.
Vec3d pullAt(const SheetForces& sheet, std::uint32_t v, std::span<const Vec3d> x) {
  PrincipalStrain most{-1, {}};
  for (const std::uint32_t item : sheet.topology().corners.of(v)) {
    const PrincipalStrain s = sheet.strain(item / 3, x);
    if (s.strain > most.strain) most = s;
  }
  return most.direction;
}

// Triangles whose centre lies behind v get the new vertex. False if all lie on one side.
bool splitVertex(const SheetForces& sheet, std::vector<Triangle>& triangles,
                 std::span<const Vec3d> x, std::uint32_t v, std::uint32_t copy) {
  const Vec3d pull = pullAt(sheet, v, x);
  std::vector<std::uint32_t> behind;
  const auto around = sheet.topology().corners.of(v);
  for (const std::uint32_t item : around) {
    const auto& [a, b, c] = triangles[item / 3];
    // Corners replaced by copies are not adjacent to a vertex that is split.
    const Vec3d middle = (x[a] + x[b] + x[c]) / 3.0 - x[v];
    if (dot(middle, pull) < 0) behind.push_back(item);
  }
  if (behind.empty() || behind.size() == around.size()) return false;
  for (const std::uint32_t item : behind) triangles[item / 3][item % 3] = copy;
  return true;
}

}  // namespace

std::vector<std::uint32_t> tearSheet(const SheetForces& sheet, std::vector<Triangle>& triangles,
                                     std::span<const Vec3d> x, double limit) {
  std::vector<double> strain(x.size());
  parallelFor(x.size(), [&](std::size_t v) {
    strain[v] = meanStrain(sheet, static_cast<std::uint32_t>(v), x);
  });
  std::vector<Strained> candidates;
  for (std::uint32_t v = 0; v < x.size(); ++v)
    if (strain[v] > limit) candidates.push_back({strain[v], v});
  std::vector<std::uint32_t> source(x.size());
  std::iota(source.begin(), source.end(), 0u);
  if (candidates.empty()) return source;

  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Strained& a, const Strained& b) { return a.strain > b.strain; });
  std::vector<bool> waits(x.size(), false);
  for (const auto& [s, v] : candidates) {
    const auto copy = static_cast<std::uint32_t>(source.size());
    if (waits[v] || !splitVertex(sheet, triangles, x, v, copy)) continue;
    source.push_back(v);
    for (const std::uint32_t item : sheet.topology().corners.of(v))
      for (const std::uint32_t near : triangles[item / 3])
        if (near < x.size()) waits[near] = true;
  }
  // Where a tear reached the border, its sides may remain joined at single vertices.
  const std::vector<std::uint32_t> fans = splitFans(triangles, source.size());
  for (std::size_t v = source.size(); v < fans.size(); ++v) source.push_back(source[fans[v]]);
  return source;
}

}  // namespace shoal
