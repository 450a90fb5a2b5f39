// The particles and wall samples that a surface field is made of, sorted along cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/geometry/contour/level_blocks.h"
#include "shoal/search/cell_grid.h"
#include "shoal/surface/surface_particles.h"

namespace shoal {

// Lengths that fields share, and the kernel (1 - q^2)^3 of [MCG03], q = r / support, whose factor
// makes its sum over a lattice one. It needs no square root.
struct FieldScale {
  FieldScale(double spacing, double support, int dimensions);

  double spacing;  // m
  double support;  // m
  int dimensions;
  double factor;  // of the kernel

  double weight(double r) const;
  // Radius of a ball, in the plane of a disc, that has the volume of a particle.
  double ballRadius() const;
};

// Relative densities that tell apart how particles are surrounded.
struct PackingFit {
  double alone = 0;   // of a particle without neighbours
  double corner = 0;  // of the last one in the corner of a lattice
};
PackingFit fitPacking(const FieldScale& scale);  // for the kernel of the scale
PackingFit fitPacking(const FieldScale& scale, const KernelChoice& kernel);

class FieldPoints {
 public:
  explicit FieldPoints(const FieldScale& scale);

  // Sorts the particles and finds their densities where they have none.
  void build(const SurfaceParticles& particles);
  // Gives weights to the samples of walls, so that fluid that lies on them goes on into them. At a
  // plane of samples that is wet all over, their weights are `share`.
  void buildWalls(const SurfaceParticles& particles, double share);

  const FieldScale& scale() const { return scale_; }
  std::size_t size() const { return grid_.size(); }
  const CellGrid& grid() const { return grid_; }

  // Of the sorted particles: rho / rho0, and from 0 for those without neighbours to 1 for those
  // that are surrounded as in the corner of a lattice or better.
  std::span<const float> density() const { return density_; }
  std::span<const float> packing() const { return packing_; }
  // Particles with no other within the support. They are balls and not part of the field.
  std::span<const std::uint8_t> alone() const { return alone_; }

  const CellGrid& wallGrid() const { return wallGrid_; }
  std::span<const float> wallWeight() const { return wallWeight_; }

  // Calls use(k, x) for the points of a grid that are within `reach` of the nodes of a block, with
  // their places in cells from its first node.
  template <class Use>
  static void forEachNear(const CellGrid& grid, const BlockPlace& place, double cell, double reach,
                          int dimensions, Use&& use);

  std::size_t bytes() const;

 private:
  void findAlone(const PackingFit& fit);

  FieldScale scale_;
  CellGrid grid_, wallGrid_;
  std::vector<float> density_, packing_, wallWeight_;
  std::vector<std::uint8_t> alone_;
};

template <class Use>
void FieldPoints::forEachNear(const CellGrid& grid, const BlockPlace& place, double cell,
                              double reach, int dimensions, Use&& use) {
  const Vec3d first{double(place.x * kBlockNodes) * cell, double(place.y * kBlockNodes) * cell,
                    double(place.z * kBlockNodes) * cell};
  const double edge = double(kBlockNodes - 1) * cell;
  const Vec3d last = first + Vec3d{edge, edge, dimensions == 2 ? 0 : edge};
  // Rounding to floats must leave none out.
  const double more = reach * (1 + 1e-6) + 1e-6 * length(first);
  const Vec3d around{more, more, more};
  static thread_local std::vector<CellGrid::Span> spans;
  spans.clear();
  grid.addSpansIn({Vec3f(first - around), Vec3f(last + around)}, spans);
  const auto points = grid.sorted();
  const double perCell = 1 / cell, near = reach * perCell, far = near + double(kBlockNodes - 1);
  const double farZ = dimensions == 2 ? near : far;
  for (const CellGrid::Span span : spans)
    for (std::uint32_t k = span.begin; k < span.end; ++k) {
      const Vec3d x{(double(points.x[k]) - first.x) * perCell,
                    (double(points.y[k]) - first.y) * perCell,
                    (double(points.z[k]) - first.z) * perCell};
      if (x.x > -near && x.y > -near && x.z > -near && x.x < far && x.y < far && x.z < farZ)
        use(k, Vec3f(x));
    }
}

}  // namespace shoal
