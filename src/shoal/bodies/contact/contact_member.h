// A member of the ContactGroup: a body as it takes part in contact through the steps of an advance.
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

  // In this order: begin once, then accelerate, contact and move in each step, end once.
  virtual void beginAdvance(double t, double dt) = 0;
  // Finds the velocities of a step with the predicted forces of contact. Returns the iterations of
  // its solver.
  virtual int accelerate(double h, const Vec3d& gravity) = 0;
  virtual void move(double h) = 0;
  virtual void endAdvance() = 0;

  // What it remembers from one advance to the next, for those whose model does not save it.
  virtual void save(StateWriter& /*state*/) const {}
  virtual void restore(StateReader& /*state*/) {}

  // After accelerate(): its velocities and forces are those that contact changes.
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

// Predicts the force of contact in the next step from that of the last, `found`. Forces that fall
// are taken as they are; forces that grow are under-relaxed, since most of them are impacts that
// are over.
inline Vec3d predictedForce(const Vec3d& before, const Vec3d& found) {
  // Towards 1 the force of an impact is repeated; towards 0 the prediction lags behind loads that
  // last.
  constexpr double kRelaxation = 0.25;
  return dot(found, found) > dot(before, before) ? before + kRelaxation * (found - before) : found;
}

}  // namespace shoal
