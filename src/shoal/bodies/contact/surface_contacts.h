// Keeps meshes from passing through each other and themselves, with friction.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_candidates.h"
#include "shoal/bodies/contact/contact_mesh.h"
#include "shoal/bodies/contact/contact_scene.h"

namespace shoal {

// Between the velocities that forces ask for and the places that they lead to. Every pair of
// features that would come closer than the two keep is given impulses, equal and opposite, as
// [BFA02] do; where they would meet is found by conservative advancement, so that nothing passes,
// however fast it is.
class SurfaceContacts {
 public:
  // Changes the velocities of the meshes so that x + h v is free of penetration. Returns the
  // number of pairs that touch.
  std::size_t resolve(std::span<const ContactMesh> meshes, double h);
  // To be told when the meshes have moved on by h.
  void pass(double h) { candidates_.pass(h); }

 private:
  struct Contact {
    FeaturePair pair;
    std::array<double, 4> weight{};
    std::array<double, 4> inverseMass{};
    Vec3d normal;
    double leastSpeed = 0;  // m/s, along the normal, apart
    double mass = 0;        // kg, that an impulse meets
    double friction = 0;
    double pushed = 0;  // N s, along the normal
    Vec3d rubbed;       // N s, across it
  };

  bool findContacts(double h);
  bool meet(const FeaturePair& pair, double h, Contact& contact) const;
  void colour();
  // Returns by how much the worst contact is too fast, m/s.
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
