#include "shoal/geometry/sampling/fill.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/slice.h"
#include "shoal/geometry/spacing.h"

namespace shoal {

namespace {

constexpr const char* kWhat = "particles";

// Points first + spacing * (i, j, k). The counts are whole; double holds any that may be asked for.
struct Lattice {
  Vec3d first;
  Vec3d counts;
  double spacing = 0;
  int dimensions = 3;

  double x(double i) const { return first.x + spacing * i; }
  double y(double j) const { return first.y + spacing * j; }
  double z(double k) const { return first.z + spacing * k; }
  // The first column at or right of x, within [0, counts.x].
  double column(double x) const {
    return std::clamp(std::ceil((x - first.x) / spacing), 0.0, counts.x);
  }
};

Lattice latticeIn(const Box3d& box, double spacing, int dimensions) {
  requireSpacing(spacing);
  if (dimensions != 2 && dimensions != 3) fail("{} dimensions; use 2 or 3", dimensions);
  if (!isFinite(box.lower) || !isFinite(box.upper)) fail("a box to fill must be finite");
  Lattice lattice{{}, {1, 1, 1}, spacing, dimensions};
  for (std::size_t axis = 0; axis < std::size_t(dimensions); ++axis) {
    const double size = box.upper[axis] - box.lower[axis];
    if (!(size >= 0)) fail("a box to fill needs its first corner below its second");
    const double n = std::max(1.0, std::floor(size / spacing + kSpacingRoundOff));
    lattice.counts[axis] = n;
    lattice.first[axis] = box.centre()[axis] - spacing * (n - 1) / 2;
  }
  return lattice;
}

// Points [begin, end) of row j in layer k.
struct Run {
  double begin = 0, end = 0;
  double j = 0, k = 0;
};

std::vector<Vec3d> pointsOf(const std::vector<Run>& runs, const Lattice& lattice) {
  double total = 0;
  for (const Run& run : runs) total += run.end - run.begin;
  requireFewPoints(total, kWhat, lattice.spacing, lattice.dimensions);
  std::vector<Vec3d> points;
  points.reserve(static_cast<std::size_t>(total));
  for (const Run& run : runs)
    for (double i = run.begin; i < run.end; ++i)
      points.push_back({lattice.x(i), lattice.y(run.j), lattice.z(run.k)});
  return points;
}

struct RowCrossing {
  double j = 0;
  Crossing crossing;
};

std::vector<RowCrossing> crossRows(std::span<const Segment> cuts, const Lattice& lattice) {
  std::vector<RowCrossing> crossings;
  for (const Segment& cut : cuts) {
    const auto [low, high] = std::minmax(cut.a.y, cut.b.y);
    // One row early, in case the division rounds up; crossRow decides exactly.
    double j = std::max(0.0, std::floor((low - lattice.first.y) / lattice.spacing) - 1);
    for (; j < lattice.counts.y && lattice.y(j) < high; ++j)
      if (const auto crossing = crossRow(cut, lattice.y(j))) crossings.push_back({j, *crossing});
  }
  std::sort(crossings.begin(), crossings.end(), [](const RowCrossing& l, const RowCrossing& r) {
    return l.j != r.j ? l.j < r.j : l.crossing.x < r.crossing.x;
  });
  return crossings;
}

// Points of layer k with a non-zero winding number.
std::vector<Run> runsInside(std::span<const Segment> cuts, const Lattice& lattice, double k) {
  std::vector<Run> runs;
  int winding = 0;
  double entry = 0;  // the column of the previous crossing
  double row = -1;
  for (const auto& [j, crossing] : crossRows(cuts, lattice)) {
    const double column = lattice.column(crossing.x);
    if (j != row && winding != 0) break;
    row = j;
    if (winding != 0 && entry < column) runs.push_back({entry, column, j, k});
    winding += crossing.winding;
    entry = column;
  }
  if (winding != 0)
    fail("the mesh to fill has a hole or a turned triangle at y = {:.4g}, z = {:.4g}; close it",
         lattice.y(row), lattice.z(k));
  return runs;
}

// The cuts of the mesh with layers [begin, end), one layer after the other.
class LayerCuts {
 public:
  LayerCuts(const TriangleMesh& mesh, double lowest, double highest) : mesh_(mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto [a, b, c] = corners(mesh, t);
      const auto [low, high] = std::minmax({a.z, b.z, c.z});
      if (low <= highest && high >= lowest) waiting_.push_back({low, high, t});
    }
    // Taken from the back.
    std::sort(waiting_.begin(), waiting_.end(), [](const Span& l, const Span& r) {
      return l.low != r.low ? l.low > r.low : l.triangle < r.triangle;
    });
  }

  // The next layer, which must not be below the previous one.
  const std::vector<Segment>& at(double z) {
    for (; !waiting_.empty() && waiting_.back().low <= z; waiting_.pop_back())
      active_.push_back(waiting_.back());
    std::erase_if(active_, [&](const Span& s) { return s.high < z; });
    cuts_.clear();
    for (const Span& s : active_)
      if (const auto cut = cutTriangle(corners(mesh_, s.triangle), z)) cuts_.push_back(*cut);
    return cuts_;
  }

