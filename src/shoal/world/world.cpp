#include "shoal/world/world.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/sph/wall_volume.h"
#include "shoal/world/fluid_model.h"

namespace shoal {

namespace {

constexpr int kMostAttempts = 3;  // to solve a step again, shorter each time

// In 2D nothing may leave the plane z = 0.
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

World::World(const WorldSetup& setup)
    : params_(setup.world),
      timeStep_(setup.timeStep),
      kernel_(kernelOf(setup.world)),
      domain_(setup.domain),
      fluidGrid_(kernel_.radius, kernel_.dimensions),
      wallGrid_(kernel_.radius, kernel_.dimensions) {
  validate(setup.world, "world");
  validate(setup.timeStep, "timeStep");
  if (setup.fluids.empty()) fail("a world needs at least one fluid material");
  validate(setup.solver, "fluid");
  for (const WorldSetup::Fluid& fluid : setup.fluids) validate(fluid.material, "fluid");
  checkPlane(setup);
  soundSpeed_ = chooseSoundSpeed(setup);
  solver_ = makeSolver(setup, kernel_, fluid_);
  forces_ = makeForces(setup, kernel_, fluid_);
  placeFluid(setup);
  placeWalls(setup);
}

World::~World() = default;

void World::placeFluid(const WorldSetup& setup) {
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    fluid_.phases.add(fluid.name, fluid.material.density, fluid.material.viscosity);
  fluid_.volume =
      static_cast<float>(params_.particleVolume * std::pow(params_.spacing, params_.dimensions));
  fluid_.set.resize(setup.positions.size());
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    fluid_.x[i] = setup.positions[i];
    fluid_.v[i] = setup.velocities.empty() ? Vec3f{} : setup.velocities[i];
    fluid_.phase[i] = setup.phases.empty() ? 0 : setup.phases[i];
    fluid_.id[i] = static_cast<std::uint32_t>(i);
  }
  solver_->welcome(fluid_, {0, fluid_.size()});
}

void World::placeWalls(const WorldSetup& setup) {
  wallCount_ = setup.walls.size();
  for (std::size_t w = 0; w < wallCount_; ++w) {
    const WorldSetup::Wall& wall = setup.walls[w];
    const std::size_t first = walls_.set.append(wall.samples.size());
    for (std::size_t k = 0; k < wall.samples.size(); ++k) {
      walls_.x[first + k] = wall.samples[k];
      walls_.wall[first + k] = static_cast<std::uint32_t>(w);
      walls_.friction[first + k] = static_cast<float>(wall.friction);
      walls_.adhesion[first + k] = static_cast<float>(wall.adhesion);
    }
    walls_.anyFriction = walls_.anyFriction || wall.friction > 0;
    walls_.anyAdhesion = walls_.anyAdhesion || wall.adhesion > 0;
  }
  wallGrid_.build(walls_.x.span());
  walls_.set.rearrange(wallGrid_.order());
  computeWallVolumes(walls_, wallGrid_, kernel_);
  walls_.mirror = static_cast<float>(fitWall(kernel_, params_.spacing).mirror);
}

StepReport World::step(double notBeyond) {
  StepReport report;
  report.escapes = removeEscaped();
  rebuildNeighbours();
  solver_->prepare(fluid_, surroundings(), forces_, time_);
  stopIfDiverged();
  report.dt = solveStep(notBeyond);
  if (watchWalls_) computeWallForces();
  const bool observed = time_ + report.dt >= notBeyond * (1 - 1e-12);
  if (observed || watchPressure_) solver_->feelPressure(fluid_, surroundings());
  solver_->move(fluid_, report.dt, furthestMove());
  // A step that was cut to end at `notBeyond` ends there exactly.
  time_ =
      std::abs(time_ + report.dt - notBeyond) < 1e-9 * report.dt ? notBeyond : time_ + report.dt;
  report.step = ++steps_;
  report.time = time_;
  return report;
}

std::vector<Escape> World::removeEscaped() {
  const Timed t{"world/escapes"};
  const Box3f inside{Vec3f(domain_.lower), Vec3f(domain_.upper)};
  const std::size_t n = fluid_.size();
  const auto outside = [&](std::size_t i) { return !inside.contains(fluid_.x[i]); };
  std::vector<Escape> escapes;
  if (parallelSum(n, std::size_t{0}, [&](std::size_t i) { return std::size_t{outside(i)}; }) == 0)
    return escapes;
  std::vector<std::uint8_t> gone(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!outside(i)) continue;
    gone[i] = 1;
    escapes.push_back({time_, fluid_.id[i], fluid_.x[i], fluid_.v[i]});
  }
  fluid_.set.remove(gone);
  escaped_ += escapes.size();
  return escapes;
}

void World::rebuildNeighbours() {
  {
    const Timed t{"neighbours/sort"};
    fluidGrid_.build(fluid_.x.span());
    fluid_.set.rearrange(fluidGrid_.order());
  }
  const Timed t{"neighbours/lists"};
  near_.fluidOfFluid.build(fluid_.x.span(), fluidGrid_, kernel_.radius, true);
  near_.wallOfFluid.build(fluid_.x.span(), wallGrid_, kernel_.radius, false);
}

