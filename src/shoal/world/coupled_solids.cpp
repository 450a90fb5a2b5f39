#include "shoal/world/coupled_solids.h"

#include <algorithm>
#include <utility>

#include "shoal/core/error.h"

namespace shoal {

CoupledSolids::CoupledSolids(const CouplingContext& context, bool hasFluid, Boundary& boundary)
    : context_(context), hasFluid_(hasFluid), boundary_(boundary) {}

bool CoupledSolids::isCoupled(const CoupledSolid& solid) const {
  const CouplingKind& kind = *solid.surface.coupling;
  return kind.make &&
         (hasFluid_ || (!solid.free && !kind.needsBody && kind.sampled(context_.kernel)));
}

std::size_t CoupledSolids::add(CoupledSolid solid) {
  const std::size_t number = solids_.size();
  solid.index = number;
  SamplePlaces samples = std::exchange(solid.samples, {});
  solids_.emplace_back(solid);
  if (!isCoupled(solid)) return number;
  solid.samples = std::move(samples);
  try {
    const CouplingKind& kind = *solid.surface.coupling;
    if (kind.needsBody && solid.parts().empty())
      fail("solid \"{}\": coupling = \"{}\" needs a body; let it be one of the obstacles",
           solid.name, kind.word);
    couplingOf(kind).add(std::move(solid));
  } catch (...) {
    solids_.pop_back();
    dropUnused();
    throw;
  }
  return number;
}

void CoupledSolids::remove(std::size_t solid) {
  for (const auto& coupling : couplings_) coupling->remove(solid);
  solids_[solid].reset();
  dropUnused();
}

// In the order of the table, which is that in which couplings are called.
Coupling& CoupledSolids::couplingOf(const CouplingKind& kind) {
  std::size_t at = 0;
  for (const CouplingKind& listed : KindTable<CouplingKind>::all()) {
    const bool there = at < kinds_.size() && kinds_[at] == &listed;
    if (&listed == &kind) {
      if (there) return *couplings_[at];
      break;
    }
    if (there) ++at;
  }
  const auto offset = static_cast<std::ptrdiff_t>(at);
  couplings_.insert(couplings_.begin() + offset, kind.make(context_, boundary_));
  kinds_.insert(kinds_.begin() + offset, &kind);
  return *couplings_[at];
}

void CoupledSolids::dropUnused() {
  for (std::size_t c = couplings_.size(); c-- > 0;) {
    const bool used = std::any_of(solids_.begin(), solids_.end(), [&](const auto& solid) {
      return solid && &*solid->surface.coupling == kinds_[c] && isCoupled(*solid);
    });
    if (used) continue;
    couplings_.erase(couplings_.begin() + static_cast<std::ptrdiff_t>(c));
    kinds_.erase(kinds_.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

std::vector<std::string> CoupledSolids::names() const {
  std::vector<std::string> names;
  for (const auto& solid : solids_) names.push_back(solid ? solid->name : "");
  return names;
}

std::optional<std::size_t> CoupledSolids::find(SolidId id) const {
  for (std::size_t s = 0; s < solids_.size(); ++s)
    if (id && solids_[s] && solids_[s]->id == id) return s;
  return std::nullopt;
}

std::optional<std::size_t> CoupledSolids::find(const std::string& name) const {
  for (std::size_t s = 0; s < solids_.size(); ++s)
    if (solids_[s] && solids_[s]->name == name) return s;
  return std::nullopt;
}

FluidForces CoupledSolids::forces() const {
  FluidForces all;
  for (const auto& coupling : couplings_)
    for (auto& force : coupling->forces()) all.push_back(std::move(force));
  return all;
}

std::vector<double> CoupledSolids::surfaceOrder() const {
  std::vector<double> order;
  for (const std::size_t number : boundary_.surfaceOrder()) {
    const auto before = solids_.begin() + static_cast<std::ptrdiff_t>(number);
    order.push_back(static_cast<double>(std::count_if(
        solids_.begin(), before, [](const auto& solid) { return solid.has_value(); })));
  }
  return order;
}

void CoupledSolids::setSurfaceOrder(std::span<const double> order) {
  std::vector<std::size_t> there;  // numbers of solids
  for (std::size_t s = 0; s < solids_.size(); ++s)
    if (solids_[s]) there.push_back(s);
  std::vector<std::size_t> numbers;
  for (const double place : order) {
    if (!(place >= 0 && place < static_cast<double>(there.size())))
      fail("a surface of its boundary belongs to solid {} of {}", place, there.size());
    numbers.push_back(there[static_cast<std::size_t>(place)]);
  }
  boundary_.setSurfaceOrder(numbers);
}

}  // namespace shoal
