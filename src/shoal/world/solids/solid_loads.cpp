#include "shoal/world/solids/solid_loads.h"

#include <algorithm>

namespace shoal {

SolidLoads::SolidLoads(std::vector<std::string> names, const Vec3d& gravity)
    : names_(std::move(names)), gravity_(gravity), loads_(names_.size()), free_(names_.size()) {}

void SolidLoads::clear() { std::fill(loads_.begin(), loads_.end(), Loads{}); }

void SolidLoads::set(LoadKind kind, std::span<const Load> loads) {
  for (std::size_t w = 0; w < loads.size(); ++w) loads_[w][kind] = loads[w];
}

void SolidLoads::set(const std::string& name, const Loads& byFluid) {
  Loads& loads = loads_[indexOf(name)];
  const Load contact = loads[LoadKind::Contact];
  loads = byFluid;
  loads[LoadKind::Contact] = contact;
}

void SolidLoads::beginAdvance(const Solids& solids) {
  before_.assign(names_.size(), {});
  for (std::size_t w = 0; w < names_.size(); ++w)
    before_[w] = momentumOf(solids.freePartsOf(names_[w]));
}

void SolidLoads::endAdvance(const Solids& solids, double dt) {
  for (std::size_t w = 0; w < names_.size(); ++w) {
    const std::vector<Body*> parts = solids.freePartsOf(names_[w]);
    free_[w] = !parts.empty();
    if (!free_[w]) continue;
    Load gained = momentumOf(parts);
    gained -= before_[w];
    Load& contact = loads_[w][LoadKind::Contact];
    contact = gained * (1 / dt);
    for (const Body* part : parts) {
      const BodyTotals sums = part->totals();
      const Vec3d weight = sums.mass * gravity_;
      contact -= {weight, cross(sums.centre, weight)};
    }
  }
}

void SolidLoads::takeOffFluid(const std::string& name, double share) {
  const std::size_t w = indexOf(name);
  if (free_[w]) loads_[w][LoadKind::Contact] -= loads_[w].byFluid() * share;
}

std::size_t SolidLoads::indexOf(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return static_cast<std::size_t>(found - names_.begin());
}

Load SolidLoads::momentumOf(std::span<Body* const> parts) {
  Load sum;
  for (const Body* part : parts) {
    const BodyTotals sums = part->totals();
    sum += {sums.momentum, sums.angularMomentum};
  }
  return sum;
}

}  // namespace shoal
