// The control forces of direct forcing: what particles and bodies have to exchange so that their
// relative velocities become those of the boundary condition, [BTT09] section V-B.
#pragma once

#include <span>

#include "shoal/core/parallel.h"
#include "shoal/coupling/forcing/forced_body.h"

namespace shoal {

// Contacts of one particle follow each other.
struct ForcingContact {
  std::uint32_t particle = 0;
  std::uint32_t body = 0;
  Vec3d normal;       // unit, from the body to the particle
  Vec3d arm;          // m, from the centre of the body to where velocities are compared
  double mass = 0;    // kg, of the particle
  Vec3d velocity;     // m/s, of the particle without contacts
  double bounce = 0;  // m/s, with which it leaves
  Vec3d impulse;      // N s, on the particle: what is sought
};

// Contacts per task, each of which is a few hundred operations at most.
inline constexpr std::size_t kContactsPerTask = 512;

// Calls visit(first, end) for each particle whose first contact is in the range.
template <class Visit>
void forEachParticle(std::span<const ForcingContact> contacts, Range range, Visit&& visit) {
  const auto ends = [&](std::size_t k) {
    return k == contacts.size() || contacts[k].particle != contacts[k - 1].particle;
  };
  std::size_t first = range.begin;
  while (first > 0 && first < range.end && !ends(first)) ++first;
  while (first < range.end) {
    std::size_t end = first + 1;
    while (!ends(end)) ++end;
    visit(first, end);
    first = end;
  }
}

struct ImpulseReport {
  int passes = 0;       // over contacts of particles that have several
  double residual = 0;  // m/s, by which the last pass changed their velocities
};

// Sets the impulses. The velocities of the bodies are those without contacts.
ImpulseReport solveImpulses(std::span<ForcingContact> contacts, std::span<const ForcedBody> bodies);

}  // namespace shoal
