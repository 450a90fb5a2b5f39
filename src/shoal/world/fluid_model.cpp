#include "shoal/world/fluid_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/sph/forces/body_force.h"
#include "shoal/sph/forces/cohesion.h"
#include "shoal/sph/forces/explicit_viscosity.h"
#include "shoal/sph/forces/gravity.h"
#include "shoal/sph/forces/implicit_viscosity.h"
#include "shoal/sph/forces/surface_tension.h"
#include "shoal/sph/solvers/dfsph.h"
#include "shoal/sph/solvers/pcisph.h"
#include "shoal/sph/solvers/wcsph.h"
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
    for (const Vec3f& x : surface.samples) lowest = std::min(lowest, -dot(g, Vec3d(x)));
  for (const Vec3f& v : setup.velocities) fastest = std::max(fastest, double(length(v)));
  const std::vector<Nozzle> nozzles =
      makeNozzles(setup.sources, setup.world, kernelOf(setup.world));
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

std::unique_ptr<FluidSolver> makeSolver(const WorldSetup& setup, const KernelChoice& kernel,
                                        FluidParticles& fluid) {
  if (setup.solver.solver == "pcisph")
    return std::make_unique<Pcisph>(setup.solver.pcisph, chooseSoundSpeed(setup),
                                    setup.world.spacing, kernel, fluid);
  if (setup.solver.solver == "dfsph")
    return std::make_unique<Dfsph>(setup.solver.dfsph, setup.world.spacing,
                                   chooseSoundSpeed(setup) / 10, kernel, fluid);
  return std::make_unique<Wcsph>(setup.solver.wcsph, chooseSoundSpeed(setup), kernel, fluid);
}

namespace {

// Nothing if no fluid is viscous.
std::unique_ptr<FluidForce> makeViscosity(const WorldSetup& setup, const KernelChoice& kernel,
                                          FluidParticles& fluid) {
  const ViscosityParams& params = setup.solver.viscosity;
  const auto viscous = [](const WorldSetup::Fluid& f) { return f.material.viscosity > 0; };
  if (params.model == ViscosityModel::None ||
      std::none_of(setup.fluids.begin(), setup.fluids.end(), viscous))
    return nullptr;
  const auto form =
      params.model == ViscosityModel::Kernel ? ViscosityForm::Full : ViscosityForm::Projected;
  const ViscosityOperator viscosity = fitViscosity(form, kernel, setup.world.spacing);
  if (params.model == ViscosityModel::Implicit)
    return std::make_unique<ImplicitViscosity>(params.implicit, viscosity, fluid);
  return std::make_unique<ExplicitViscosity>(viscosity, fluid);
}

std::vector<float> byPhase(const WorldSetup& setup, double FluidParams::*parameter) {
  std::vector<float> values;
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    values.push_back(static_cast<float>(fluid.material.*parameter));
  return values;
}

bool anyPositive(const std::vector<float>& values) {
  return std::any_of(values.begin(), values.end(), [](float value) { return value > 0; });
}

std::unique_ptr<FluidForce> makeCohesion(const WorldSetup& setup) {
  std::vector<float> kappa = byPhase(setup, &FluidParams::cohesion);
  const auto adheres = [](const WorldSetup::Surface& s) { return s.params.adhesion > 0; };
  if (!anyPositive(kappa) && std::none_of(setup.surfaces.begin(), setup.surfaces.end(), adheres))
    return nullptr;
  return std::make_unique<Cohesion>(std::move(kappa));
}

std::unique_ptr<FluidForce> makeSurfaceTension(const WorldSetup& setup,
                                               const KernelChoice& kernel) {
  std::vector<float> sigma = byPhase(setup, &FluidParams::surfaceTension);
  if (!anyPositive(sigma)) return nullptr;
  return std::make_unique<SurfaceTension>(std::move(sigma), kernel, setup.world.spacing,
                                          periodOf(setup.world));
}

}  // namespace

FluidForces makeForces(const WorldSetup& setup, const KernelChoice& kernel, FluidParticles& fluid) {
  FluidForces forces;
  if (length(setup.world.gravity) > 0)
    forces.push_back(std::make_unique<Gravity>(Vec3f(setup.world.gravity)));
  if (auto cohesion = makeCohesion(setup)) forces.push_back(std::move(cohesion));
  if (auto tension = makeSurfaceTension(setup, kernel)) forces.push_back(std::move(tension));
  const VectorFormula bodyForce(setup.world.bodyForce);
  if (!bodyForce.constant() || length(bodyForce({}, 0)) > 0)
    forces.push_back(std::make_unique<BodyForce>(bodyForce));
  if (auto viscosity = makeViscosity(setup, kernel, fluid)) forces.push_back(std::move(viscosity));
  return forces;
}

}  // namespace shoal
