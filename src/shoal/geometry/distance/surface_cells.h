// Grid of candidate lists: each cell near a mesh lists the triangles that can be nearest to a point
// in it, unless they are many. For distances of many points within a small reach of a surface.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "shoal/core/grouped.h"
#include "shoal/geometry/distance/distance.h"

namespace shoal {

class SurfaceCells {
 public:
  // Covers points within `reach` (m) of the mesh and of the box `where`, with cells of about this
  // edge (m).
  SurfaceCells(const TriangleMesh& mesh, const Box3d& where, double reach, double edge);

  double reach() const { return reach_; }
  // Distances beyond the reach.
  const MeshDistance& all() const { return all_; }
  // Box of all points that are covered; points outside count as beyond reach.
  const Box3d& bounds() const { return bounds_; }

  // Whether p may be closer to the mesh than `within`, which is at most the reach: a cheap first
  // test.
  bool mayBeNear(const Vec3d& p, double within) const {
    if (!bounds_.contains(p)) return false;
    const Counts at = cellOf(p);
    const double spare = double(distance_[indexOf(at)]) - within;
    if (spare >= halfDiagonal_) return false;
    if (spare <= 0) return true;
    const Vec3d away = p - centreOf(at);
    return dot(away, away) > spare * spare;
  }

  // The nearest point of the mesh, if it is nearer than `within`, which is at most the reach.
  std::optional<MeshDistance::Place> nearest(const Vec3d& p, double within) const;

  std::size_t bytes() const;

 private:
  // A triangle, prepared for distance queries.
  struct Facet {
    Vec3d a, ab, ac;  // m
    double abab, abac, acac;
    Vec3d normal;  // unit, or zero
  };
  using Counts = std::array<std::int64_t, 3>;
  struct Block {
    Counts from, size;  // cells
  };
  struct Listed {
    std::size_t cell;
    float distance;
    std::vector<std::uint32_t> facets;
  };

  static Vec3d nearestOn(const Facet& facet, const Vec3d& p);
  void layOut(const Box3d& where, double edge);
  void list(const std::vector<std::vector<Listed>>& parts);
  void divide(const Block& block, const std::vector<std::uint32_t>& facets,
              std::vector<Listed>& listed) const;
  std::size_t indexOf(const Counts& at) const {
    return std::size_t((at[2] * count_[1] + at[1]) * count_[0] + at[0]);
  }
  Counts cellOf(const Vec3d& p) const {
    Counts at;
    for (std::size_t axis = 0; axis < 3; ++axis)
      at[axis] = std::min(std::int64_t((p[axis] - bounds_.lower[axis]) * perMetre_[axis]),
                          count_[axis] - 1);
    return at;
  }
  Vec3d centreOf(const Counts& at) const {
    Vec3d centre = bounds_.lower;
    for (std::size_t axis = 0; axis < 3; ++axis)
      centre[axis] += edge_[axis] * (double(at[axis]) + 0.5);
    return centre;
  }

  MeshDistance all_;
  double reach_;
  Box3d bounds_;
  Vec3d edge_;               // m, of a cell
  Vec3d perMetre_;           // cells, 1/m
  double halfDiagonal_ = 0;  // m, of a cell
  Counts count_{};
  std::vector<Facet> facets_;
  std::vector<float> distance_;   // m, from the centre of each cell, or more than the reach
  Grouped<std::uint32_t> lists_;  // facets of each cell; none where they are many
};

}  // namespace shoal
