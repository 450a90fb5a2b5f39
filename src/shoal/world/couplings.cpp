#include "shoal/world/couplings.h"

#include <algorithm>
#include <limits>

#include "shoal/world/world.h"

namespace shoal {

namespace {

Load sumOver(const Body& body, std::span<const Vec3d> onVertices) {
  Load sum;
  for (std::size_t v = 0; v < onVertices.size(); ++v)
    sum += {onVertices[v], cross(body.surface().x[v], onVertices[v])};
  return sum;
}

bool wantsParts(std::span<const ProbeParams> probes, const std::string& solid) {
  return std::any_of(probes.begin(), probes.end(), [&](const ProbeParams& probe) {
    const auto& force = probe.quantity.force;
    return force && force->parts && force->solid == solid;
  });
}

}  // namespace

Couplings::Couplings(const WorldSetup& setup, Solids& solids, const Period& period,
                     double flowSpeed, FluidForces& forces)
    : solids_(solids) {
  const WorldParams& world = setup.world;
  QuadratureScene scene{world.spacing, world.dimensions, 0, flowSpeed};
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    scene.density = std::max(scene.density, fluid.material.density);
  for (const auto& [solid, params] : setup.solids->quadratures) {
    auto coupling = std::make_unique<QuadratureCoupling>(params, scene);
    coupling->watchParts(wantsParts(setup.probes, solid));
    quadratures_.push_back({solid, coupling.get(), {}});
    forces.push_back(std::move(coupling));
  }
  if (setup.solids->forcings.empty()) return;
  forcing_.emplace(world.spacing, world.dimensions, period);
  for (const auto& [solid, params] : setup.solids->forcings) {
    forced_.push_back(&solids.findRigid(solid));
    forcing_->add(*forced_.back(), params);
  }
}

void Couplings::meetBodies() {
  for (Quadrature& quadrature : quadratures_) {
    quadrature.bodies = solids_.partsOf(quadrature.solid);
    quadrature.coupling->setBodies(quadrature.bodies);
    for (std::size_t b = 0; b < quadrature.bodies.size(); ++b)
      if (std::vector<double> masses = quadrature.bodies[b]->vertexMasses(); !masses.empty())
        quadrature.coupling->setMasses(b, std::move(masses));
  }
}

double Couplings::longestStep() const {
  return forcing_ ? forcing_->longestStep() : std::numeric_limits<double>::infinity();
}

void Couplings::begin(const FluidParticles& fluid) {
  if (forcing_) forcing_->begin(fluid);
}

void Couplings::pushBodies(double share) {
  for (const Quadrature& quadrature : quadratures_)
    for (Body* body : quadrature.bodies) {
      const std::span<const Vec3d> forces = quadrature.coupling->vertexForces(*body);
      if (forces.empty()) continue;
      std::vector<Vec3d> shared(forces.begin(), forces.end());
      for (Vec3d& force : shared) force *= share;
      body->addForces(shared);
    }
}

void Couplings::correct(FluidParticles& fluid, FluidSolver& solver, double dt) {
  if (!forcing_) return;
  lastStep_ = dt;
  solver.changeVelocities(fluid, forcing_->correct(fluid, dt));
}

// What direct forcing does along surfaces, where it lets fluid slip or not.
std::vector<Load> Couplings::frictionOfForcing() const {
  std::vector<Load> sums(forced_.size());
  for (const ForcingContact& contact : forcing_->contacts()) {
    const Vec3d along = contact.impulse - dot(contact.impulse, contact.normal) * contact.normal;
    const Vec3d force = along * (-1 / lastStep_);
    sums[contact.body] += {force, cross(forced_[contact.body]->centre() + contact.arm, force)};
  }
  return sums;
}

std::vector<Couplings::OnSolid> Couplings::loads() const {
  std::vector<OnSolid> all;
  for (const Quadrature& quadrature : quadratures_) {
    all.push_back({quadrature.solid, {}, true});
    Loads& loads = all.back().loads;
    for (const Body* body : quadrature.bodies) {
      const Load adhesion = sumOver(*body, quadrature.coupling->adhesion(*body));
      const Load friction = sumOver(*body, quadrature.coupling->friction(*body));
      loads[LoadKind::Pressure] += sumOver(*body, quadrature.coupling->vertexForces(*body));
      loads[LoadKind::Pressure] -= adhesion;
      loads[LoadKind::Pressure] -= friction;
      loads[LoadKind::Adhesion] += adhesion;
      loads[LoadKind::Viscosity] += friction;
    }
  }
  if (!forcing_ || forcing_->report().onBody.empty()) return all;
  const std::vector<Load> friction = frictionOfForcing();
  for (std::size_t b = 0; b < forced_.size(); ++b) {
    const auto& [force, torque, contacts] = forcing_->report().onBody[b];
    all.push_back({forced_[b]->name(), {}, false});
    Loads& loads = all.back().loads;
    loads[LoadKind::Pressure] = {force, torque + cross(forced_[b]->centre(), force)};
    loads[LoadKind::Pressure] -= friction[b];
    loads[LoadKind::Viscosity] = friction[b];
  }
  return all;
}

}  // namespace shoal
