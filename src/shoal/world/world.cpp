#include "shoal/world/world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/hash_random.h"
#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/world/boundary.h"
#include "shoal/world/couplings.h"
#include "shoal/world/divergence.h"
#include "shoal/world/fluid_model.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/sources/sources.h"

namespace shoal {

namespace {

// A particle beyond so many speeds of sound ends the run.
constexpr double kFastest = 2;

constexpr int kMaxAttempts = 3;  // to solve a step again, shorter each time

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

// Where WorldParams::jitter displaces a particle to: at least by about the last place of a float,
// or it would be lost where coordinates are large.
Vec3f jittered(const WorldParams& world, const Vec3f& x, std::size_t particle) {
  if (world.jitter == 0) return x;
  Vec3f moved = x;
  for (int axis = 0; axis < world.dimensions; ++axis) {
    const float a = x[axis];
    const auto lastPlace = double(std::nextafter(std::abs(a), std::abs(a) + 1) - std::abs(a));
    const double most = std::max(world.jitter * world.spacing, lastPlace);
    moved[axis] = static_cast<float>(double(a) + most * randomSigned(world.seed, particle, axis));
  }
  return moved;
}

std::vector<std::string> fluidNames(const WorldSetup& setup) {
  std::vector<std::string> names;
  for (const WorldSetup::Fluid& fluid : setup.fluids) names.push_back(fluid.name);
  return names;
}

// Solids that are no walls: in front those that meet fluid, in the order of Boundary.
std::vector<std::string> solidsBesideWalls(const WorldSetup& setup) {
  std::vector<std::string> names;
  if (!setup.solids) return names;
  for (const auto& wetting : setup.solids->wettings) names.push_back(wetting.solid);
  const auto isWall = [&](const std::string& name) {
    return std::any_of(setup.walls.begin(), setup.walls.end(),
                       [&](const WorldSetup::Wall& wall) { return wall.name == name; });
  };
  const auto list = [&](const std::string& name) {
    if (!isWall(name) && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const auto& quadrature : setup.solids->quadratures) list(quadrature.solid);
  for (const auto& forcing : setup.solids->forcings) list(forcing.solid);
  for (const auto& solid : setup.solids->solids) list(solid.name);
  return names;
}

ProbeSite probeSite(const WorldSetup& setup) {
  ProbeSite site{setup.world.dimensions, setup.world.spacing, {0, 1, 0}, setup.domain, {}};
  if (length(setup.world.gravity) > 0) site.up = normalised(-setup.world.gravity);
  for (const WorldSetup::Wall& wall : setup.walls) site.walls.push_back(wall.name);
  for (const std::string& solid : solidsBesideWalls(setup)) site.walls.push_back(solid);
  return site;
}

}  // namespace

World::World(const WorldSetup& setup)
    : params_(setup.world),
      timeStep_(setup.timeStep),
      kernel_(kernelOf(setup.world)),
      period_(periodOf(setup.world)),
      domain_(setup.domain),
      fluidGrid_(kernel_.radius, kernel_.dimensions, CellGrid::Form::Automatic, period_),
      loads_(probeSite(setup).walls, setup.world.gravity),
      probes_(setup.probes, probeSite(setup)) {
  validate(setup.world, "world");
  validate(setup.timeStep, "timeStep");
  if (setup.fluids.empty()) fail("a world needs at least one fluid material");
  validate(setup.solver, "fluid");
  for (const WorldSetup::Fluid& fluid : setup.fluids) validate(fluid.material, "fluid");
  for (const ProbeParams& probe : setup.probes) validate(probe, "probe");
  checkPlane(setup);
  if (!setup.sources.empty())
    sources_ =
        std::make_unique<Sources>(setup.sources, fluidNames(setup), setup.world, kernel_, fluid_);
  soundSpeed_ = chooseSoundSpeed(setup);
  solver_ = makeSolver(setup, kernel_, fluid_);
  forces_ = makeForces(setup, kernel_, fluid_);
  placeFluid(setup);
  hasFluid_ = sources_ || fluid_.size() > 0;
  const double wallPressureFactor = solver_->wallPressureFactor(fitWall(kernel_, params_.spacing).wallPressureFactor);
  boundary_ = std::make_unique<Boundary>(setup, kernel_, period_, soundSpeed_, wallPressureFactor);
  if (setup.solids && !setup.solids->empty()) {
    solids_ = std::make_unique<Solids>(*setup.solids, setup.world);
    if (hasFluid_ && !setup.solids->wettings.empty()) boundary_->couple(*solids_, setup);
    if (hasFluid_)
      couplings_ = std::make_unique<Couplings>(setup, *solids_, period_, soundSpeed_ / 10, forces_);
  }
  boundary_->move(time_, solver_->lastStep);
}

World::~World() = default;

void World::placeFluid(const WorldSetup& setup) {
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    fluid_.phases.add(fluid.name, fluid.material.density, fluid.material.viscosity);
  fluid_.volume = static_cast<float>(params_.particleVolume *
                                     portable::pow(params_.spacing, params_.dimensions));
  fluid_.set.resize(setup.positions.size());
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    fluid_.x[i] = jittered(params_, setup.positions[i], i);
    fluid_.v[i] = setup.velocities.empty() ? Vec3f{} : setup.velocities[i];
    fluid_.phase[i] = setup.phases.empty() ? 0 : setup.phases[i];
    fluid_.id[i] = static_cast<std::uint32_t>(i);
  }
  nextId_ = fluid_.size();
  solver_->initialiseAdded(fluid_, {0, fluid_.size()});
}

const BoundarySamples& World::walls() const { return boundary_->samples(); }

FluidSurroundings World::surroundings() const {
  return {boundary_->samples(), near_, kernel_, period_, boundary_->response()};
}

StepReport World::step(double notBeyond) {
  if (solids_ && !hasFluid_) return stepSolids(notBeyond);
  StepReport report;
  report.before = time_;
  if (sources_) {
    const auto [emitted, drained] = sources_->exchange(fluid_, *solver_, time_, nextId_);
    report.emitted = emitted;
    report.drained = drained;
  }
  wrapPositions();
  report.escapes = removeEscaped();
  boundary_->move(time_, solver_->lastStep);
  rebuildNeighbours();
  if (couplings_) couplings_->meetBodies();
  solver_->prepare(fluid_, surroundings(), forces_, time_);
  report.dt = solveStep(notBeyond);
  stopIfDiverging(report.dt);
  // A step that was cut to end at `notBeyond` ends there exactly.
  const double sum = time_ + report.dt;
  const double end = std::abs(sum - notBeyond) < 1e-9 * report.dt ? notBeyond : sum;
  const Probes::Needs needs = probes_.needs(time_, end);
  const bool watchLoads = watchWalls_ || needs.wallForces;
  if (watchLoads || boundary_->moves() || boundary_->hasBodies()) computeWallForces(watchLoads);
  if (watchPressure_ || end == notBeyond || needs.pressure)
    solver_->computeVirialPressure(fluid_, surroundings());
  work_ += report.dt * powerOnFluid();
  wallSurplus_ += report.dt * solver_->powerOfWalls(fluid_, surroundings());
  if (couplings_) couplings_->begin(fluid_);
  const double impulseTime = solver_->impulseTime(report.dt);
  if (boundary_->hasBodies()) boundary_->beginMotion(fluid_, surroundings());
  move(report.dt);
  stopIfDiverged();
  if (solids_) advanceSolids(report.dt, impulseTime, watchLoads);
  if (boundary_->hasBodies()) boundary_->endMotion(fluid_, *solver_, report.dt);
  time_ = end;
  report.step = ++steps_;
  report.time = time_;
  report.solver = solver_->report();
  if (watchLoads) findMiddles();
  probes_.observe(probeView(), report.before);
  return report;
}

void World::advanceSolids(double dt, double impulseTime, bool watchLoads) {
  const double share = impulseTime / dt;
  const bool coupled = boundary_->hasBodies();
  if (coupled) boundary_->pushBodies(share);
  if (couplings_) couplings_->pushBodies(share);
  if (watchLoads) loads_.beginAdvance(*solids_);
  solids_->advance(time_, dt);
  if (watchLoads) loads_.endAdvance(*solids_, dt);
  if (coupled) boundary_->learnFromBodies(dt);
  if (couplings_) couplings_->correct(fluid_, *solver_, dt);
  if (!watchLoads) return;
  for (const std::string& name : loads_.names()) loads_.takeOffFluid(name, share);
  addCouplingLoads(share);
}

// Of solids that fluid meets by other means than samples. Only some of them were pushed while they
// were advanced.
void World::addCouplingLoads(double share) {
  if (!couplings_) return;
  for (const Couplings::OnSolid& on : couplings_->loads()) {
    loads_.set(on.solid, on.loads);
    if (on.whileAdvanced) loads_.takeOffFluid(on.solid, share);
  }
}

void World::findMiddles() {
  middles_ = boundary_->middles();
  for (std::size_t w = middles_.size(); w < loads_.names().size(); ++w)
    middles_.push_back(solids_->partsOf(loads_.names()[w]).front()->totals().centre);
}

// Without fluid nothing limits a step but the next frame and how long solids may go without seeing
// each other.
StepReport World::stepSolids(double notBeyond) {
  StepReport report;
  report.before = time_;
  report.dt = chooseStep(notBeyond);
  const double sum = time_ + report.dt;
  const double end = std::abs(sum - notBeyond) < 1e-9 * report.dt ? notBeyond : sum;
  const bool watchLoads = probes_.needs(time_, end).wallForces;
  if (watchLoads) loads_.beginAdvance(*solids_);
  solids_->advance(time_, report.dt);
  if (watchLoads) loads_.endAdvance(*solids_, report.dt);
  time_ = end;
  boundary_->move(time_, solver_->lastStep);
  rebuildNeighbours();
  if (watchLoads) findMiddles();
  report.step = ++steps_;
  report.time = time_;
  probes_.observe(probeView(), report.before);
  return report;
}

void World::move(double dt) {
  if (sources_) sources_->hold(fluid_, near_);
  solver_->move(fluid_, dt, furthestMove());
  if (sources_) sources_->drive(fluid_, *solver_, time_, dt);
}

void World::wrapPositions() {
  if (!period_.any()) return;
  parallelFor(fluid_.size(), [&](std::size_t i) { fluid_.x[i] = period_.wrapped(fluid_.x[i]); });
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
  boundary_->findVolumes(fluidGrid_);
  const Timed t{"neighbours/lists"};
  near_.fluidOfFluid.build(fluid_.x.span(), fluidGrid_, kernel_.radius, true);
  near_.wallOfFluid.build(fluid_.x.span(), boundary_->grid(), kernel_.radius, false);
  if (boundary_->hasBodies())
    near_.fluidOfWall.build(walls().x.span(), fluidGrid_, kernel_.radius, false);
}

// No particle may move further than its radius in a step: a step in which
// pressure turns out to make one faster is solved again, shorter.
double World::solveStep(double notBeyond) {
  double dt = chooseStep(notBeyond);
  for (int attempt = 0;; ++attempt) {
    solver_->solve(fluid_, surroundings(), forces_, dt);
    if (timeStep_.fixed > 0 || attempt == kMaxAttempts) return dt;
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
  const double left = std::min(notBeyond, solids_ ? solids_->nextEvent(time_) : notBeyond) - time_;
  if (left <= longest) return left;
  // Two equal steps rather than a full one and a sliver.
  return left < 2 * longest ? left / 2 : longest;
}

double World::longestStep() const {
  if (timeStep_.fixed > 0) return timeStep_.fixed;
  return solids_ && !hasFluid_ ? timeStep_.maxStep : stableStep();
}

double World::stableStep() const {
  const StepLimits limits{timeStep_.courant, timeStep_.force, timeStep_.viscous};
  double longest =
      std::min(timeStep_.maxStep, solver_->longestStep(fluid_, surroundings(), limits));
  if (boundary_->fastest() > 0)
    longest = std::min(longest, timeStep_.courant * params_.spacing / boundary_->fastest());
  if (couplings_) longest = std::min(longest, couplings_->longestStep());
  for (const auto& force : forces_)
    longest = std::min(longest, force->longestStep(fluid_, surroundings(), limits));
  return longest;
}

void World::stopIfDiverging(double dt) {
  const Timed t{"world/divergence"};
  if (timeStep_.fixed > 0 && firstStableStep_ == 0) firstStableStep_ = stableStep();
  const auto i = firstBeyond(fluid_, kFastest * soundSpeed_, dt);
  if (!i) return;
  const Vec3f a = fluid_.a[*i];
  const std::string term = strongestTerm(fluid_, surroundings(), forces_, time_, *i);
  failDiverged(*i,
               fmt::format("is thrown by {} from {:.4g} to {:.4g} m/s, beyond twice the speed of "
                           "sound (its density is {:.3g} times that at rest)",
                           term, length(fluid_.v[*i]), length(Vec3d(fluid_.v[*i]) + dt * Vec3d(a)),
                           fluid_.s[*i]));
}

// All forces were known before the step but, for some solvers, pressure.
void World::stopIfDiverged() const {
  const Timed t{"world/divergence"};
  if (const auto i = firstBeyond(fluid_, kFastest * soundSpeed_, 0))
    failDiverged(*i, fmt::format("was thrown by pressure to {:.4g} m/s, beyond twice the speed of "
                                 "sound",
                                 length(fluid_.v[*i])));
}

void World::failDiverged(std::size_t particle, const std::string& what) const {
  const Vec3f& x = fluid_.x[particle];
  const std::string advice =
      timeStep_.fixed > 0
          ? fmt::format(
                "timeStep.fixed = {:.4g} s is {:.3g} times the longest stable step at the "
                "start, {:.3g} s: lower it, or leave it out and let the step adapt",
                timeStep_.fixed, timeStep_.fixed / firstStableStep_, firstStableStep_)
          : solver_->advice();
  fail("step {} diverged at t = {:.6g} s: particle {} at ({:.4g}, {:.4g}, {:.4g}) m {}; {}",
       steps_ + 1, time_, fluid_.id[particle], x.x, x.y, x.z, what, advice);
}

void World::examine() {
  rebuildNeighbours();
  if (couplings_) couplings_->meetBodies();
  solver_->prepare(fluid_, surroundings(), forces_, time_);
  if (probes_.needs(Probes::kBeforeAll, time_).wallForces) {
    computeWallForces(true);
    addCouplingLoads(0);
    findMiddles();
  }
  probes_.observe(probeView(), Probes::kBeforeAll);
}

ProbeView World::probeView() const {
  return {fluid_,   walls(),        fluidGrid_, boundary_->grid(), kernel_, period_,
          middles_, loads_.loads(), time_};
}

void World::computeWallForces(bool watchLoads) {
  const Timed t{"walls/forces"};
  if (!boundary_->hasBodies())
    near_.fluidOfWall.build(walls().x.span(), fluidGrid_, kernel_.radius, false);
  std::vector<Vec3f>& onSamples = boundary_->forces;
  onSamples.assign(walls().size(), Vec3f{});
  solver_->addWallForces(fluid_, surroundings(), onSamples);
  for (const auto& force : forces_) force->addWallForces(fluid_, surroundings(), onSamples);
  if (watchLoads) splitWallForces();
}

// Tells apart what the forces on walls are made of.
void World::splitWallForces() {
  std::vector<Vec3f> viscous(walls().size()), adhesive(walls().size());
  solver_->addViscousWallForces(fluid_, surroundings(), viscous);
  for (const auto& force : forces_) {
    if (force->kind() == WallForceKind::Viscosity)
      force->addWallForces(fluid_, surroundings(), viscous);
    if (force->kind() == WallForceKind::Adhesion)
      force->addWallForces(fluid_, surroundings(), adhesive);
  }
  std::vector<Load> pressure = boundary_->loads(boundary_->forces);
  const std::vector<Load> viscosity = boundary_->loads(viscous),
                          adhesion = boundary_->loads(adhesive);
  for (std::size_t w = 0; w < pressure.size(); ++w) {
    pressure[w] -= viscosity[w];
    pressure[w] -= adhesion[w];
  }
  loads_.clear();
  loads_.set(LoadKind::Pressure, pressure);
  loads_.set(LoadKind::Viscosity, viscosity);
  loads_.set(LoadKind::Adhesion, adhesion);
}

std::vector<Vec3d> World::wallForces() const {
  std::vector<Vec3d> forces;
  for (const Loads& on : loads_.loads()) forces.push_back(on.byFluid().force);
  return forces;
}

// What comes in from outside: through walls that move, against the force they feel, and by forces
// that no potential stands for.
double World::powerOnFluid() const {
  double power = 0;
  for (const auto& force : forces_) power += force->power();
  if (boundary_->moves()) power -= boundary_->powerOnWalls();
  return power;
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
  if (sources_) {
    sums.emitted = sources_->emitted();
    sums.drained = sources_->drained();
  }
  if (solids_) sums.solids = solids_->totals();
  sums.work = work_;
  sums.wallSurplus = wallSurplus_;
  sums.fastest = std::sqrt(sums.fastest);
  sums.meanCompression /= static_cast<double>(std::max<std::size_t>(1, sums.particles));
  return sums;
}

}  // namespace shoal
