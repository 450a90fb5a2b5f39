// Loads on every solid of a world in a step.
#pragma once

#include <span>
#include <vector>

#include "shoal/coupling/coupling.h"

namespace shoal {

class SolidLoads {
 public:
  explicit SolidLoads(const Vec3d& gravity) : gravity_(gravity) {}

  // The solid of the next number; nothing acts on it yet.
  void add(const CoupledSolid& solid);
  // Nothing acts any more on the solid of this number.
  void remove(std::size_t solid);

  // By the number of the solid: the loads on it, and its centre, in m.
  std::span<const Loads> loads() const { return loads_; }
  std::span<const Vec3d> centres() const { return centres_; }

  // Begins a step: all loads are zero.
  void clear();

  // The contact load of a free solid, by other solids, joints, pins and attachments, follows from
  // its change of momentum in an advance by dt, in s, minus the impulses of weight and, for a share
  // of the time, of fluid. The fluid's part may become known after the advance.
  void beginAdvance();
  void endAdvance(double dt);
  // A coupling may load a solid in several ways.
  void addFluidLoads(const LoadsOnSolid& byFluid, double share);

 private:
  static Load momentumOf(std::span<Body* const> parts);

  std::vector<std::function<std::vector<Body*>()>> parts_;  // of free solids; empty for others
  Vec3d gravity_;                                           // m/s^2
  std::vector<Loads> loads_;
  std::vector<Vec3d> centres_;
  std::vector<Load> before_;  // momenta, in N s and N m s
};

}  // namespace shoal
