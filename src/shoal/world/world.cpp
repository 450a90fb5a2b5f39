#include "shoal/world/world.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/sph/wall_volume.h"
#include "shoal/sph/wcsph.h"

namespace shoal {

namespace {

// Ten times the speed that the highest particle gains by falling to the lowest point there is, so
// that the Mach number stays below 0.1 ([BTT09] section III); with the initial speed on top.
double chooseSoundSpeed(const WorldSetup& setup) {
  if (setup.fluid.wcsph.soundSpeed > 0) return setup.fluid.wcsph.soundSpeed;
  const Vec3d g = setup.world.gravity;
  double highest = -std::numeric_limits<double>::max(), lowest = -highest, fastest = 0;
  for (const Vec3f& x : setup.positions) {
    highest = std::max(highest, -dot(g, Vec3d(x)));
    lowest = std::min(lowest, -dot(g, Vec3d(x)));
  }
  for (const WorldSetup::Wall& wall : setup.walls)
    for (const Vec3f& x : wall.samples) lowest = std::min(lowest, -dot(g, Vec3d(x)));
  for (const Vec3f& v : setup.velocities) fastest = std::max(fastest, double(length(v)));
  const double fall = setup.positions.empty() ? 0 : std::max(0.0, highest - lowest);
  const double speed = std::sqrt(2 * fall + sq(fastest));
  return speed > 0 ? 10 * speed : 10.0;
}

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
      gravity_(setup.world.gravity),
      domain_(setup.domain),
      fluidGrid_(kernel_.radius, kernel_.dimensions),
      wallGrid_(kernel_.radius, kernel_.dimensions) {
  validate(setup.world, "world");
  validate(setup.timeStep, "timeStep");
  validate(setup.fluid, "fluid");
  checkPlane(setup);
  soundSpeed_ = chooseSoundSpeed(setup);
  solver_ = std::make_unique<Wcsph>(setup.fluid.wcsph, soundSpeed_, kernel_);
  placeFluid(setup);
  placeWalls(setup);
}

World::~World() = default;

void World::placeFluid(const WorldSetup& setup) {
  fluid_.restDensity = static_cast<float>(setup.fluid.density);
  fluid_.mass =
      static_cast<float>(setup.fluid.density * std::pow(params_.spacing, params_.dimensions));
  fluid_.set.resize(setup.positions.size());
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    fluid_.x[i] = setup.positions[i];
    fluid_.v[i] = setup.velocities.empty() ? Vec3f{} : setup.velocities[i];
    fluid_.vHalf[i] = fluid_.v[i];
    fluid_.id[i] = static_cast<std::uint32_t>(i);
  }
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
    }
    walls_.anyFriction = walls_.anyFriction || wall.friction > 0;
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
  solver_->prepare(fluid_, surroundings());
  stopIfDiverged();
  if (watchWalls_) computeWallForces();
  report.dt = chooseStep(notBeyond);
  solver_->advance(fluid_, surroundings(), report.dt);
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
  return std::min(timeStep_.largest, solver_->longestStep(fluid_, limits));
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
  fail(
      "step {} diverged at t = {:.6g} s: particle {} at ({:.4g}, {:.4g}, {:.4g}) m has {}; take "
      "shorter steps (timeStep.courant), or a higher fluid.wcsph.soundSpeed than {:.4g} m/s",
      steps_ + 1, time_, fluid_.id[first], x.x, x.y, x.z,
      force ? fmt::format("an infinite acceleration (density {:.4g} kg/m^3)", fluid_.rho[first])
            : fmt::format("a speed of {:.4g} m/s, twice that of sound", length(fluid_.v[first])),
      soundSpeed_);
}

void World::examine() {
  rebuildNeighbours();
  solver_->prepare(fluid_, surroundings());
}

void World::computeWallForces() {
  const Timed t{"walls/forces"};
  near_.fluidOfWall.build(walls_.x.span(), fluidGrid_, kernel_.radius, false);
  std::vector<Vec3f> onSample;
  solver_->wallForces(fluid_, surroundings(), onSample);
  wallForces_.assign(wallCount_, Vec3d{});
  for (std::size_t b = 0; b < onSample.size(); ++b)
    wallForces_[walls_.wall[b]] += Vec3d(onSample[b]);
}

Ledger World::ledger() const {
  const Timed t{"world/ledger"};
  const double m = double(fluid_.mass);
  const Vec3d g(gravity_);
  Ledger sums = parallelReduce(
      fluid_.size(), Ledger{},
      [&](std::size_t i) {
        const Vec3d v(fluid_.v[i]);
        Ledger one;
        one.particles = 1;
        one.momentum = m * v;
        one.kinetic = m / 2 * dot(v, v);
        one.potential = -m * dot(g, Vec3d(fluid_.x[i]));
        one.internal = solver_->internalEnergy(fluid_, i);
        one.fastest = dot(v, v);
        one.meanCompression = std::max(0.0, double(fluid_.rho[i]) / double(fluid_.restDensity) - 1);
        one.largestCompression = one.meanCompression;
        return one;
      },
      [](Ledger a, const Ledger& b) {
        a.particles += b.particles;
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
  sums.mass = m * static_cast<double>(sums.particles);
  sums.fastest = std::sqrt(sums.fastest);
  sums.meanCompression /= static_cast<double>(std::max<std::size_t>(1, sums.particles));
  return sums;
}

std::size_t World::bytes() const {
  return fluid_.set.bytes() + walls_.set.bytes() + fluidGrid_.bytes() + wallGrid_.bytes() +
         near_.fluidOfFluid.bytes() + near_.wallOfFluid.bytes() + near_.fluidOfWall.bytes();
}

World::Clock World::clock() const { return {time_, solver_->lastStep, steps_, escaped_}; }

void World::setClock(const Clock& clock) {
  time_ = clock.time;
  solver_->lastStep = clock.lastStep;
  steps_ = clock.steps;
  escaped_ = static_cast<std::size_t>(clock.escaped);
}

}  // namespace shoal
