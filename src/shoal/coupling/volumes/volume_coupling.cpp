#include "shoal/coupling/volumes/volume_coupling.h"

#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/mesh_check.h"

namespace shoal {

namespace {

// Spacings that fluid is kept off sheets, which stand amid their samples, and off other surfaces.
constexpr double kOffSheets = 0.3, kOffOthers = 0.1;
// Fluid that is pressed on a body with an inside may enter it by up to this share of the depth in
// which its samples stand: there is no other side to leak to, and moving particles aside costs
// angular momentum.
constexpr double kDepth = 0.75;

}  // namespace

VolumeCoupling::VolumeCoupling(const CouplingContext& context, Boundary& boundary)
    : SampledCoupling(context, volumePlacement(context.kernel, context.spacing), boundary),
      guard_(portable::hypot(context.spacing, placement().standoff), context.dimensions) {}

void VolumeCoupling::add(CoupledSolid solid) {
  if (!solid.free) walls_.push_back({solid.index, solid.parts});
  SampledCoupling::add(std::move(solid));
}

void VolumeCoupling::remove(std::size_t solid) {
  std::erase_if(walls_, [&](const Unwatched& wall) { return wall.solid == solid; });
  guard_.forget(solid);
  SampledCoupling::remove(solid);
}

void VolumeCoupling::prepare() {
  if (!walls_.empty()) watchWalls();
  SampledCoupling::prepare();
}

// Walls have bodies where there are bodies that may press fluid on them, of whichever coupling.
void VolumeCoupling::watchWalls() {
  std::erase_if(walls_, [&](const Unwatched& wall) {
    const std::vector<Body*> parts = wall.parts();
    for (const Body* part : parts)
      guard_.watch(wall.solid, *part, {.distance = kOffOthers * context().spacing, .stops = true});
    return !parts.empty();
  });
}

void VolumeCoupling::partJoined(const Body& part, const CoupledSolid& solid) {
  if (!solid.surface.volumes.value_or(VolumesParams{}).guard) return;
  const BodySurface& surface = part.surface();
  const double spacing = context().spacing;
  if (checkMesh({surface.x, surface.triangles}).closed())
    guard_.watch(solid.index, part,
                 {.distance = kOffOthers * spacing, .depth = kDepth * placement().standoff});
  else
    guard_.watch(solid.index, part, {.distance = kOffSheets * spacing});
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
