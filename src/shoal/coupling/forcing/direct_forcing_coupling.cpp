#include "shoal/coupling/forcing/direct_forcing_coupling.h"

#include <algorithm>

namespace shoal {

namespace {

// Radius within which particles touch a body that has no samples, and one that has, in spacings.
// Samples keep fluid half a spacing off; if that counted as contact, whether a particle sticks
// would depend on how hard pressure presses it on, like dry friction.
constexpr double kRadius = 0.5, kRadiusBesideSamples = 0.1;

}  // namespace

DirectForcingCoupling::DirectForcingCoupling(const CouplingContext& context, Boundary& boundary)
    : samples_(context, boundary),
      forcing_(context.spacing, context.dimensions, context.period,
               samples_.any() ? kRadiusBesideSamples : kRadius) {}

void DirectForcingCoupling::add(CoupledSolid solid) {
  RigidBody* body = solid.parts().front()->asRigid();
  if (!body) fail("solid \"{}\" is not rigid", solid.name);
  forcing_.add(*body, solid.surface.forcing.value_or(DirectForcingParams{}));
  members_.push_back({solid.index, body});
  samples_.add(solid);
}

void DirectForcingCoupling::remove(std::size_t solid) {
  const auto found = std::ranges::find(members_, solid, &Member::solid);
  if (found == members_.end()) return;
  forcing_.remove(*found->body);
  members_.erase(found);
  samples_.remove(solid);
}

void DirectForcingCoupling::begin(const FluidParticles& fluid, const FluidSurroundings&) {
  forcing_.begin(fluid);
}

void DirectForcingCoupling::correct(FluidParticles& fluid, FluidSolver& solver, double dt) {
  lastStep_ = dt;
  solver.changeVelocities(fluid, forcing_.correct(fluid, dt));
}

// What direct forcing does along surfaces, where it lets fluid slip or not.
std::vector<Load> DirectForcingCoupling::friction() const {
  std::vector<Load> sums(members_.size());
  for (const ForcingContact& contact : forcing_.contacts()) {
    const Vec3d along = contact.impulse - dot(contact.impulse, contact.normal) * contact.normal;
    const Vec3d force = along * (-1 / lastStep_);
    sums[contact.body] +=
        {force, cross(members_[contact.body].body->centre() + contact.arm, force)};
  }
  return sums;
}

std::vector<LoadsOnSolid> DirectForcingCoupling::loads() const {
  std::vector<LoadsOnSolid> all = samples_.loads();
  if (forcing_.report().onBody.empty()) return all;
  const std::vector<Load> alongSurfaces = friction();
  for (std::size_t b = 0; b < members_.size(); ++b) {
    const auto& [force, torque, contacts] = forcing_.report().onBody[b];
    const RigidBody& body = *members_[b].body;
    LoadsOnSolid& on = all.emplace_back();
    on.solid = members_[b].solid;
    on.centre = body.totals().centre;
    on.whileAdvanced = false;
    Loads& loads = on.loads;
    loads[LoadKind::Pressure] = {force, torque + cross(body.centre(), force)};
    loads[LoadKind::Pressure] -= alongSurfaces[b];
    loads[LoadKind::Viscosity] = alongSurfaces[b];
  }
  return all;
}

const DirectForcingCoupling* DirectForcingCoupling::among(const Couplings& couplings) {
  for (const auto& coupling : couplings)
    if (const auto* found = dynamic_cast<const DirectForcingCoupling*>(coupling.get()))
      return found;
  return nullptr;
}

}  // namespace shoal
