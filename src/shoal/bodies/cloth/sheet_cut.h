// Where a blade goes through a sheet, and the sheet that is left.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/blade.h"
#include "shoal/bodies/cloth/sheet_topology.h"

namespace shoal {

// A sheet that was cut. Triangles that the blade entered are divided, and vertices on its path are
// doubled; the first vertices are the old ones.
struct SheetCut {
  // A vertex is `share` of the way from the old vertex a to b.
  struct Origin {
    std::uint32_t a = 0, b = 0;
    double share = 0;
  };

  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> parents;  // per triangle: the old one that it is a part of
  std::vector<Origin> origins;         // per vertex
  // Vertices at which the path ends so far, for a blade that goes on from there.
  std::vector<std::uint32_t> tips;

  bool empty() const { return triangles.empty(); }  // the blade met nothing
};

struct MovingSheet {
  std::span<const Triangle> triangles;
  const SheetTopology& topology;
  std::span<const Vec3d> x, v;  // m, m/s
};

// A blade that went on during the time `h` while the sheet moved, too; `to` is where it is now, as
// the sheet is. A path goes from edge to edge; places nearer to a vertex than a tenth of the edge
// are that vertex, lest slivers arise. A triangle that was entered before continues from its tip.
SheetCut cutSheet(const MovingSheet& sheet, const Blade& from, const Blade& to, double h,
                  std::span<const std::uint32_t> tips);

}  // namespace shoal
