#include "shoal/world/solids/solid_loads.h"

#include <algorithm>

namespace shoal {

void SolidLoads::add(const CoupledSolid& solid) {
  parts_.push_back(solid.free ? solid.parts : std::function<std::vector<Body*>()>{});
  loads_.emplace_back();
  centres_.emplace_back();
  before_.emplace_back();
}

void SolidLoads::remove(std::size_t solid) {
  parts_[solid] = nullptr;
  loads_[solid] = {};
  centres_[solid] = {};
}

void SolidLoads::clear() { std::fill(loads_.begin(), loads_.end(), Loads{}); }

void SolidLoads::beginAdvance() {
  for (std::size_t s = 0; s < parts_.size(); ++s)
    if (parts_[s]) before_[s] = momentumOf(parts_[s]());
}

void SolidLoads::endAdvance(double dt) {
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    if (!parts_[s]) continue;
    const std::vector<Body*> parts = parts_[s]();
    centres_[s] = parts.front()->inertia().centre;
    Load gained = momentumOf(parts);
    gained -= before_[s];
    Load& contact = loads_[s][LoadKind::Contact];
    contact = gained * (1 / dt);
    for (const Body* part : parts) {
      const BodyTotals totals = part->inertia();
      const Vec3d weight = totals.mass * gravity_;
      contact -= {weight, cross(totals.centre, weight)};
    }
  }
}

void SolidLoads::addFluidLoads(const LoadsOnSolid& byFluid, double share) {
  Loads& loads = loads_[byFluid.solid];
  for (const LoadKind kind : {LoadKind::Pressure, LoadKind::Viscosity, LoadKind::Adhesion})
    loads[kind] += byFluid.loads[kind];
  if (parts_[byFluid.solid] && byFluid.whileAdvanced)
    loads[LoadKind::Contact] -= byFluid.loads.byFluid() * share;
  centres_[byFluid.solid] = byFluid.centre;
}

Load SolidLoads::momentumOf(std::span<Body* const> parts) {
  Load sum;
  for (const Body* part : parts) {
    const BodyTotals totals = part->inertia();
    sum += {totals.momentum, totals.angularMomentum};
  }
  return sum;
}

}  // namespace shoal
