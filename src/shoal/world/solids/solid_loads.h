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

  // By the number of the solid: what acts on it, and where its centre is, in m.
  std::span<const Loads> loads() const { return loads_; }
  std::span<const Vec3d> centres() const { return centres_; }

  // A step begins; nothing acts yet.
  void clear();

  // The contact load of a free solid, by other solids, joints, pins and attachments, follows from
  // the momentum that it gains in an advance by dt, in s, less what weight and, for a share of the
  // time, fluid give it. The fluid's part may be known later than the end of the advance.
  void beginAdvance();
  void endAdvance(double dt);
  void setFluidLoads(const LoadsOnSolid& byFluid, double share);

 private:
  static Load momentumOf(std::span<Body* const> parts);

  std::vector<std::function<std::vector<Body*>()>> parts_;  // of free solids; empty for others
  Vec3d gravity_;                                           // m/s^2
  std::vector<Loads> loads_;
  std::vector<Vec3d> centres_;
  std::vector<Load> before_;  // momenta, in N s and N m s
};

}  // namespace shoal
