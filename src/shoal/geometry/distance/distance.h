// The distance from points to a triangle mesh.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/search/box_tree.h"

namespace shoal {

// Squared distance from a point to a segment or a triangle, m^2.
double squaredDistance(const Vec3d& p, const Vec3d& a, const Vec3d& b);
double squaredDistance(const Vec3d& p, const std::array<Vec3d, 3>& corner);

class MeshDistance {
 public:
  explicit MeshDistance(const TriangleMesh& mesh);

  static constexpr double kAny = std::numeric_limits<double>::infinity();

  // Distance to the surface, m; `limit` if it is larger, which is found sooner.
  double distance(Vec3d p, double limit = kAny) const;
  // Signed distance, negative where the winding number is not zero. For closed meshes.
  double signedDistance(Vec3d p, double limit = kAny) const;
  // Whether the winding number at p is not zero.
  bool inside(const Vec3d& p) const { return windingNumber(p) != 0; }

  // A point of the surface, and the unit normal of its triangle: zero if that has no area.
  struct Place {
    Vec3d point;
    Vec3d normal;
  };
  // Nearest point of the surface, if it is closer than `within`.
  std::optional<Place> nearest(const Vec3d& p, double within = kAny) const;
  // First intersection of the segment from p to q with the surface.
  std::optional<Place> crossing(const Vec3d& p, const Vec3d& q) const;

 private:
  int windingNumber(const Vec3d& p) const;
  Vec3d normalOf(std::uint32_t triangle) const;

  TriangleMesh mesh_;  // triangles by slot of the tree
  BoxTree<double> tree_;
};

}  // namespace shoal
