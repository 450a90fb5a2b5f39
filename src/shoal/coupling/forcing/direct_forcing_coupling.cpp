#include "shoal/coupling/forcing/direct_forcing_coupling.h"

namespace shoal {

DirectForcingCoupling::DirectForcingCoupling(std::vector<CoupledSolid> solids,
                                             const CouplingContext& context)
    : solids_(std::move(solids)), forcing_(context.spacing, context.dimensions, context.period) {
  for (const CoupledSolid& solid : solids_) {
    RigidBody* body = solid.parts().front()->asRigid();
    if (!body) fail("solid \"{}\" is not rigid", solid.name);
    bodies_.push_back(body);
    forcing_.add(*body, solid.surface.forcing.value_or(DirectForcingParams{}));
  }
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
  std::vector<Load> sums(bodies_.size());
  for (const ForcingContact& contact : forcing_.contacts()) {
    const Vec3d along = contact.impulse - dot(contact.impulse, contact.normal) * contact.normal;
    const Vec3d force = along * (-1 / lastStep_);
    sums[contact.body] += {force, cross(bodies_[contact.body]->centre() + contact.arm, force)};
  }
  return sums;
}

std::vector<LoadsOnSolid> DirectForcingCoupling::loads() const {
  std::vector<LoadsOnSolid> all;
  if (forcing_.report().onBody.empty()) return all;
  const std::vector<Load> alongSurfaces = friction();
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const auto& [force, torque, contacts] = forcing_.report().onBody[b];
    LoadsOnSolid& on = all.emplace_back();
    on.solid = solids_[b].index;
    on.centre = bodies_[b]->totals().centre;
    on.whileAdvanced = false;
    Loads& loads = on.loads;
    loads[LoadKind::Pressure] = {force, torque + cross(bodies_[b]->centre(), force)};
    loads[LoadKind::Pressure] -= alongSurfaces[b];
    loads[LoadKind::Viscosity] = alongSurfaces[b];
  }
  return all;
}

}  // namespace shoal
