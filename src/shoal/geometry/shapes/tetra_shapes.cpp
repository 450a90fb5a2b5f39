#include "shoal/geometry/shapes/tetra_shapes.h"

#include <cmath>
#include <functional>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

using Index = std::array<std::size_t, 3>;

// Of six tetrahedra each: as linear elements so many take some 20 GB.
constexpr double kMostCells = 2e6;

std::size_t cellsOn(double size, double cell) {
  if (!(size > 0 && cell > 0 && std::isfinite(size)))
    fail("a size of {} m cannot be cut into cells of {} m; give positive lengths", size, cell);
  const double count = std::max(1.0, std::round(size / cell));
  if (count > kMostCells)
    fail("{:.3g} cells of {} m are too many; choose larger cells", count, cell);
  return static_cast<std::size_t>(count);
}

// Points at equal distances from `from` to `to`, without the last.
void addPoints(std::vector<double>& points, double from, double to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(from + (to - from) * double(i) / double(count));
}

std::vector<double> pointsOn(double from, double to, std::size_t count) {
  std::vector<double> points;
  addPoints(points, from, to, count);
  points.push_back(to);
  return points;
}

// Cells in three directions. Every cell is cut along the diagonal from its lowest to its highest
// corner (Kuhn's simplices), so that neighbours share their faces in any direction.
struct Cells {
  Index count{};
  std::function<bool(const Index&)> solid = [](const Index&) { return true; };
  std::function<Vec3d(const Index&)> at;
  bool ring = false;  // the last point of the second direction is the first again
};

class CellMesher {
 public:
  explicit CellMesher(const Cells& cells) : cells_(cells) {
    double total = 1;
    for (const std::size_t n : cells.count) total *= double(n + 1);
    if (total > kMostCells) fail("{:.3g} cells are too many; choose larger cells", total);
    vertexAt_.assign(static_cast<std::size_t>(total), kNone);
  }

  TetraMesh mesh() {
    for (std::size_t k = 0; k < cells_.count[2]; ++k)
      for (std::size_t j = 0; j < cells_.count[1]; ++j)
        for (std::size_t i = 0; i < cells_.count[0]; ++i)
          if (cells_.solid({i, j, k})) cut({i, j, k});
    return std::move(mesh_);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  void cut(const Index& cell) {
    constexpr std::array<std::array<std::size_t, 3>, 6> kOrders{
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
    for (std::size_t n = 0; n < kOrders.size(); ++n) {
      Index corner = cell;
      Tetra tet{vertex(corner), 0, 0, 0};
      for (std::size_t step = 0; step < 3; ++step) {
        ++corner[kOrders[n][step]];
        tet[step + 1] = vertex(corner);
      }
      if (n >= 3) std::swap(tet[1], tet[2]);
      mesh_.tets.push_back(tet);
    }
  }

  std::uint32_t vertex(Index p) {
    if (cells_.ring) p[1] %= cells_.count[1];
    std::uint32_t& number =
        vertexAt_[p[0] + (cells_.count[0] + 1) * (p[1] + (cells_.count[1] + 1) * p[2])];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(mesh_.vertices.size());
      mesh_.vertices.push_back(cells_.at(p));
    }
    return number;
  }

  const Cells& cells_;
  std::vector<std::uint32_t> vertexAt_;
  TetraMesh mesh_;
};

}  // namespace

TetraMesh makeTetraBox(const Box3d& box, std::array<int, 3> cells) {
  const Vec3d size = box.size();
  Cells grid;
  std::array<std::vector<double>, 3> points;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (cells[axis] < 1 || !(size[axis] > 0))
      fail("a box of {} cells on {} m is empty; give it a size and at least one cell", cells[axis],
           size[axis]);
    grid.count[axis] = static_cast<std::size_t>(cells[axis]);
    if (cells[axis] > kMostCells) fail("{} cells are too many; choose larger cells", cells[axis]);
    points[axis] = pointsOn(box.lower[axis], box.upper[axis], grid.count[axis]);
  }
  grid.at = [&](const Index& p) {
    return Vec3d{points[0][p[0]], points[1][p[1]], points[2][p[2]]};
  };
  return CellMesher(grid).mesh();
}

TetraMesh makeTetraBox(const Box3d& box, double cell) {
  const Vec3d size = box.size();
  return makeTetraBox(
      box, {int(cellsOn(size.x, cell)), int(cellsOn(size.y, cell)), int(cellsOn(size.z, cell))});
}

TetraMesh makeTetraTube(const Vec3d& start, const Vec3d& end, double innerRadius,
                        double outerRadius, double cell) {
  if (!(innerRadius > 0 && outerRadius > innerRadius))
    fail("a tube with radii {} and {} m has no wall; let the first be positive and below the other",
         innerRadius, outerRadius);
  const Vec3d axis = normalised(end - start);
  const double tubeLength = length(end - start);
  if (!(tubeLength > 0)) fail("a tube from a point to itself is empty; give it two ends");
  const Vec3d u = planeTangent(axis), v = cross(axis, u);

  const double middle = (innerRadius + outerRadius) / 2;
  Cells grid;
  grid.count = {cellsOn(outerRadius - innerRadius, cell),
                std::max<std::size_t>(8, cellsOn(2 * std::numbers::pi * middle, cell)),
                cellsOn(tubeLength, cell)};
  grid.ring = true;
  const auto radii = pointsOn(innerRadius, outerRadius, grid.count[0]);
  const auto angles = pointsOn(0, 2 * std::numbers::pi, grid.count[1]);
  const auto places = pointsOn(0, tubeLength, grid.count[2]);
  grid.at = [&](const Index& p) {
    const double angle = angles[p[1]];
    return start + places[p[2]] * axis +
           radii[p[0]] * (portable::cos(angle) * u + portable::sin(angle) * v);
  };
  return CellMesher(grid).mesh();
}

TetraMesh makeTetraPool(const Box3d& box, double wall, double cell) {
  const Vec3d size = box.size();
  if (!(wall > 0 && size.y > wall && std::min(size.x, size.z) > 2 * wall))
    fail("a pool of {} x {} x {} m has no room between walls of {} m; make them thinner", size.x,
         size.y, size.z, wall);
  const std::size_t inWall = cellsOn(wall, cell);
  Cells grid;
  std::array<std::vector<double>, 3> points;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double low = box.lower[axis], high = box.upper[axis];
    const double inner = axis == 1 ? high : high - wall;
    addPoints(points[axis], low, low + wall, inWall);
    addPoints(points[axis], low + wall, inner, cellsOn(inner - low - wall, cell));
    if (axis != 1) addPoints(points[axis], inner, high, inWall);
    points[axis].push_back(high);
    grid.count[axis] = points[axis].size() - 1;
  }
  const auto beside = [&](std::size_t i, std::size_t axis) {
    return i < inWall || i >= grid.count[axis] - inWall;
  };
  grid.solid = [&](const Index& c) { return c[1] < inWall || beside(c[0], 0) || beside(c[2], 2); };
  grid.at = [&](const Index& p) {
    return Vec3d{points[0][p[0]], points[1][p[1]], points[2][p[2]]};
  };
  return CellMesher(grid).mesh();
}

}  // namespace shoal
