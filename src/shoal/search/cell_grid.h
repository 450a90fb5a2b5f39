// A uniform grid of cells over a set of points that are sorted by cell, so that a cell is a range
// of consecutive points.
//
// Two forms with one interface. The plain one numbers the cells of the points' bounding box, x
// fastest, so that three neighbouring cells of a row are one range. The hashed one ([Kei06] 7.1.1)
// maps cells of unbounded space to a table whose size depends only on the number of points; it is
// chosen when the points are so scattered that the plain grid would be mostly air.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/box.h"
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

  // cellSize is the largest distance that queries will ask for.
  CellGrid(float cellSize, int dimensions, Form form = Form::Automatic)
      : cellSize_(cellSize),
        cellsPerMetre_(1.0 / double(cellSize)),
        dimensions_(dimensions),
        wanted_(form) {}

  // Finds the cells of the points and the stable order that sorts the points by cell:
  // the k-th sorted point is points[order()[k]]. Points must be finite.
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
    return {cellAlong(place.x, origin_.x), cellAlong(place.y, origin_.y),
            cellAlong(place.z, origin_.z)};
  }
  Candidates candidates(const Cell& cell) const;

  float cellSize() const { return cellSize_; }
  bool hashed() const { return hashed_; }
  std::size_t bytes() const;

 private:
  // Cells start at 1 where the points do: 0 is the border. Clamped so that a query far outside of
  // the points stays within integers.
  std::int32_t cellAlong(float at, float from) const {
    const double cell = std::floor((double(at) - double(from)) * cellsPerMetre_);
    return static_cast<std::int32_t>(std::min(std::max(cell, -1e9), 1e9)) + 1;
  }
  void layOut(const Box3f& bounds, std::size_t points);
  std::uint32_t keyOf(const Cell& cell) const;
  Candidates rowCandidates(const Cell& cell) const;
  Candidates bucketCandidates(const Cell& cell) const;

  float cellSize_;
  double cellsPerMetre_;
  int dimensions_;
  Form wanted_;
  bool hashed_ = false;
  Vec3f origin_;
  std::array<std::int32_t, 3> cells_{};  // plain form: cells along each axis, with a border of one
  std::uint32_t buckets_ = 0;            // cells of the plain form, table size of the hashed one
  std::vector<std::uint32_t> start_;     // first sorted point of each bucket, and the total
  std::vector<std::uint32_t> key_;
  std::vector<std::uint32_t> order_;
  std::array<std::vector<float>, 3> sorted_;
};

}  // namespace shoal
