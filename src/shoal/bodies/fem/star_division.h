// Division of the star of a vertex, all tetrahedra at it, into two sides along which they may
// separate.
#pragma once

#include <algorithm>
#include <cmath>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/bodies/fem/tetra_opening.h"

namespace shoal {

// Centre of the face opposite to a corner, in the undeformed mesh.
Vec3d faceCentre(const TetraMesh& mesh, std::uint32_t tet, std::size_t corner);

// Volume-weighted mean of the normal stress along an axis over some tetrahedra.
double pullOn(const FemBody& body, std::span<const std::uint32_t> tets, const Vec3d& axis);

class StarDivision {
 public:
  // Tetrahedra stay together where mayOpen(centre of their common face at rest) is false.
  template <class MayOpen>
  StarDivision(const TetraOpening& opening, const FemBody& body, std::uint32_t vertex,
               const Vec3d& axis, MayOpen&& mayOpen)
      : opening_(opening), star_(opening.star(vertex).begin(), opening.star(vertex).end()) {
    startAlone();
    for (std::size_t k = 0; k < star_.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) {
        const std::size_t across = cornerAcross(tet(k), tet(l));
        if (across < 4 && !mayOpen(faceCentre(opening.mesh(), star_[k], across))) join(k, l);
      }
    measure(body, vertex, axis);
  }

  // Heights of planes across the axis that may divide a star whose stress is `over` times its
  // strength, the nearest to the vertex first.
  std::vector<double> heights(double over) const;

  // Sides 0 and 1 of the tetrahedra with respect to a plane; all 0 if one side is not connected.
  // Small disconnected parts of a side are given to the other.
  std::vector<std::uint32_t> below(double height) const;

 private:
  const Tetra& tet(std::size_t k) const { return opening_.mesh().tets[star_[k]]; }
  void startAlone();
  void join(std::size_t k, std::size_t l);
  void measure(const FemBody& body, std::uint32_t vertex, const Vec3d& axis);
  bool giveAwaySplinters(std::vector<std::uint32_t>& side, std::uint32_t of) const;

  const TetraOpening& opening_;
  std::vector<std::uint32_t> star_;
  std::vector<std::size_t> group_;
  bool isGlued_ = false;                 // some tetrahedra cannot come apart
  std::vector<double> volume_, height_;  // of each tetrahedron; of the group it belongs to
};

}  // namespace shoal
