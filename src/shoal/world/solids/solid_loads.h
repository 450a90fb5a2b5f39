// What acts on every wall and solid of a world in a step.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "shoal/world/solids/loads.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

class SolidLoads {
 public:
  // Of walls and solids of these names.
  SolidLoads(std::vector<std::string> names, const Vec3d& gravity);

  const std::vector<std::string>& names() const { return names_; }
  std::span<const Loads> loads() const { return loads_; }

  // A step begins; nothing acts yet.
  void clear();
  // Of the first walls and solids, in their order, by what samples of the boundary feel.
  void set(LoadKind kind, std::span<const Load> loads);
  // Of one that fluid meets by other means.
  void set(const std::string& name, const Loads& byFluid);

  // What solids get from each other, joints, pins and hands is the momentum that they gain in an
  // advance by dt beyond what weight and, for a share of the time, fluid give them. The fluid's
  // part may be known later than the end of the advance.
  void beginAdvance(const Solids& solids);
  void endAdvance(const Solids& solids, double dt);
  void takeOffFluid(const std::string& name, double share);

 private:
  std::size_t indexOf(const std::string& name) const;
  static Load momentumOf(std::span<Body* const> parts);

  std::vector<std::string> names_;
  Vec3d gravity_;  // m/s^2
  std::vector<Loads> loads_;
  std::vector<Load> before_;  // momenta, in N s and N m s
  std::vector<bool> free_;    // whether forces move it
};

}  // namespace shoal
