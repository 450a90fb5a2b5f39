// What contacts change, once their impulses are known: velocities of particles, and the exact
// opposite for bodies.
#pragma once

#include <span>

#include "shoal/coupling/forcing/task_lists.h"
#include "shoal/sph/solvers/fluid_solver.h"

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

// What contacts do to a body.
struct ContactPush {
  std::uint32_t body = 0;
  Vec3d linear, angular;  // N s, N m s
  std::size_t contacts = 0;
};

class ContactExchange {
 public:
  explicit ContactExchange(int dimensions) : inPlane_(dimensions == 2) {}

  // What one task of a parallel loop adds.
  class Part {
   public:
    Part(ContactExchange& whole, std::size_t task);
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    // The contacts of a particle, whose impulses become what it can hold after rounding.
    void add(std::span<ForcingContact> ofParticle);

   private:
    ContactExchange& whole_;
    std::size_t task_;
    std::vector<VelocityChange> changes_;
    std::vector<ContactPush> pushes_;
  };

  void begin(std::size_t tasks);
  void end(std::size_t bodies);

  std::span<const VelocityChange> changes() const { return changes_; }
  std::span<const ContactPush> pushes() const { return pushes_; }  // on each body

  std::size_t bytes() const;

 private:
  bool inPlane_;
  TaskLists<VelocityChange> changesOf_;  // each task
  TaskLists<ContactPush> pushesOf_;
  std::vector<VelocityChange> changes_;
  std::vector<ContactPush> pushes_;
};

}  // namespace shoal
