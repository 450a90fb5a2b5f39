#include "shoal/world/fluid_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/sph/fluid_context.h"
#include "shoal/sph/forces/force_table.h"
#include "shoal/world/sources/nozzle.h"

namespace shoal {

namespace {

// The radius, in spacings, of drops that capillary pressure should compress by one percent at most.
constexpr double kSmallDrop = 5;

}  // namespace

double chooseSoundSpeed(const WorldSetup& setup) {
  if (setup.solver.wcsph.soundSpeed > 0) return setup.solver.wcsph.soundSpeed;
  const Vec3d g = setup.world.gravity;
  double highest = -std::numeric_limits<double>::max(), lowest = -highest, fastest = 0;
  double capillary = 0;  // m^2/s^2, pressure over density in a small drop
  for (const Vec3f& x : setup.positions) {
    highest = std::max(highest, -dot(g, Vec3d(x)));
    lowest = std::min(lowest, -dot(g, Vec3d(x)));
  }
  for (const WorldSetup::Surface& surface : setup.surfaces)
    for (const Vec3f& x : surface.samples.first) lowest = std::min(lowest, -dot(g, Vec3d(x)));
  for (const Vec3f& v : setup.velocities) fastest = std::max(fastest, double(length(v)));
  const std::vector<Nozzle> nozzles =
      makeNozzles(setup.sources, setup.world, kernelOf(setup.world, setup.solver));
  for (const Nozzle& nozzle : nozzles) lowest = std::min(lowest, -dot(g, nozzle.params().centre));
  const auto speedFrom = [&](double height, double v) {
    return std::sqrt(2 * std::max(0.0, height - lowest) + sq(v));
  };
  double speed = setup.positions.empty() ? 0 : speedFrom(highest, fastest);
  for (const Nozzle& nozzle : nozzles)
    speed = std::max(speed, speedFrom(-dot(g, nozzle.params().centre), nozzle.fastest()));
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    capillary =
        std::max(capillary, fluid.material.surfaceTension /
                                (fluid.material.density * kSmallDrop * setup.world.spacing));
  speed = std::sqrt(sq(speed) + capillary);
  return speed > 0 ? 10 * speed : 10.0;
}

namespace {

FluidContext contextOf(const WorldSetup& setup, const KernelChoice& kernel, FluidParticles& fluid) {
  std::vector<FluidParams> materials;
  for (const WorldSetup::Fluid& one : setup.fluids) materials.push_back(one.material);
  return {.fluid = fluid,
          .kernel = kernel,
          .spacing = setup.world.spacing,
          .period = periodOf(setup.world),
          .soundSpeed = chooseSoundSpeed(setup),
          .gravity = setup.world.gravity,
          .bodyForce = setup.world.bodyForce,
          .sponges = setup.world.sponges,
          .solver = setup.solver,
          .materials = std::move(materials)};
}

// A table [force.<word>] switches on what was added; what is built in looks at the parameters.
std::unique_ptr<FluidForce> makeForce(const FluidForceKind& kind, const WorldSetup& setup,
                                      FluidContext context) {
  if (!kind.parameters) return kind.make(context);
  context.own = setup.forces.find(kind);
  if (!context.own) return nullptr;
  validate(*kind.parameters, context.own, "force." + kind.word);
  return kind.make(context);
}

}  // namespace

std::unique_ptr<FluidSolver> makeSolver(const WorldSetup& setup, const KernelChoice& kernel,
                                        FluidParticles& fluid) {
  const PressureSolver& kind = *setup.solver.solver;
  FluidContext context = contextOf(setup, kernel, fluid);
  if (kind.parameters) context.own = setup.solver.added.valueOf(kind);
  return kind.make(context);
}

FluidForces makeForces(const WorldSetup& setup, const KernelChoice& kernel, FluidParticles& fluid) {
  const FluidContext context = contextOf(setup, kernel, fluid);
  FluidForces forces;
  for (const FluidForceKind& kind : KindTable<FluidForceKind>::all())
    if (auto force = makeForce(kind, setup, context)) forces.push_back(std::move(force));
  return forces;
}

}  // namespace shoal
