// Interface of the members of a ContactGroup: a body in contact during an advance.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_mesh.h"
#include "shoal/core/state_list.h"

namespace shoal {

class ContactMember {
 public:
  virtual ~ContactMember() = default;

  virtual double longestStep() const { return std::numeric_limits<double>::infinity(); }  // s

  // Call order: beginAdvance once; accelerate, contact and move in each step; endAdvance once.
  virtual void beginAdvance(double t, double dt) = 0;
  // Solves for the velocities of a step with the predicted contact forces. Returns the iterations
  // of its solver.
  virtual int accelerate(double h, const Vec3d& gravity) = 0;
  virtual void move(double h) = 0;
  virtual void endAdvance() = 0;

  // State that is kept between advances, for members whose model does not save it.
  virtual void save(StateWriter& /*state*/) const {}
  virtual void restore(StateReader& /*state*/) {}

  // Called after accelerate(): contact changes its velocities and forces.
  virtual ContactMesh contactMesh() = 0;

  // Whether an impulse at one point of the mesh moves others within the step. If so,
  // applyImpulses() changes all velocities as impulses (N s) on the points of the mesh do, and
  // findMobilities() estimates the mobility of each point, the change of its velocity over its
  // impulse (1/kg), when impulses about like these act on all.
  virtual bool respondsAsWhole() const { return false; }
  virtual void applyImpulses(std::span<const Vec3d> /*impulses*/) {}
  virtual void findMobilities(std::span<const Vec3d> /*impulses*/,
                              std::span<double> /*mobilities*/) {}
};

// Predicts the contact force in the next step from that of the last, `found`. Decreasing forces are
// taken as they are; increasing ones are under-relaxed, since most of them are impacts that are
// over.
inline Vec3d predictedForce(const Vec3d& before, const Vec3d& found) {
  // Towards 1 the force of an impact is repeated; towards 0 the prediction lags behind lasting
  // loads.
  constexpr double kRelaxation = 0.25;
  return dot(found, found) > dot(before, before) ? before + kRelaxation * (found - before) : found;
}

}  // namespace shoal