 private:
  struct Span {
    double low, high;
    std::size_t triangle;
  };
  const TriangleMesh& mesh_;
  std::vector<Span> waiting_, active_;
  std::vector<Segment> cuts_;
};

// Large triangles on a fine lattice would take hours; refused as too many points.
void requireFewCrossings(const TriangleMesh& mesh, double spacing) {
  constexpr double kCrossingsPerPoint = 20;
  double crossings = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Box3d box;
    for (const Vec3d& p : corners(mesh, t)) box.extend(p);
    crossings += (1 + box.size().y / spacing) * (1 + box.size().z / spacing);
  }
  requireFewPoints(crossings / kCrossingsPerPoint, "crossings of the mesh", spacing, 2);
}

std::vector<Run> runsInside(const TriangleMesh& mesh, const Lattice& lattice) {
  constexpr std::size_t kTasks = 64;
  const auto layers = static_cast<std::size_t>(lattice.counts.z);
  std::vector<std::vector<Run>> runsOf(layers);
  const auto fillLayers = [&](Range r, std::size_t) {
    LayerCuts cuts(mesh, lattice.z(double(r.begin)), lattice.z(double(r.end - 1)));
    for (std::size_t k = r.begin; k != r.end; ++k)
      runsOf[k] = runsInside(cuts.at(lattice.z(double(k))), lattice, double(k));
  };
  parallelChunks(layers, fillLayers, (layers + kTasks - 1) / kTasks);

  std::vector<Run> runs;
  for (std::vector<Run>& some : runsOf) {
    runs.insert(runs.end(), some.begin(), some.end());
    some = {};
  }
  return runs;
}

std::vector<Vec3d> fillCut(const TriangleMesh& mesh, double spacing) {
  const std::vector<Segment> outline = sliceAtZeroPlane(mesh);
  if (outline.empty()) fail("the mesh to fill does not meet the plane z = 0; move it there");
  Box3d bounds;
  double area = 0, crossings = 0;
  for (const Segment& s : outline) {
    bounds.extend(s.a);
    bounds.extend(s.b);
    area += cross(s.a, s.b).z / 2;
    crossings += std::abs(s.a.y - s.b.y) / spacing;
  }
  const Lattice lattice = latticeIn(bounds, spacing, 2);
  requireFewPoints(std::abs(area) / sq(spacing), kWhat, spacing, 2);
  requireFewPoints(crossings, "crossings of the mesh", spacing, 1);
  return pointsOf(runsInside(outline, lattice, 0), lattice);
}

}  // namespace

std::vector<Vec3d> fillBox(const Box3d& box, double spacing, int dimensions) {
  const Lattice lattice = latticeIn(box, spacing, dimensions);
  const Vec3d& n = lattice.counts;
  requireFewPoints(n.x * n.y * n.z, kWhat, spacing, dimensions);
  std::vector<Vec3d> points;
  points.reserve(static_cast<std::size_t>(n.x * n.y * n.z));
  for (double k = 0; k < n.z; ++k)
    for (double j = 0; j < n.y; ++j)
      for (double i = 0; i < n.x; ++i) points.push_back({lattice.x(i), lattice.y(j), lattice.z(k)});
  return points;
}

std::vector<Vec3d> fillSphere(Vec3d centre, double radius, double spacing, int dimensions) {
  if (!(radius > 0)) fail("a sphere of radius {} is empty; give a positive radius", radius);
  if (dimensions == 2) centre.z = 0;
  const Vec3d reach{radius, radius, radius};
  const Lattice lattice = latticeIn({centre - reach, centre + reach}, spacing, dimensions);
  const double cells = radius / spacing;
  const double volume = dimensions == 2 ? sq(cells) : 4.0 / 3 * cube(cells);
  requireFewPoints(std::numbers::pi * volume, kWhat, spacing, dimensions);
  std::vector<Run> runs;
  for (double k = 0; k < lattice.counts.z; ++k)
    for (double j = 0; j < lattice.counts.y; ++j) {
      const double chord2 = sq(radius) - sq(lattice.y(j) - centre.y) - sq(lattice.z(k) - centre.z);
      if (chord2 < 0) continue;
      // The lattice is centred on the sphere, so a row loses the same number at both ends.
      const double begin = lattice.column(centre.x - std::sqrt(chord2));
      if (begin < lattice.counts.x - begin) runs.push_back({begin, lattice.counts.x - begin, j, k});
    }
  return pointsOf(runs, lattice);
}

std::vector<Vec3d> fillMesh(const TriangleMesh& mesh, double spacing, int dimensions) {
  requireUsable(mesh);
  if (dimensions == 2) return fillCut(mesh, spacing);
  const MeshReport report = checkMesh(mesh);
  if (!report.closed()) fail("the mesh to fill is {}; close it", report.summary());
  const Lattice lattice = latticeIn(mesh.bounds(), spacing, dimensions);
  requireFewPoints(std::abs(mesh.signedVolume()) / cube(spacing), kWhat, spacing, dimensions);
  requireFewPoints(lattice.counts.y * lattice.counts.z, "rows", spacing, 2);
  requireFewCrossings(mesh, spacing);
  return pointsOf(runsInside(mesh, lattice), lattice);
}

}  // namespace shoal
