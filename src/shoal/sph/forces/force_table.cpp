#include "shoal/sph/forces/force_table.h"

#include <algorithm>

#include "shoal/core/formula.h"
#include "shoal/sph/forces/body_force.h"
#include "shoal/sph/forces/cohesion.h"
#include "shoal/sph/forces/explicit_viscosity.h"
#include "shoal/sph/forces/gravity.h"
#include "shoal/sph/forces/implicit_viscosity.h"
#include "shoal/sph/forces/sponge.h"
#include "shoal/sph/forces/surface_tension.h"

namespace shoal {

namespace {

using Made = std::unique_ptr<FluidForce>;

bool anyPositive(const std::vector<float>& values) {
  return std::any_of(values.begin(), values.end(), [](float value) { return value > 0; });
}

Made makeGravity(const FluidContext& c) {
  return length(c.gravity) > 0 ? std::make_unique<Gravity>(Vec3f(c.gravity)) : nullptr;
}

// Without cohesion, too: a boundary that attracts fluid may come at any time.
Made makeCohesion(const FluidContext& c) {
  return std::make_unique<Cohesion>(c.byPhase(&FluidParams::cohesion));
}

Made makeSurfaceTension(const FluidContext& c) {
  std::vector<float> sigma = c.byPhase(&FluidParams::surfaceTension);
  if (!anyPositive(sigma)) return nullptr;
  return std::make_unique<SurfaceTension>(std::move(sigma), c.kernel, c.spacing, c.period);
}

Made makeBodyForce(const FluidContext& c) {
  const VectorFormula force(c.bodyForce);
  if (force.constant() && length(force({}, 0)) == 0) return nullptr;
  return std::make_unique<BodyForce>(force);
}

Made makeSponge(const FluidContext& c) {
  return c.sponges.empty() ? nullptr : std::make_unique<Sponge>(c.sponges);
}

Made makeViscosity(const FluidContext& c) {
  const ViscosityParams& params = c.solver.viscosity;
  const auto viscous = [](const FluidParams& material) { return material.viscosity > 0; };
  if (std::none_of(c.materials.begin(), c.materials.end(), viscous)) return nullptr;
  const auto fitted = [&](ViscosityForm form) { return fitViscosity(form, c.kernel, c.spacing); };
  switch (params.model) {
    case ViscosityModel::Explicit:
      return std::make_unique<ExplicitViscosity>(fitted(ViscosityForm::Projected), c.fluid);
    case ViscosityModel::Kernel:
      return std::make_unique<ExplicitViscosity>(fitted(ViscosityForm::Full), c.fluid);
    case ViscosityModel::Implicit:
      return std::make_unique<ImplicitViscosity>(params.implicit, fitted(ViscosityForm::Projected),
                                                 c.fluid);
    case ViscosityModel::None:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

std::vector<FluidForceKind> FluidForceKind::builtIn() {
  return {
      {{"gravity", "The weight of the fluid."}, makeGravity},
      {{"cohesion", "Attraction between particles, and of boundaries."}, makeCohesion},
      {{"surfaceTension", "Tension of free surfaces."}, makeSurfaceTension},
      {{"bodyForce", "A force per mass, of place and time."}, makeBodyForce},
      {{"sponge", "Damping zones."}, makeSponge},
      {{"viscosity", "Friction within the fluid."}, makeViscosity},
  };
}

}  // namespace shoal
