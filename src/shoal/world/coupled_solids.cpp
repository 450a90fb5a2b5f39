#include "shoal/world/coupled_solids.h"

#include <algorithm>

#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

bool wantsSplitLoads(std::span<const ProbeParams> probes, const std::string& solid) {
  return std::any_of(probes.begin(), probes.end(), [&](const ProbeParams& probe) {
    const auto& force = probe.quantity.force;
    return force && force->parts && force->solid == solid;
  });
}

}  // namespace

std::vector<CoupledSolid> coupledSolids(const WorldSetup& setup, const Solids* solids) {
  std::vector<CoupledSolid> all;
  for (const WorldSetup::Surface& surface : setup.surfaces) {
    CoupledSolid& solid = all.emplace_back();
    solid.index = all.size() - 1;
    solid.name = surface.solid;
    solid.surface = surface.params;
    solid.free = surface.free;
    solid.splitLoads = wantsSplitLoads(setup.probes, surface.solid);
    solid.velocity = surface.velocity;
    solid.motion = surface.motion;
    if (const auto id = solids ? solids->find(surface.solid) : std::nullopt)
      solid.parts = [solids, id = *id] { return solids->parts(id); };
  }
  return all;
}

Couplings makeCouplings(const WorldSetup& setup, std::span<const CoupledSolid> solids,
                        const CouplingContext& context, bool hasFluid, Boundary& boundary) {
  Couplings couplings;
  for (const CouplingKind& kind : KindTable<CouplingKind>::all()) {
    if (!kind.make) continue;
    std::vector<CoupledSolid> members;
    for (const CoupledSolid& solid : solids)
      if (solid.surface.coupling->word == kind.word &&
          (hasFluid || (!solid.free && kind.sampled()))) {
        members.push_back(solid);
        members.back().samples = setup.surfaces[solid.index].samples;
      }
    if (!members.empty()) couplings.push_back(kind.make(std::move(members), context, boundary));
  }
  return couplings;
}

}  // namespace shoal
