// Whether a mesh is closed in the strictest sense: every side of a triangle has exactly one other
// that runs along it in the opposite direction, and no triangle is without area.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// What is wrong with it; "" if nothing is. Triangles with less area than `leastArea`, in m^2, count
// as having none.
inline std::string defectOf(const TriangleMesh& mesh, double leastArea = 0) {
  struct Side {
    std::uint32_t low, high;
    bool forward;
    bool operator<(const Side& o) const {
      return std::array<std::uint32_t, 3>{low, high, forward} <
             std::array<std::uint32_t, 3>{o.low, o.high, o.forward};
    }
  };
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Triangle& c = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      if (c[k] >= mesh.vertices.size()) return fmt::format("triangle {} names no vertex", t);
      const std::uint32_t from = c[k], to = c[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), from < to});
    }
    const auto [a, b, d] = corners(mesh, t);
    const double area = length(cross(b - a, d - a)) / 2;
    if (!(area > leastArea)) return fmt::format("triangle {} has an area of {}", t, area);
  }
  std::sort(sides.begin(), sides.end());
  for (std::size_t k = 0; k < sides.size(); k += 2) {
    const Side& a = sides[k];
    const auto same = [&](std::size_t i) {
      return i < sides.size() && sides[i].low == a.low && sides[i].high == a.high;
    };
    if (!same(k + 1)) return fmt::format("side {} {} has one triangle", a.low, a.high);
    if (same(k + 2)) return fmt::format("side {} {} has more than two triangles", a.low, a.high);
    if (a.forward == sides[k + 1].forward)
      return fmt::format("both triangles of side {} {} run along it alike", a.low, a.high);
  }
  return "";
}

// The same mesh with one triangle turned over, which a check must reject.
inline TriangleMesh withOneFlipped(TriangleMesh mesh) {
  Triangle& t = mesh.triangles[mesh.triangles.size() / 2];
  std::swap(t[0], t[1]);
  return mesh;
}

inline double areaOf(const TriangleMesh& mesh) {
  double area = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    area += length(cross(b - a, c - a)) / 2;
  }
  return area;
}

}  // namespace shoal
