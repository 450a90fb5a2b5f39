// Contact between deformable meshes, with friction and self-contact.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_candidates.h"
#include "shoal/bodies/contact/contact_mesh.h"
#include "shoal/bodies/contact/contact_scene.h"

namespace shoal {

// Impulses between vertices and triangles and between edges, after [BFA02]. Of a pair of
// features with points x_k and weights w_k (barycentric, of opposite signs on the two features):
//   relative velocity   u = sum_k w_k v_k,   normal n,   gap g = n . sum_k w_k x_k - d,
//   effective mass      m = 1 / sum_k w_k^2 / m_k,   v_k += w_k J / m_k,
//   normal impulse      J_n >= 0,   n . u >= -g / h,   complementary,
//   friction            |J_t| <= mu J_n, against the sliding,
// with d the distance that the two keep. Projected Gauss-Seidel over all contacts.
// Deviations: impulses are accumulated and clamped as sums, not one by one; pairs are found by
// conservative advancement instead of the roots of a cubic; pairs that are too close separate at a
// given rate (kRecovery) instead of by springs.
class SurfaceContacts {
 public:
  // Changes the velocities of the meshes so that x + h v is free of penetration. Returns the
  // number of pairs that touch.
  std::size_t resolve(std::span<const ContactMesh> meshes, double h);
  // To be called when the meshes have moved by h.
  void pass(double h) { candidates_.pass(h); }

 private:
  struct Contact {
    FeaturePair pair;
    std::array<double, 4> weight{};
    std::array<double, 4> inverseMass{};
    Vec3d normal;
    double leastSpeed = 0;  // m/s, along the normal, apart: -g / h
    double mass = 0;        // kg, effective
    double friction = 0;
    double normalImpulse = 0;  // N s
    Vec3d tangentImpulse;      // N s
  };

  bool findContacts(double h);
  bool meet(const FeaturePair& pair, double h, Contact& contact) const;
  void colour();
  // Returns the largest violation of a velocity constraint, m/s.
  double sweep();
  double impel(Contact& contact);
  void solve(double h);
  void sumImpulses();

  ContactScene scene_;
  ContactCandidates candidates_;
  std::vector<Contact> contacts_;  // sorted by colour
  std::vector<Vec3d> impulses_;    // N s, on every point
  std::vector<std::size_t> firstOfColour_;
};

}  // namespace shoal
