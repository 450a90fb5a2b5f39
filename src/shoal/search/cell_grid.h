// A uniform grid of cells over a set of points that are sorted by cell, so that a cell is a range
// of consecutive points.
//
// Two forms with one interface. The plain one numbers the cells of the points' bounding box, x
// fastest, so that three neighbouring cells of a row are one range. The hashed one ([Kei06] 7.1.1)
// maps cells of unbounded space to a table whose size depends only on the number of points; it is
// chosen when the points are so scattered that most cells of the plain grid would be empty.
//
// Along an axis where space repeats, whole cells fill the period, and the first is next to the
// last.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/core/period.h"
#include "shoal/core/vec.h"

namespace shoal {

class CellGrid {
 public:
  enum class Form { Automatic, Plain, Hashed };

  struct Span {
    std::uint32_t begin;
    std::uint32_t end;
  };

  // Ranges of sorted points that together hold every point within one cell size of a place.
  struct Candidates {
    std::array<Span, 27> spans;
    int count = 0;
  };

  // cellSize is the largest distance that queries will ask for. A period is at least three cells
  // long and holds all points and places; candidates then include those seen across its borders.
  CellGrid(float cellSize, int dimensions, Form form = Form::Automatic, Period period = {});

  // Finds the cells of the points and the stable order that sorts the points by cell:
  // the k-th sorted point is points[order()[k]]. Points must be finite.
  // An Error unless all points are finite.
  void build(std::span<const Vec3f> points);
  std::span<const std::uint32_t> order() const { return order_; }

  // The sorted points by coordinate, each with room for one wide load beyond the last point.
  struct Coordinates {
    const float *x, *y, *z;
  };
  Coordinates sorted() const { return {sorted_[0].data(), sorted_[1].data(), sorted_[2].data()}; }
  std::size_t size() const { return order_.size(); }

  Candidates candidates(const Vec3f& place) const;

  // Neighbouring sorted points often share a cell, and with it their candidates.
  struct Cell {
    std::int32_t x, y, z;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  Cell cellOf(const Vec3f& place) const {
    return {axes_[0].cellOf(place.x), axes_[1].cellOf(place.y), axes_[2].cellOf(place.z)};
  }
  Candidates candidates(const Cell& cell) const;
  // Whether periodic images of points may be within one cell size of a place in the cell.
  bool seesAcross(const Cell& cell) const;

  // Whether no point can be within one cell size of a place: cheaper than looking for candidates.
  bool isFarFrom(const Vec3f& place) const { return !reach_.contains(place); }

  // Adds ranges that together hold every point of a box once, and some around it. Without periods.
  void addSpansIn(const Box3f& box, std::vector<Span>& spans) const;

  float cellSize() const { return cellSize_; }
  const Period& period() const { return period_; }
  bool hashed() const { return hashed_; }
  std::size_t bytes() const;

 private:
  // The cells along an axis. They are numbered from 1 where the points start, since 0 is the
  // border; along a period from 0, since it has no border.
  struct Axis {
    double from = 0;  // m
    double cellsPerMetre = 0;
    double least = -1e9, most = 1e9;  // a place far outside of the points stays within integers
    std::int32_t border = 1;
    std::int32_t cells = 0;  // of the plain form or of the period, with the border on both sides

    bool repeats() const { return border == 0; }
    std::int32_t cellOf(float at) const {
      const double cell = std::floor((double(at) - from) * cellsPerMetre);
      return static_cast<std::int32_t>(std::min(std::max(cell, least), most)) + border;
    }
  };
  struct Adjacent {
    std::array<std::int32_t, 3> cells;
    std::size_t count = 0;
    const std::int32_t* begin() const { return cells.data(); }
    const std::int32_t* end() const { return cells.data() + count; }
  };
  struct Runs {
    std::array<std::pair<std::int32_t, std::int32_t>, 2> firstAndLast;
    std::size_t count = 0;
    const auto* begin() const { return firstAndLast.data(); }
    const auto* end() const { return firstAndLast.data() + count; }
  };

  Axis periodicAxis(std::size_t axis) const;
  Adjacent adjacent(std::int32_t cell, std::size_t axis) const;
  Runs runsAlongX(std::int32_t cell) const;
  Box3f reachOf(const Box3f& bounds, std::size_t points) const;
  void layOut(const Box3f& bounds, std::size_t points);
  std::uint32_t keyOf(const Cell& cell) const;
  Candidates rowCandidates(const Cell& cell) const;
  Candidates bucketCandidates(const Cell& cell) const;

  float cellSize_;
  int dimensions_;
  Form wanted_;
  Period period_;
  bool hashed_ = false;
  std::array<Axis, 3> axes_;
  Box3f reach_;                       // of the points, as far as they see
  std::uint32_t buckets_ = 0;         // cells of the plain form, table size of the hashed one
  std::vector<std::uint32_t> start_;  // first sorted point of each bucket, and the total
  std::vector<std::uint32_t> key_;
  std::vector<std::uint32_t> order_;
  std::array<std::vector<float>, 3> sorted_;
};

}  // namespace shoal
