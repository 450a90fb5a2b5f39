#include "shoal/world/boundary.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/world/fluid_model.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world.h"

namespace shoal {

namespace {

constexpr double kFastest = 10;  // speeds of sound

// Spacings that fluid is kept off sheets, which stand amid their samples, and off other surfaces.
constexpr double kOffSheets = 0.3, kOffOthers = 0.1;
// Fluid that is pressed on a body with an inside may enter it by up to this share of the depth in
// which its samples stand: there is no other side to leak to, and moving particles aside costs
// angular momentum.
constexpr double kDepth = 0.75;

}  // namespace

Boundary::Boundary(const WorldSetup& setup, const KernelChoice& kernel, const Period& period,
                   double soundSpeed, double wallPressureFactor)
    : kernel_(kernel),
      period_(period),
      soundSpeed_(soundSpeed),
      grid_(kernel.radius, kernel.dimensions, CellGrid::Form::Automatic, period),
      wallCount_(setup.walls.size()) {
  samples_.wallPressureFactor = static_cast<float>(wallPressureFactor);
  for (std::size_t w = 0; w < wallCount_; ++w) addWall(setup, w);
  middles_ = middlesAtRest_;
  sort();
  computeSampleVolumes(samples_, grid_, kernel_);
}

void Boundary::addWall(const WorldSetup& setup, std::size_t w) {
  const WorldSetup::Wall& wall = setup.walls[w];
  const std::size_t first = samples_.set.append(wall.samples.size());
  motions_.emplace_back();
  if (wall.motion) motions_.back().emplace(*wall.motion);
  const auto contactCosine =
      static_cast<float>(portable::cos(wall.contactAngle * std::numbers::pi / 180));
  const auto repulsion = static_cast<float>(wallRepulsion(wall.coupling, soundSpeed_));
  for (std::size_t b = first; b < samples_.size(); ++b) {
    samples_.x[b] = samples_.rest[b] = wall.samples[b - first];
    samples_.v[b] = Vec3f(wall.velocity);
    samples_.wall[b] = static_cast<std::uint32_t>(w);
    samples_.sample[b] = static_cast<std::uint32_t>(b - first);
    samples_.friction[b] = static_cast<float>(wall.friction);
    samples_.slip[b] = static_cast<float>(wall.slip);
    samples_.repulsion[b] = repulsion;
    samples_.adhesion[b] = static_cast<float>(wall.adhesion);
    samples_.contactCosine[b] = contactCosine;
  }
  carried_ = carried_ || wall.motion;
  moves_ = moves_ || wall.motion || length(wall.velocity) > 0;
  Box3d around;
  for (const Vec3f& x : wall.samples) around.extend(Vec3d(x));
  middlesAtRest_.push_back(around.empty() ? Vec3d{} : around.centre());
  samples_.anyFriction = samples_.anyFriction || wall.friction > 0;
  samples_.anyAdhesion = samples_.anyAdhesion || wall.adhesion > 0;
}

void Boundary::couple(Solids& solids, const WorldSetup& setup) {
  const WorldParams& world = setup.world;
  standoff_ = fitWall(kernel_, world.spacing).standoff;
  firstStep_ = setup.timeStep.fixed > 0 ? setup.timeStep.fixed : setup.timeStep.maxStep;
  coupling_.emplace(
      VolumeCoupling::Space{world.dimensions, world.spacing, standoff_, world.gravity}, wallCount_);
  spacing_ = world.spacing;
  guard_.emplace(portable::hypot(spacing_, standoff_), world.dimensions);
  solids_ = &solids;
  for (const SolidsSetup::Obstacle& obstacle : setup.solids->obstacles)
    for (const WorldSetup::Wall& wall : setup.walls)
      if (wall.name == obstacle.name && wallRepulsion(wall.coupling, soundSpeed_) == 0)
        guard_->watch(*solids.partsOf(wall.name).front(),
                      {.distance = kOffOthers * spacing_, .stops = true});
  for (const SolidsSetup::Wetting& wetting : setup.solids->wettings) {
    wetted_.push_back({wetting.solid, wetting.params});
    wetted_.back().params.repulsion = wallRepulsion(wetting.coupling, soundSpeed_);
  }
  meetPieces();
}

void Boundary::meetPieces() {
  middles_.resize(wallCount_ + wetted_.size());
  for (std::size_t w = 0; w < wetted_.size(); ++w) {
    Wetted& wetted = wetted_[w];
    const std::vector<Body*> parts = solids_->partsOf(wetted.solid);
    for (; wetted.parts < parts.size(); ++wetted.parts) {
      owners_.push_back(w);
      coupling_->add(*parts[wetted.parts], wetted.params);
      if (wetted.params.repulsion == 0 && wetted.params.volumes.guard) guard(*parts[wetted.parts]);
    }
    middles_[wallCount_ + w] = parts.front()->totals().centre;
  }
}

void Boundary::guard(const Body& body) {
  const BodySurface& surface = body.surface();
  const bool closed = checkMesh({surface.x, surface.triangles}).closed();
  if (closed)
    guard_->watch(body, {.distance = kOffOthers * spacing_, .depth = kDepth * standoff_});
  else
    guard_->watch(body, {.distance = kOffSheets * spacing_});
}

void Boundary::beginMotion(const FluidParticles& fluid, const FluidSurroundings& around) {
  const Timed timed{"walls/guard"};
  guard_->begin(fluid, around);
}

void Boundary::endMotion(FluidParticles& fluid, FluidSolver& solver, double dt) {
  const Timed timed{"walls/guard"};
  solver.changeVelocities(fluid, guard_->correct(fluid, dt));
}

// Samples of one cell stay in the order that they come in. They come in that of their walls, so
// that nothing depends on where they were before.
void Boundary::sort() {
  std::vector<std::uint32_t> first;  // of each wall
  for (std::size_t b = 0; b < samples_.size(); ++b) {
    if (samples_.wall[b] + 2 > first.size()) first.resize(samples_.wall[b] + 2);
    ++first[samples_.wall[b] + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> order(samples_.size());
  for (std::uint32_t b = 0; b < samples_.size(); ++b)
    order[first[samples_.wall[b]] + samples_.sample[b]] = b;
  samples_.set.rearrange(order);
  grid_.build(samples_.x.span());
  samples_.set.rearrange(grid_.order());
}

void Boundary::move(double t, double step) {
  if (!carried_ && !coupling_) return;
  const Timed timed{"walls/move"};
  if (carried_) moveWalls(t);
  if (coupling_) {
    meetPieces();
    coupling_->place(samples_, step > 0 ? step : firstStep_);
  }
  sort();
  fastest_ = double(std::sqrt(parallelMax(
      samples_.size(), 0.0f, [&](std::size_t b) { return dot(samples_.v[b], samples_.v[b]); })));
  stopIfDiverged(t);
}

// A step that follows such a body would be too short to get anywhere.
void Boundary::stopIfDiverged(double t) const {
  const double fastest = kFastest * soundSpeed_;
  if (fastest_ <= fastest) return;
  for (std::size_t b = 0; b < samples_.size(); ++b)
    if (samples_.wall[b] >= wallCount_ && !(double(length(samples_.v[b])) <= fastest))
      fail(
          "solid \"{}\" diverged at t = {:.6g} s: it moves with {:.4g} m/s, beyond ten times the "
          "speed of sound; look for what pushes it, or give it damping or a shorter step of its "
          "own",
          wetted_[owners_[samples_.wall[b] - wallCount_]].solid, t, length(samples_.v[b]));
}

void Boundary::moveWalls(double t) {
  parallelFor(samples_.size(), [&](std::size_t b) {
    if (samples_.wall[b] >= wallCount_) return;
    const std::optional<Motion>& motion = motions_[samples_.wall[b]];
    if (!motion) return;
    const Vec3d rest(samples_.rest[b]);
    samples_.x[b] = period_.wrapped(Vec3f(motion->position(rest, t)));
    samples_.v[b] = Vec3f(motion->velocity(rest, t));
  });
  for (std::size_t w = 0; w < wallCount_; ++w)
    if (motions_[w]) middles_[w] = motions_[w]->position(middlesAtRest_[w], t);
}

void Boundary::findVolumes(const CellGrid& fluid) {
  if (!carried_ && !coupling_) return;
  const Timed timed{"walls/volumes"};
  computeSampleVolumes(samples_, grid_, kernel_, &fluid);
}

std::vector<Load> Boundary::loads(std::span<const Vec3f> onSamples) const {
  std::vector<Load> sums(middles_.size());
  for (std::size_t b = 0; b < onSamples.size(); ++b) {
    const Vec3d force(onSamples[b]);
    const std::size_t wall = samples_.wall[b];
    const std::size_t owner = wall < wallCount_ ? wall : wallCount_ + owners_[wall - wallCount_];
    sums[owner] += {force, cross(Vec3d(samples_.x[b]), force)};
  }
  return sums;
}

double Boundary::powerOnWalls() const {
  return parallelSum(samples_.size(), 0.0, [&](std::size_t b) {
    return samples_.wall[b] < wallCount_ ? dot(Vec3d(forces[b]), Vec3d(samples_.v[b])) : 0.0;
  });
}

std::vector<double> Boundary::state() const {
  StateWriter writer;
  if (coupling_) coupling_->save(writer);
  return writer.numbers();
}

void Boundary::restore(std::span<const double> numbers) {
  StateReader reader(numbers);
  if (coupling_) {
    meetPieces();
    coupling_->restore(reader);
  }
  if (!reader.exhausted()) fail("its coupling has more state than this scene");
}

}  // namespace shoal
