// Direct forcing between fluid particles and rigid bodies, [BTT09]: both are moved as if the other
// was not there, then velocities and places are corrected to what the boundary asks for.
#pragma once

#include "shoal/coupling/forcing/contact_finder.h"
#include "shoal/coupling/forcing/contact_impulses.h"

namespace shoal {

// What one correction did.
struct ForcingReport {
  struct OnBody {
    Vec3d force;   // N, of the fluid, mean over the step
    Vec3d torque;  // N m, about the centre of mass
    std::size_t contacts = 0;
  };
  std::vector<OnBody> onBody;  // in the order in which bodies were added
  std::size_t contacts = 0;
  ImpulseReport solve;
  // Particles that bodies left no room for, which are nearer to one than their radius.
  std::size_t squeezed = 0;
};

// A step is: begin(); fluid and bodies move; correct(); and FluidSolver::changeVelocities with what
// it returned. Nothing is remembered from step to step.
class DirectForcing {
 public:
  // Particles keep `radius` spacings from surfaces, at most half a spacing.
  DirectForcing(double spacing, int dimensions, const Period& period = {}, double radius = 0.5);

  // Between steps. The body has to live until it is removed. Its role decides whether fluid pushes
  // it. Reports begin anew.
  void add(RigidBody& body, const DirectForcingParams& params);
  void remove(const RigidBody& body);
  bool empty() const { return bodies_.empty(); }

  // The longest step in which no body moves by more than half a spacing, s.
  double longestStep() const;

  // Looks at what holds at time t. Particles keep their order until correct().
  void begin(const FluidParticles& fluid);

  // Moves particles and bodies to where they are at t + dt, changes the velocities of bodies, and
  // returns the changes of those of particles, which are not made yet.
  std::span<const VelocityChange> correct(FluidParticles& fluid, double dt);

  const ForcingReport& report() const { return report_; }
  // Of the last correction.
  std::span<const ForcingContact> contacts() const { return contacts_; }

  std::size_t bytes() const;

 private:
  BodiesInStep bodiesInStep() const { return {bodies_, before_, now_}; }
  void forgetStep();
  void readStates(std::vector<RigidState>& states) const;
  void findContacts(const FluidParticles& fluid);
  ForcingContact contactOf(const FluidParticles& fluid, std::size_t particle,
                           const BodyTouch& found) const;
  void respond(double dt);
  void pushBodies(double dt);
  void clearParticles(FluidParticles& fluid, double dt);

  double furthest_;  // m, that bodies may move in a step
  ContactFinder finder_;
  std::vector<ForcedBody> bodies_;
  std::vector<RigidState> before_, now_;
  std::vector<Vec3f> xBefore_, vBefore_;  // m, m/s
  std::vector<ForcingContact> contacts_;
  TaskLists<ForcingContact> found_;  // by each task
  ContactExchange exchange_;
  ForcingReport report_;
};

}  // namespace shoal
