#include "shoal/scene/assemble/world_setup.h"

namespace shoal {

WorldSetup worldSetup(const Scene& scene, const Assembly& assembly) {
  WorldSetup setup;
  setup.world = scene.world;
  setup.timeStep = scene.timeStep;
  if (!scene.fluids.empty()) {
    setup.solver = scene.fluids[0].solving;
    setup.fluids.clear();
  }
  for (const SceneFluid& fluid : scene.fluids) setup.fluids.push_back({fluid.name, fluid.material});
  setup.phases = assembly.fluid.phases;
  setup.positions = assembly.fluid.positions;
  setup.velocities = assembly.fluid.velocities;
  for (const AssembledWall& wall : assembly.walls)
    setup.walls.push_back({wall.name, wall.samples, wall.solid.friction, wall.solid.velocity,
                           wall.solid.motion, wall.solid.slip, wall.solid.coupling,
                           wall.solid.adhesion, wall.solid.contactAngle});
  setup.solids = assembly.solids;
  setup.forces = scene.forces;
  setup.sources = scene.sources;
  setup.probes = scene.probes;
  setup.domain = assembly.domain;
  return setup;
}

}  // namespace shoal
