// The tetrahedra around a vertex, and the two sides of it along which they may come apart.
#pragma once

#include <algorithm>
#include <cmath>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/bodies/fem/tetra_opening.h"

namespace shoal {

// In the undeformed mesh, of the face across from a corner.
Vec3d faceCentre(const TetraMesh& mesh, std::uint32_t tet, std::size_t corner);

// The mean stress along an axis of some tetrahedra, by volume.
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

  // Where planes across the axis may divide a star whose stress is so many times its strength, the
  // nearest to the vertex first.
  std::vector<double> heights(double over) const;

  // 0 and 1 for the tetrahedra on the two sides of a plane; or all 0, if these do not each hang
  // together. Splinters of a side go to the other.
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
