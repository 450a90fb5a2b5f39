// Which tetrahedron of a mesh at rest a point lies in.
#pragma once

#include "shoal/bodies/fem/fem_mesh.h"

namespace shoal {

class ElementFinder {
 public:
  explicit ElementFinder(const FemMesh& mesh);

  // The element that a point is deepest inside of, or least outside of.
  struct Home {
    std::size_t element = 0;
    std::array<double, 4> at{};  // barycentric coordinates
    double depth = -1e300;       // the least of these; negative outside
  };
  Home homeOf(const Vec3d& point) const;

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Vec3d& point) const;
  std::size_t indexOf(const Cell& cell) const;
  template <class Visit>
  void forEachCell(std::size_t element, Visit&& visit) const;
  void consider(std::size_t element, const Vec3d& point, Home& home) const;

  const FemMesh& mesh_;
  Box3d bounds_;
  double cell_ = 1;  // m
  Cell count_{};
  std::vector<std::uint32_t> start_, elements_;  // those whose boxes touch each cell
};

}  // namespace shoal
