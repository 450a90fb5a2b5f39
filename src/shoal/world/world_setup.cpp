#include "shoal/world/world_setup.h"

#include "shoal/core/error.h"

namespace shoal {

namespace {

void checkPlane(const WorldSetup& setup) {
  if (setup.world.dimensions == 3) return;
  if (setup.world.gravity.z != 0)
    throw Error({}, "world.gravity", "must not point out of the plane z = 0 when dimensions = 2");
  for (const Vec3f& v : setup.velocities)
    if (v.z != 0)
      throw Error({}, "fluid.velocity",
                  "must not point out of the plane z = 0 when dimensions = 2");
  for (const Vec3f& x : setup.positions)
    if (x.z != 0) throw Error({}, "fluid.fill", "must lie in the plane z = 0 when dimensions = 2");
}

}  // namespace

void validate(const WorldSetup& setup) {
  validate(setup.world, "world");
  validate(setup.timeStep, "timeStep");
  if (setup.fluids.empty()) fail("a world needs at least one fluid material");
  validate(setup.solver, "fluid");
  for (const WorldSetup::Fluid& fluid : setup.fluids) validate(fluid.material, "fluid");
  for (const WorldSetup::Surface& surface : setup.surfaces) validate(surface.params, "solid");
  for (const ProbeParams& probe : setup.probes) validate(probe, "probe");
  checkPlane(setup);
}

}  // namespace shoal
