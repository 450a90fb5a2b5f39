#include "shoal/coupling/volumes/volume_coupling.h"

#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

namespace {

// Spacings that fluid is kept off sheets, which stand amid their samples, and off other surfaces.
constexpr double kOffSheets = 0.3, kOffOthers = 0.1;
// Fluid that is pressed on a body with an inside may enter it by up to this share of the depth in
// which its samples stand: there is no other side to leak to, and moving particles aside costs
// angular momentum.
constexpr double kDepth = 0.75;

}  // namespace

SamplePlacement volumePlacement(const KernelChoice& kernel, double spacing) {
  return {spacing, fitWall(kernel, spacing).standoff};
}

VolumeCoupling::VolumeCoupling(std::vector<CoupledSolid> solids, const CouplingContext& context,
                               Boundary& boundary)
    : SampledCoupling(std::move(solids), context, volumePlacement(context.kernel, context.spacing),
                      boundary),
      guard_(portable::hypot(context.spacing, placement().standoff), context.dimensions) {
  for (const CoupledSolid& solid : this->solids())
    if (!solid.free && solid.parts)
      guard_.watch(*solid.parts().front(),
                   {.distance = kOffOthers * context.spacing, .stops = true});
}

void VolumeCoupling::partJoined(const Body& part, const CoupledSolid& solid) {
  if (!solid.surface.volumes.value_or(VolumesParams{}).guard) return;
  const BodySurface& surface = part.surface();
  const double spacing = context().spacing;
  if (checkMesh({surface.x, surface.triangles}).closed())
    guard_.watch(part, {.distance = kOffOthers * spacing, .depth = kDepth * placement().standoff});
  else
    guard_.watch(part, {.distance = kOffSheets * spacing});
}

void VolumeCoupling::begin(const FluidParticles& fluid, const FluidSurroundings& around) {
  if (!boundary().hasFree()) return;
  const Timed timed{"walls/guard"};
  guard_.begin(fluid, around);
}

void VolumeCoupling::correct(FluidParticles& fluid, FluidSolver& solver, double dt) {
  if (!boundary().hasFree()) return;
  const Timed timed{"walls/guard"};
  solver.changeVelocities(fluid, guard_.correct(fluid, dt));
}

}  // namespace shoal