// No particle may move further than its radius in a step: a step in which
// pressure turns out to make one faster is solved again, shorter.
double World::solveStep(double notBeyond) {
  double dt = chooseStep(notBeyond);
  for (int attempt = 0;; ++attempt) {
    solver_->solve(fluid_, surroundings(), forces_, dt);
    if (timeStep_.fixed > 0 || attempt == kMostAttempts) return dt;
    const double move = dt * solver_->fastestMove(fluid_);
    if (!(move > furthestMove())) return dt;
    dt *= std::max(0.25, 0.9 * furthestMove() / move);
  }
}

double World::furthestMove() const {
  return timeStep_.fixed > 0 ? std::numeric_limits<double>::max() : params_.spacing / 2;
}

double World::chooseStep(double notBeyond) const {
  const double longest = longestStep();
  const double left = notBeyond - time_;
  if (left <= longest) return left;
  // Two equal steps rather than a full one and a sliver.
  return left < 2 * longest ? left / 2 : longest;
}

double World::longestStep() const {
  if (timeStep_.fixed > 0) return timeStep_.fixed;
  const StepLimits limits{timeStep_.courant, timeStep_.force, timeStep_.viscous};
  double longest =
      std::min(timeStep_.largest, solver_->longestStep(fluid_, surroundings(), limits));
  for (const auto& force : forces_)
    longest = std::min(longest, force->longestStep(fluid_, surroundings(), limits));
  return longest;
}

void World::stopIfDiverged() const {
  const Timed t{"world/divergence"};
  const auto wild = [&](std::size_t i) {
    return !isFinite(fluid_.a[i]) || double(dot(fluid_.v[i], fluid_.v[i])) > sq(2 * soundSpeed_);
  };
  const std::size_t n = fluid_.size();
  const std::size_t first = parallelReduce(
      n, n, [&](std::size_t i) { return wild(i) ? i : n; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (first == n) return;
  const Vec3f& x = fluid_.x[first];
  const bool force = !isFinite(fluid_.a[first]);
  fail("step {} diverged at t = {:.6g} s: particle {} at ({:.4g}, {:.4g}, {:.4g}) m has {}; {}",
       steps_ + 1, time_, fluid_.id[first], x.x, x.y, x.z,
       force
           ? fmt::format("an infinite acceleration (density {:.4g} kg/m^3)", fluid_.density(first))
           : fmt::format("a speed of {:.4g} m/s, twice that of sound", length(fluid_.v[first])),
       solver_->advice());
}

void World::examine() {
  rebuildNeighbours();
  solver_->prepare(fluid_, surroundings(), forces_, time_);
}

void World::computeWallForces() {
  const Timed t{"walls/forces"};
  near_.fluidOfWall.build(walls_.x.span(), fluidGrid_, kernel_.radius, false);
  std::vector<Vec3f> onSample(walls_.size());
  solver_->addWallForces(fluid_, surroundings(), onSample);
  for (const auto& force : forces_) force->addWallForces(fluid_, surroundings(), onSample);
  wallForces_.assign(wallCount_, Vec3d{});
  for (std::size_t b = 0; b < onSample.size(); ++b)
    wallForces_[walls_.wall[b]] += Vec3d(onSample[b]);
}

Ledger World::ledger() const {
  const Timed t{"world/ledger"};
  const Vec3d g = params_.gravity;
  Ledger sums = parallelReduce(
      fluid_.size(), Ledger{},
      [&](std::size_t i) {
        const Vec3d v(fluid_.v[i]);
        const double m = double(fluid_.mass(i));
        Ledger one;
        one.particles = 1;
        one.mass = m;
        one.momentum = m * v;
        one.kinetic = m / 2 * dot(v, v);
        one.potential = -m * dot(g, Vec3d(fluid_.x[i]));
        one.internal = solver_->internalEnergy(fluid_, i);
        one.fastest = dot(v, v);
        one.meanCompression = std::max(0.0, double(fluid_.s[i]) - 1);
        one.largestCompression = one.meanCompression;
        return one;
      },
      [](Ledger a, const Ledger& b) {
        a.particles += b.particles;
        a.mass += b.mass;
        a.momentum += b.momentum;
        a.kinetic += b.kinetic;
        a.potential += b.potential;
        a.internal += b.internal;
        a.fastest = std::max(a.fastest, b.fastest);
        a.meanCompression += b.meanCompression;
        a.largestCompression = std::max(a.largestCompression, b.largestCompression);
        return a;
      });
  sums.escaped = escaped_;
  sums.fastest = std::sqrt(sums.fastest);
  sums.meanCompression /= static_cast<double>(std::max<std::size_t>(1, sums.particles));
  return sums;
}

std::size_t World::bytes() const {
  return fluid_.set.bytes() + walls_.set.bytes() + fluidGrid_.bytes() + wallGrid_.bytes() +
         near_.fluidOfFluid.bytes() + near_.wallOfFluid.bytes() + near_.fluidOfWall.bytes() + solver_->bytes();
}

World::Clock World::clock() const { return {time_, solver_->lastStep, steps_, escaped_}; }

void World::setClock(const Clock& clock) {
  time_ = clock.time;
  solver_->lastStep = clock.lastStep;
  steps_ = clock.steps;
  escaped_ = static_cast<std::size_t>(clock.escaped);
}

}  // namespace shoal
