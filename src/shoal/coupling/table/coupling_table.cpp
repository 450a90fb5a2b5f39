#include "shoal/coupling/table/coupling_table.h"

#include "shoal/core/error.h"
#include "shoal/coupling/forcing/direct_forcing_coupling.h"
#include "shoal/coupling/quadrature/quadrature_coupling.h"
#include "shoal/coupling/repulsion/repulsion_coupling.h"
#include "shoal/coupling/volumes/volume_coupling.h"

namespace shoal {

namespace {

using Solids = std::vector<CoupledSolid>;

std::deque<CouplingKind>& table() {  // entries stay where they are when others are added
  static std::deque<CouplingKind> kinds{
      {.name = "volumes",
       .placement = volumePlacement,
       .make = [](Solids solids, const CouplingContext& context, Boundary& boundary) {
         return std::make_unique<VolumeCoupling>(std::move(solids), context, boundary);
       }},
      {.name = "quadrature",
       .needsBody = true,
       .make = [](Solids solids, const CouplingContext& context, Boundary&) {
         return std::make_unique<QuadratureCoupling>(std::move(solids), context);
       }},
      {.name = "direct-forcing",
       .needsBody = true,
       .rigidOnly = true,
       .make = [](Solids solids, const CouplingContext& context, Boundary&) {
         return std::make_unique<DirectForcingCoupling>(std::move(solids), context);
       }},
      {.name = "lennard-jones",
       .placement = [](const KernelChoice&, double spacing) { return lennardJonesPlacement(spacing); },
       .repels = true,
       .friction = false,
       .make = [](Solids solids, const CouplingContext& context, Boundary& boundary) {
         return std::make_unique<RepulsionCoupling>(
             std::move(solids), context, lennardJonesLaw(context, boundary), boundary);
       }},
      {.name = "penalty",
       .placement = [](const KernelChoice&, double spacing) { return penaltyPlacement(spacing); },
       .repels = true,
       .friction = false,
       .make = [](Solids solids, const CouplingContext& context, Boundary& boundary) {
         return std::make_unique<RepulsionCoupling>(std::move(solids), context,
                                                    penaltyLaw(context, boundary), boundary);
       }},
      {.name = "none"},
  };
  return kinds;
}

}  // namespace

const std::deque<CouplingKind>& couplingKinds() { return table(); }

const CouplingKind& couplingKind(const std::string& name) {
  std::vector<std::string> names;
  for (const CouplingKind& kind : table()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  fail("there is no coupling \"{}\"{}", name, didYouMean(name, names));
}

void addCouplingKind(CouplingKind kind) { table().push_back(std::move(kind)); }

}  // namespace shoal
