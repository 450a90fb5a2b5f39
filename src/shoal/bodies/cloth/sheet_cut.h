// Cutting of a sheet along the path of a blade.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/blade.h"
#include "shoal/bodies/cloth/sheet_topology.h"

namespace shoal {

// A sheet after a cut. Triangles that the blade entered are divided, and vertices on its path are
// duplicated; the old vertices come first.
struct SheetCut {
  // A vertex at the fraction `share` of the way from the old vertex a to b.
  struct Origin {
    std::uint32_t a = 0, b = 0;
    double share = 0;
  };

  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> parents;  // per triangle: the old one that it is a part of
  std::vector<Origin> origins;         // per vertex
  // Crack tips: vertices at which the path ends so far, where the next step of the blade continues.
  std::vector<std::uint32_t> tips;

  bool empty() const { return triangles.empty(); }  // the blade missed the sheet
};

struct MovingSheet {
  std::span<const Triangle> triangles;
  const SheetTopology& topology;
  std::span<const Vec3d> x, v;  // m, m/s
};

// Cuts by a blade that moved during the time `h`, while the sheet moved as well, and is now at
// `to`. The path runs from edge to edge; crossings nearer to a vertex than a tenth of the edge are
// moved to that vertex, to avoid slivers. In a triangle that was entered before, the path continues
// from its tip.
SheetCut cutSheet(const MovingSheet& sheet, const Blade& from, const Blade& to, double h,
                  std::span<const std::uint32_t> tips);

}  // namespace shoal
