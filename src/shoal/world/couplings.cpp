#include "shoal/world/couplings.h"

#include <limits>

#include "shoal/world/world.h"

namespace shoal {

Couplings::Couplings(const WorldSetup& setup, Solids& solids, const Period& period,
                     double flowSpeed, FluidForces& forces)
    : solids_(solids) {
  const WorldParams& world = setup.world;
  QuadratureScene scene{world.spacing, world.dimensions, 0, flowSpeed};
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    scene.density = std::max(scene.density, fluid.material.density);
  for (const auto& [solid, params] : setup.solids->quadratures) {
    auto coupling = std::make_unique<QuadratureCoupling>(params, scene);
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
      if (const auto* fem = dynamic_cast<const FemBody*>(quadrature.bodies[b]))
        quadrature.coupling->setMasses(b, fem->vertexMasses());
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
  solver.changeVelocities(fluid, forcing_->correct(fluid, dt));
}

std::vector<Couplings::OnSolid> Couplings::loads() const {
  std::vector<OnSolid> all;
  for (const Quadrature& quadrature : quadratures_) {
    Load sum;
    for (const Body* body : quadrature.bodies) {
      const std::span<const Vec3d> onVertices = quadrature.coupling->vertexForces(*body);
      for (std::size_t v = 0; v < onVertices.size(); ++v)
        sum += {onVertices[v], cross(body->surface().x[v], onVertices[v])};
    }
    all.push_back({quadrature.solid, {}, true});
    all.back().loads[LoadKind::Pressure] = sum;
  }
  for (std::size_t b = 0; b < forced_.size(); ++b) {
    if (b >= forcing_->report().onBody.size()) break;
    const ForcingReport::OnBody& on = forcing_->report().onBody[b];
    all.push_back({forced_[b]->name(), {}, false});
    all.back().loads[LoadKind::Pressure] = {on.force,
                                            on.torque + cross(forced_[b]->centre(), on.force)};
  }
  return all;
}

}  // namespace shoal
