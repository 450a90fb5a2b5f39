// Solids of a world that come and go.
#include <algorithm>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/error.h"
#include "shoal/world/solids/solid_room.h"
#include "shoal/world/world.h"
#include "shoal/world/world_foam.h"

namespace shoal {

namespace {

bool isAmong(std::span<const std::string> all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

SolidId World::add(const SolidsSetup::Solid& solid, const SurfaceParams& surface,
                   std::span<const EventParams> events) {
  validate(surface, "solid");
  if (coupled_->find(solid.name))
    fail("solid \"{}\": there is another solid of that name; choose a new one", solid.name);
  if (!solids_) startSolids();
  const SolidId id = solids_->add(solid, events, time_);
  try {
    if (surface.coupling->make) requireRoom(id);
    couple({.solid = solid.name, .params = surface, .free = true});
    if (foam_) foam_->know(solid.name, solid.surface);
    followSolids();
  } catch (...) {
    drop(id);
    throw;
  }
  return id;
}

void World::remove(SolidId solid) {
  if (!coupled_->find(solid)) fail("there is no solid of number {} that forces move", solid.index);
  drop(solid);
}

// Couplings forget bodies before these die.
void World::drop(SolidId solid) {
  if (const auto number = coupled_->find(solid)) {
    coupled_->remove(*number);
    loads_.remove(*number);
  }
  solids_->remove(solid);
  if (foam_) foam_->solidsChanged();
  followSolids();
}

// The one way of a solid to its coupling, at the start and later.
void World::couple(const WorldSetup::Surface& surface) {
  CoupledSolid solid;
  solid.name = surface.solid;
  if (surface.free) {
    const auto id = solids_ ? solids_->find(surface.solid) : std::nullopt;
    if (!id) fail("solid \"{}\" is said to be free, but is no body", surface.solid);
    solid.id = *id;
  }
  solid.surface = surface.params;
  solid.free = surface.free;
  solid.splitLoads = probes_.splitsLoadsOn(surface.solid);
  solid.samples = surface.samples;
  solid.velocity = surface.velocity;
  solid.motion = surface.motion;
  solid.parts = partsOf(solid);
  loads_.add((*coupled_)[coupled_->add(std::move(solid))]);
}

// Solids that forces do not move may become bodies later.
std::function<std::vector<Body*>()> World::partsOf(const CoupledSolid& solid) {
  if (solid.free) return [this, id = solid.id] { return solids_->parts(id); };
  return [this, name = solid.name, id = std::optional<SolidId>()]() mutable {
    if (!id && solids_) id = solids_->find(name);
    return id ? solids_->parts(*id) : std::vector<Body*>{};
  };
}

void World::followSolids() {
  forces_.resize(fluidForces_);
  for (auto& force : coupled_->forces()) forces_.push_back(std::move(force));
  placeBoundary();
  showSolidsToProbes();
}

void World::showSolidsToProbes() {
  std::vector<ProbedSolid> solids(coupled_->size());
  for (std::size_t s = 0; s < solids.size(); ++s) {
    if (!coupled_->has(s)) continue;
    const CoupledSolid& solid = (*coupled_)[s];
    solids[s] = {solid.name, solid.parts, solid.motion,
                 [this, s] { return startingSurface((*coupled_)[s]); }, boundary_->samplesOf(s)};
  }
  probes_.follow(solids);
}

// Before any motion.
TriangleMesh World::startingSurface(const CoupledSolid& solid) const {
  const std::vector<Body*> parts = solid.parts();
  if (parts.empty()) {
    if (obstacles_)
      for (const SolidsSetup::Obstacle& obstacle : obstacles_->obstacles)
        if (obstacle.name == solid.name) return obstacle.mesh;
    return {};
  }
  TriangleMesh mesh{parts.front()->surface().x, parts.front()->surface().triangles};
  const RigidBody* rigid = parts.front()->asRigid();
  if (!rigid) return mesh;
  const Pose back = inverse(solid.motion ? Motion(*solid.motion).pose(time_) : rigid->sinceStart());
  for (Vec3d& x : mesh.vertices) x = back(x);
  return mesh;
}

void World::startSolids() {
  solids_ = std::make_unique<Solids>(obstacles_ ? *obstacles_ : SolidsSetup{}, params_, time_);
  obstacles_.reset();
}

void World::requireRoom(SolidId solid) const {
  const BodySurface& surface = solids_->parts(solid).front()->surface();
  std::vector<std::uint8_t> taken(fluid_.size(), 0);
  markTaken(fluid_.x.span(), {surface.x, surface.triangles}, params_.spacing, taken);
  if (const auto count = std::count(taken.begin(), taken.end(), 1))
    fail(
        "{} fluid particles are inside of it or nearer than half a spacing; add it elsewhere, or "
        "take them out by World::makeRoom",
        count);
}

std::size_t World::makeRoom(const TriangleMesh& surface) {
  std::vector<std::uint8_t> taken(fluid_.size(), 0);
  markTaken(fluid_.x.span(), surface, params_.spacing, taken);
  const auto count = static_cast<std::size_t>(std::count(taken.begin(), taken.end(), 1));
  fluid_.set.remove(taken);
  cleared_ += count;
  return count;
}

Loads World::loadsOn(SolidId solid) const {
  const auto number = coupled_->find(solid);
  return number ? loads_.loads()[*number] : Loads{};
}

Load World::fluidLoadOn(const std::string& solid) const {
  const auto number = coupled_->find(solid);
  if (!number) return {};
  Load load = loads_.loads()[*number].byFluid();
  load.torque -= cross(loads_.centres()[*number], load.force);
  return load;
}

std::vector<std::string> World::freeSolids() const {
  std::vector<std::string> all;
  for (std::size_t s = 0; s < coupled_->size(); ++s)
    if (coupled_->has(s) && (*coupled_)[s].free) {
      const CoupledSolid& solid = (*coupled_)[s];
      all.push_back(fmt::format("\"{}\" ({}, {})", solid.name, solids_->modelOf(solid.id),
                                solid.surface.coupling->word));
    }
  return all;
}

void World::requireSolids(std::span<const std::string> saved) const {
  const std::vector<std::string> here = freeSolids();
  for (const std::string& solid : saved)
    if (!isAmong(here, solid))
      fail("it has the solid {}, which this world has not; add that before", solid);
  for (const std::string& solid : here)
    if (!isAmong(saved, solid))
      fail("it has not the solid {}, which this world has; remove that before", solid);
  if (!std::equal(saved.begin(), saved.end(), here.begin(), here.end()))
    fail("its solids came in another order: {}; add them in that order", fmt::join(saved, ", "));
}

}  // namespace shoal
