// What takes part in contact with others through the steps of an advance.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_mesh.h"

namespace shoal {

class ContactMember {
 public:
  virtual ~ContactMember() = default;

  virtual double longestStep() const { return std::numeric_limits<double>::infinity(); }  // s

  // In this order: begin once, then accelerate, contact and move in each step, end once.
  virtual void beginAdvance(double t, double dt) = 0;
  // Finds the velocities of a step, with what contact is expected to do. Returns the iterations
  // that it took.
  virtual int accelerate(double h, const Vec3d& gravity) = 0;
  virtual void move(double h) = 0;
  virtual void endAdvance() = 0;

  // After accelerate(): its velocities and forces are those that contact changes.
  virtual ContactMesh contactMesh() = 0;

  // Whether a push at one point of the mesh is felt by others within the step. If so, push()
  // changes all velocities as impulses (N s) on the points of the mesh do, and findYields() says
  // how far each point gives way (1/kg) when all are pushed about like that.
  virtual bool answersAsAWhole() const { return false; }
  virtual void push(std::span<const Vec3d> /*impulses*/) {}
  virtual void findYields(std::span<const Vec3d> /*impulses*/, std::span<double> /*yields*/) {}
};

// Where members are found; anew in each step, since some come apart.
class ContactSource {
 public:
  virtual ~ContactSource() = default;
  virtual void listMembers(std::vector<ContactMember*>& members) = 0;
  // After all have moved by h.
  virtual void endStep(double /*h*/) {}
};

// What contact did is what it will do, but for impacts: forces that grow are believed by and by.
inline Vec3d expectedForce(const Vec3d& before, const Vec3d& found) {
  constexpr double kBelief = 0.25;
  return dot(found, found) > dot(before, before) ? before + kBelief * (found - before) : found;
}

}  // namespace shoal
