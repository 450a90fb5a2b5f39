#include "shoal/coupling/quadrature/quadrature_coupling.h"

namespace shoal {

namespace {

// Factor of the range of surfaces that only repel where pressure keeps fluid off their samples.
// Fluid at rest keeps two thirds of the range off; beside samples nothing acts at that distance
// then. Otherwise tractions would push fluid off the samples, and bodies would lose the pressure on
// these until the fluid has settled again.
constexpr double kRangeBesideSamples = 2.0 / 3;

Load sumOver(const Body& body, std::span<const Vec3d> onVertices) {
  Load sum;
  for (std::size_t v = 0; v < onVertices.size(); ++v)
    sum += {onVertices[v], cross(body.surface().x[v], onVertices[v])};
  return sum;
}

}  // namespace

QuadratureCoupling::QuadratureCoupling(const CouplingContext& context, Boundary& boundary)
    : scene_{context.spacing, context.dimensions, context.density, context.flowSpeed()},
      samples_(context, boundary),
      pressure_(std::make_shared<LastPressure>(*context.fluid)) {}

void QuadratureCoupling::add(CoupledSolid solid) {
  QuadratureParams params = solid.surface.quadrature.value_or(QuadratureParams{});
  if (samples_.takes(solid) && !(params.restDistance > 0)) params.range *= kRangeBesideSamples;
  auto force = std::make_shared<QuadratureForce>(params, scene_);
  force->integrateImplicitly(pressure_);
  force->watchParts(solid.splitLoads);
  samples_.add(solid);
  members_.push_back({std::move(solid), std::move(force), {}});
}

void QuadratureCoupling::remove(std::size_t solid) {
  samples_.remove(solid);
  std::erase_if(members_, [&](const Member& member) { return member.solid.index == solid; });
}

FluidForces QuadratureCoupling::forces() {
  FluidForces forces;
  for (const Member& member : members_) forces.push_back(member.force);
  return forces;
}

void QuadratureCoupling::prepare() {
  samples_.prepare();
  for (Member& member : members_) {
    member.bodies = member.solid.parts();
    member.force->setBodies(member.bodies);
    for (std::size_t b = 0; b < member.bodies.size(); ++b)
      if (!isImplicit(member, *member.bodies[b]))
        member.force->setMasses(b, member.bodies[b]->vertexMasses());
  }
}

void QuadratureCoupling::forgetMotion(std::span<const std::uint32_t> particles) {
  for (const std::uint32_t i : particles) pressure_->forget(i);
}

bool QuadratureCoupling::isImplicit(const Member& member, const Body& body) {
  return member.force->actsOverSteps() && body.canResist();
}

void QuadratureCoupling::push(double share) {
  share_ = share;
  for (const Member& member : members_)
    for (std::size_t b = 0; b < member.bodies.size(); ++b) {
      Body* body = member.bodies[b];
      const std::span<const Vec3d> forces = member.force->vertexForces(*body);
      if (forces.empty()) continue;
      std::vector<Vec3d> shared(forces.begin(), forces.end());
      for (Vec3d& force : shared) force *= share;
      body->addForces(shared);
      if (!isImplicit(member, *body)) continue;
      const std::span<const Matrix3> stiffness = member.force->vertexStiffness(b);
      std::vector<Matrix3> resistance(stiffness.begin(), stiffness.end());
      for (Matrix3& k : resistance) k *= share;
      body->resist(resistance);
    }
}

void QuadratureCoupling::correct(FluidParticles& fluid, FluidSolver& solver, double dt) {
  for (const Member& member : members_) {
    if (!member.force->actsOverSteps()) continue;
    for (std::size_t b = 0; b < member.bodies.size(); ++b)
      if (const std::span<const Vec3d> away = member.bodies[b]->departures(); !away.empty())
        member.force->returnImpulses(b, away, share_, dt);
    member.force->applyChanges(fluid, solver, dt);
  }
}

std::vector<LoadsOnSolid> QuadratureCoupling::loads() const {
  std::vector<LoadsOnSolid> all = samples_.loads();
  for (const Member& member : members_) {
    LoadsOnSolid& on = all.emplace_back();
    on.solid = member.solid.index;
    on.centre = member.bodies.front()->inertia().centre;
    Loads& loads = on.loads;
    for (const Body* body : member.bodies) {
      const Load adhesion = sumOver(*body, member.force->adhesion(*body));
      const Load friction = sumOver(*body, member.force->friction(*body));
      loads[LoadKind::Pressure] += sumOver(*body, member.force->vertexForces(*body));
      loads[LoadKind::Pressure] -= adhesion;
      loads[LoadKind::Pressure] -= friction;
      loads[LoadKind::Adhesion] += adhesion;
      loads[LoadKind::Viscosity] += friction;
    }
  }
  return all;
}

}  // namespace shoal
