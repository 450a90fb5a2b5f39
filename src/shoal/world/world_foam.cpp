#include "shoal/world/world_foam.h"

#include "shoal/world/solids/solids.h"

namespace shoal {

WorldFoam::WorldFoam(const FoamSetup& setup, const WorldSetup& world, const Period& period)
    : foam_(setup.params, {.dimensions = world.world.dimensions,
                           .spacing = world.world.spacing,
                           .gravity = world.world.gravity,
                           .kernel = kernelOf(world.world, world.solver),
                           .period = period,
                           .domain = world.domain}),
      obstacles_(world.world.dimensions),
      walls_(setup.walls) {
  for (const FoamWall& wall : walls_) {
    motions_.emplace_back();
    if (wall.motion) motions_.back().emplace(*wall.motion);
  }
  if (world.solids)
    for (const SolidsSetup::Solid& solid : world.solids->solids)
      starts_[solid.name] = solid.surface;
}

void WorldFoam::know(const std::string& solid, const TriangleMesh& start) {
  starts_[solid] = start;
  solidsChanged();
}

// At once, so that a checkpoint before the next step knows of it.
void WorldFoam::solidsChanged() {
  foam_.forgetSolids();
  built_ = false;
}

std::vector<WorldFoam::Followed> WorldFoam::bodiesOf(const Solids* solids) {
  std::vector<Followed> bodies;
  if (!solids) return bodies;
  for (const RigidBody* body : solids->rigid()) bodies.push_back({body, body, 0});
  for (const Body* body : solids->deforming())
    bodies.push_back({body, nullptr, body->surface().revision});
  return bodies;
}

// A rigid solid starts from the surface of its set-up, whose bits do not depend on where it is.
void WorldFoam::rebuild(std::vector<Followed> bodies) {
  obstacles_.clear();
  for (const FoamWall& wall : walls_) obstacles_.add(wall.mesh, wall.room);
  for (const Followed& followed : bodies) {
    const BodySurface& surface = followed.body->surface();
    const auto start = starts_.find(followed.body->name());
    obstacles_.add(followed.rigid && start != starts_.end()
                       ? start->second
                       : TriangleMesh{surface.x, surface.triangles},
                   FluidRoom::Outside);
  }
  bodies_ = std::move(bodies);
  built_ = true;
}

void WorldFoam::place(double t) {
  for (std::size_t w = 0; w < walls_.size(); ++w)
    if (motions_[w]) obstacles_.move(w, motions_[w]->pose(t));
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const std::size_t obstacle = walls_.size() + b;
    const BodySurface& surface = bodies_[b].body->surface();
    if (bodies_[b].rigid)
      obstacles_.move(obstacle, bodies_[b].rigid->sinceStart());
    else
      obstacles_.deform(obstacle, {surface.x, surface.triangles});
  }
}

void WorldFoam::advance(const FluidParticles& fluid, const FluidSurroundings& around,
                        const CellGrid& grid, const Solids* solids, const Step& step) {
  std::vector<Followed> bodies = bodiesOf(solids);
  if (!built_ || bodies != bodies_) {
    rebuild(std::move(bodies));
    place(step.time);
  }
  obstacles_.beginStep();
  const FoamFluid now{.x = fluid.x.span(),
                      .v = fluid.v.span(),
                      .id = fluid.id.span(),
                      .grid = grid,
                      .near = around.near.fluidOfFluid,
                      .walls = around.boundary.x.span(),
                      .wallVolume = around.boundary.volume.span(),
                      .nearWalls = &around.near.boundaryOfFluid};
  foam_.advance(now, step.dt, static_cast<std::uint64_t>(step.number));
}

// Bodies may have torn in the step.
void WorldFoam::settle(const Solids* solids, double t, double dt) {
  std::vector<Followed> bodies = bodiesOf(solids);
  if (bodies != bodies_) {
    rebuild(std::move(bodies));
    foam_.forgetSolids();
  }
  place(t);
  foam_.settle(obstacles_, dt);
}

World::Snapshot::Foam WorldFoam::snapshot() const {
  StateWriter writer;
  foam_.save(writer);
  return {foam_.particles().size(), writer.numbers()};
}

Particles& WorldFoam::restore(const World::Snapshot::Foam& snapshot) {
  StateReader reader(snapshot.numbers);
  foam_.restore(reader);
  if (!reader.exhausted()) fail("its foam has more state than this scene");
  foam_.particles().set.resize(snapshot.particles);
  return foam_.particles().set;
}

}  // namespace shoal
