// Fracture and cutting of solids of finite elements.
#pragma once

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/bodies/fem/tetra_opening.h"

namespace shoal {

// Rankine's criterion: an element fails where the largest principal value of its Cauchy stress
// exceeds the strength, and the crack is across the principal axis. Cracks run through vertices as
// in [OH99]. Deviations: the criterion is the stress of elements and not the separation tensor of
// nodes; the mesh opens along its faces, those nearest to the plane, and is not remeshed; after an
// opening the elements around it are exempt for the time a/c that an elastic wave, c = sqrt(E /
// rho), takes across an edge a, since their stress is that from before it.
class FemFracture {
 public:
  explicit FemFracture(const FemParams& params);

  bool canBreak() const { return least_ < std::numeric_limits<double>::infinity(); }

  // After a step of length dt: opens the mesh at up to `openings` vertices of elements whose
  // largest principal stress exceeds their strength, the most overstressed first. The body keeps
  // its nodal forces. Returns whether any opened.
  bool breakUp(FemBody& body, double dt);

  // Opens the faces nearest to a surface that a blade swept, where a vertex can be split. Other
  // faces are stored until they can open. Returns whether any opened.
  bool cut(FemBody& body, std::span<const std::array<Vec3d, 3>> swept);

  // State for a body that is reduced to some of its tetrahedra.
  FemFracture partOf(std::span<const std::uint32_t> tets) const;

  void save(StateWriter& state) const;
  void restore(StateReader& state, std::size_t tets);

 private:
  struct Pull {       // of an element
    double over = 0;  // stress over strength
    double stress = 0;
    std::uint32_t element = 0;
    Vec3d axis;
  };

  std::vector<Pull> overstressed(const FemBody& body) const;
  double strengthOf(const TetraMesh& mesh, std::uint32_t tet) const;
  bool openAt(TetraOpening& opening, const FemBody& body, const Pull& pull,
              std::vector<bool>& busy);
  bool openVertex(TetraOpening& opening, const FemBody& body, const Pull& pull,
                  std::uint32_t vertex) const;

  FemFractureParams params_;
  double least_;               // Pa, the smallest strength
  std::vector<double> waits_;  // s, until the stress of an element is considered again
  TetraOpening::Cuts cuts_;
};

}  // namespace shoal
