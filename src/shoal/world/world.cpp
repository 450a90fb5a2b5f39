#include "shoal/world/world.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/world/divergence.h"
#include "shoal/world/fluid_model.h"
#include "shoal/world/initial_fluid.h"
#include "shoal/world/schedule.h"
#include "shoal/world/sources/sources.h"
#include "shoal/world/world_foam.h"

namespace shoal {

namespace {

// A particle beyond so many speeds of sound ends the run, and a solid beyond so many.
constexpr double kFastest = 2, kFastestSolid = 10;
// Steps that follow a prescribed motion beyond so many would hardly advance in time.
constexpr double kFastestPrescribed = 100;

constexpr int kMaxAttempts = 3;  // to solve a step again, shorter each time

// Fraction of a stable step within which times at which steps have to end are met by one step.
constexpr double kSameStop = 1e-3;

std::vector<std::string> fluidNames(const WorldSetup& setup) {
  std::vector<std::string> names;
  for (const WorldSetup::Fluid& fluid : setup.fluids) names.push_back(fluid.name);
  return names;
}

ProbeSite probeSite(const WorldSetup& setup) {
  ProbeSite site{setup.world.dimensions, setup.world.spacing, {0, 1, 0}, setup.domain, {}};
  if (length(setup.world.gravity) > 0) site.up = normalised(-setup.world.gravity);
  for (const WorldSetup::Surface& surface : setup.surfaces) site.walls.push_back(surface.solid);
  return site;
}

double heaviest(const WorldSetup& setup) {
  double density = 0;
  for (const WorldSetup::Fluid& fluid : setup.fluids)
    density = std::max(density, fluid.material.density);
  return density;
}

}  // namespace

World::World(const WorldSetup& setup)
    : params_(setup.world),
      timeStep_(setup.timeStep),
      kernel_(kernelOf(setup.world, setup.solver)),
      period_(periodOf(setup.world)),
      domain_(setup.domain),
      fluidGrid_(kernel_.radius, kernel_.dimensions, CellGrid::Form::Automatic, period_),
      obstacles_(setup.obstacles),
      loads_(setup.world.gravity),
      probes_(setup.probes, probeSite(setup)) {
  validate(setup);
  if (!setup.sources.empty())
    sources_ =
        std::make_unique<Sources>(setup.sources, fluidNames(setup), setup.world, kernel_, fluid_);
  soundSpeed_ = chooseSoundSpeed(setup);
  solver_ = makeSolver(setup, kernel_, fluid_);
  forces_ = makeForces(setup, kernel_, fluid_);
  fluidForces_ = forces_.size();
  placeFluid(setup, fluid_);
  nextId_ = fluid_.size();
  solver_->initialiseAdded(fluid_, {0, fluid_.size()});
  hasFluid_ = sources_ || fluid_.size() > 0;
  if (setup.solids) solids_ = std::make_unique<Solids>(*setup.solids, setup.world);
  if (solids_ && setup.earlier) solids_->takeOver(*setup.earlier);
  couple(setup);
  if (setup.foam && hasFluid_) foam_ = std::make_unique<WorldFoam>(*setup.foam, setup, period_);
}

World::~World() = default;

void World::couple(const WorldSetup& setup) {
  const double factor = fitWall(kernel_, params_.spacing).wallPressureFactor;
  boundary_ = std::make_unique<Boundary>(kernel_, period_, params_.spacing,
                                         solver_->wallPressureFactor(factor));
  const CouplingContext context{
      params_.dimensions, params_.spacing, params_.gravity, kernel_, period_,
      soundSpeed_,        heaviest(setup), &fluid_};
  coupled_.emplace(context, hasFluid_, *boundary_);
  for (const WorldSetup::Surface& surface : setup.surfaces) couple(surface);
  followSolids();
}

FluidSurroundings World::surroundings() const {
  return {boundary_->samples(), near_, kernel_, period_, boundary_->response()};
}

// The algorithm of docs/architecture.md, section "A step".
StepReport World::step(double notBeyond, double last) {
  const Stops stops{notBeyond, last};
  if (solids_ && !hasFluid_) return stepSolids(stops);
  StepReport report;
  report.before = time_;

  // 1. Particles come and go.
  exchangeParticles(report);

  // 2. Boundary samples follow their surfaces; neighbours are listed.
  placeBoundary();
  rebuildNeighbours();

  // 3. Density, and all forces that are known before the length of the step is.
  solver_->prepare(fluid_, surroundings(), forces_, time_);

  // 4. The length of the step, and the pressure over it.
  const StepLength length = solveStep(stops);
  report.dt = length.dt;
  stopIfDiverging(report.dt);
  const double end = endOf(length);
  if (foam_)
    foam_->advance(fluid_, surroundings(), fluidGrid_, solids_.get(), {time_, report.dt, steps_});

  // 5. What the fluid does to its boundary, and what comes into it from outside.
  const Probes::Needs needed = needs(end, notBeyond);
  computeBoundaryForces(needed.loads);
  if (needed.pressure) solver_->computeVirialPressure(fluid_, surroundings());
  addWork(report.dt);

  // 6. Fluid and solids move; couplings make their motions fit.
  const double share = solver_->impulseTime(report.dt) / report.dt;
  for (const auto& coupling : couplings()) coupling->begin(fluid_, surroundings());
  moveFluid(report.dt);
  advanceSolids(report.dt, share, needed.loads);
  correctMotion(report.dt);
  if (foam_) foam_->settle(solids_.get(), end, report.dt);

  // 7. Probes see the state at the end.
  if (needed.loads) collectLoads(share);
  finish(report, end, share);
  return report;
}

// Without fluid nothing limits a step but the next frame and how long solids may go without seeing
// each other.
StepReport World::stepSolids(const Stops& stops) {
  StepReport report;
  report.before = time_;
  const double longest = longestStep(), stop = nextStop(longest, stops);
  report.dt = evenStep(stop - time_, longest);
  const double end = endOf({report.dt, stop});
  advanceSolids(report.dt, 1, needs(end, stops.notBeyond).loads);
  time_ = end;
  placeBoundary();
  rebuildNeighbours();
  finish(report, end, 1);
  return report;
}

void World::exchangeParticles(StepReport& report) {
  if (sources_) {
    const auto [emitted, drained] = sources_->exchange(fluid_, *solver_, time_, nextId_);
    report.emitted = emitted;
    report.drained = drained;
  }
  if (period_.any())
    parallelFor(fluid_.size(), [&](std::size_t i) { fluid_.x[i] = period_.wrapped(fluid_.x[i]); });
  report.escapes = removeEscaped();
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

// Before the first step nobody knows how long it will be: solids expect the longest that may come.
void World::placeBoundary() {
  const double first = timeStep_.fixed > 0 ? timeStep_.fixed : timeStep_.maxStep;
  for (const auto& coupling : couplings()) coupling->prepare();
  boundary_->place(time_, solver_->lastStep > 0 ? solver_->lastStep : first);
  if (boundary_->fastest() <= kFastestSolid * soundSpeed_) return;
  // A step that follows such a solid would be too short to get anywhere.
  const auto [solid, speed] = boundary_->fastestFree();
  if (!(speed <= kFastestSolid * soundSpeed_))
    fail(
        "solid \"{}\" diverged at t = {:.6g} s: it moves with {:.4g} m/s, beyond ten times the "
        "speed of sound; look for what pushes it, or give it damping or a shorter step of its own",
        (*coupled_)[solid].name, time_, speed);
  const auto [moved, byMotion] = boundary_->fastestPrescribed();
  if (!(byMotion <= kFastestPrescribed * soundSpeed_))
    throw Error({}, fmt::format("solid.{}.motion", (*coupled_)[moved].name),
                fmt::format("moves it with {:.4g} m/s at t = {:.6g} s, too fast for the fluid to "
                            "follow; let it move slower, and without jumps",
                            byMotion, time_));
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
  near_.boundaryOfFluid.build(fluid_.x.span(), boundary_->grid(), kernel_.radius, false);
  if (boundary_->gathers())
    near_.fluidOfBoundary.build(walls().x.span(), fluidGrid_, kernel_.radius, false);
}

void World::computeBoundaryForces(bool split) {
  if (split) loads_.clear();
  if (!split && !boundary_->slidesOrMoves() && !boundary_->hasFree()) return;
  const Timed t{"walls/forces"};
  if (!boundary_->gathers())
    near_.fluidOfBoundary.build(walls().x.span(), fluidGrid_, kernel_.radius, false);
  auto& [all, viscous, adhesive] = boundary_->forces;
  all.assign(walls().size(), Vec3f{});
  solver_->addBoundaryForces(fluid_, surroundings(), all);
  if (boundary_->hasSeveralSolids()) {
    std::vector<Vec3f> friction(all.size());
    if (walls().anyFriction) solver_->addViscousBoundaryForces(fluid_, surroundings(), friction);
    boundary_->handOverForces(fluid_, fluidGrid_, friction);
  }
  for (const auto& force : forces_) force->addBoundaryForces(fluid_, surroundings(), all);
  if (!split) return;
  viscous.assign(walls().size(), Vec3f{});
  adhesive.assign(walls().size(), Vec3f{});
  solver_->addViscousBoundaryForces(fluid_, surroundings(), viscous);
  for (const auto& force : forces_) {
    if (force->kind() == BoundaryForceKind::Viscosity)
      force->addBoundaryForces(fluid_, surroundings(), viscous);
    if (force->kind() == BoundaryForceKind::Adhesion)
      force->addBoundaryForces(fluid_, surroundings(), adhesive);
  }
}

void World::addWork(double dt) {
  double power = 0;  // W, by forces that no potential stands for, and through walls that move
  for (const auto& force : forces_) power += force->power();
  if (boundary_->slidesOrMoves()) power -= boundary_->powerOnPrescribed();
  work_ += dt * power;
  wallSurplus_ += dt * solver_->powerOfBoundary(fluid_, surroundings());
}

void World::moveFluid(double dt) {
  solver_->move(fluid_, dt, furthestMove());
  if (sources_) {
    sources_->drive(fluid_, *solver_, time_, dt);
    const std::vector<std::uint32_t> driven = sources_->driven();
    for (const auto& coupling : couplings()) coupling->forgetMotion(driven);
  }
  stopIfDiverged();
}

// Forces of the fluid act on solids during `share` of the step, as they do on the fluid.
void World::advanceSolids(double dt, double share, bool watchLoads) {
  if (!solids_) return;
  if (boundary_->hasFree()) boundary_->addForcesToSolids(share);
  for (const auto& coupling : couplings()) coupling->push(share);
  if (watchLoads) loads_.beginAdvance();
  solids_->advance(time_, dt);
  if (watchLoads) loads_.endAdvance(dt);
  if (boundary_->hasFree()) boundary_->estimateOwnAccelerations(dt);
}

void World::correctMotion(double dt) {
  std::for_each(couplings().rbegin(), couplings().rend(),
                [&](const auto& coupling) { coupling->correct(fluid_, *solver_, dt); });
}

void World::collectLoads(double share) {
  for (const auto& coupling : couplings())
    for (const LoadsOnSolid& byFluid : coupling->loads()) loads_.addFluidLoads(byFluid, share);
}

void World::finish(StepReport& report, double end, double share) {
  time_ = end;
  report.step = ++steps_;
  report.time = time_;
  report.solver = solver_->report();
  probes_.observe(probeView(share), report.before);
}

// No particle may move further than its radius in a step: a step in which
// pressure turns out to make one faster is solved again, shorter.
World::StepLength World::solveStep(const Stops& stops) {
  const double longest = longestStep(), stop = nextStop(longest, stops);
  double dt = evenStep(stop - time_, longest);
  solver_->stableStep = longest;
  if (sources_) {
    sources_->hold(fluid_, near_);
    solver_->setDriven(sources_->driven());
  }
  for (int attempt = 0;; ++attempt) {
    solver_->solve(fluid_, surroundings(), forces_, dt);
    if (timeStep_.fixed > 0 || attempt == kMaxAttempts) break;
    const double move = dt * solver_->fastestMove(fluid_);
    if (!(move > furthestMove())) break;
    dt = evenStep(stop - time_, dt * std::max(0.25, 0.9 * furthestMove() / move));
  }
  return {dt, stop};
}

double World::furthestMove() const {
  return timeStep_.fixed > 0 ? std::numeric_limits<double>::max() : params_.spacing / 2;
}

// The next time at which a step has to end. Others that follow it within a small fraction of a step
// are met by the same step, at the last of them; frames that are wanted so close together are not.
double World::nextStop(double longest, const Stops& stops) const {
  const double next =
      std::min(stops.notBeyond, solids_ ? solids_->nextEvent(time_) : stops.notBeyond);
  const double within = next + kSameStop * std::min(longest, next - time_);
  double last = next;
  for (const double stop : {stops.notBeyond, stops.last})
    if (stop <= within) last = std::max(last, stop);
  return solids_ ? std::max(last, solids_->lastEvent(next, within)) : last;
}

double World::longestStep() const {
  if (timeStep_.fixed > 0) return timeStep_.fixed;
  return solids_ && !hasFluid_ ? timeStep_.maxStep : stableStepWithout("");
}

double World::stableStepWithout(std::string_view name) const {
  const StepLimits limits{timeStep_.courant, timeStep_.force, timeStep_.viscous};
  double longest =
      std::min(timeStep_.maxStep, solver_->longestStep(fluid_, surroundings(), limits));
  if (boundary_->fastest() > 0)
    longest = std::min(longest, timeStep_.courant * params_.spacing / boundary_->fastest());
  for (const auto& coupling : couplings()) longest = std::min(longest, coupling->longestStep());
  for (const auto& force : forces_)
    if (force->name() != name)
      longest = std::min(longest, force->longestStep(fluid_, surroundings(), limits));
  return longest;
}

void World::stopIfDiverging(double dt) {
  const Timed t{"world/divergence"};
  if (timeStep_.fixed > 0 && firstStableStep_ == 0) firstStableStep_ = stableStepWithout("");
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

// A step that was cut to end at a time ends there exactly.
double World::endOf(const StepLength& step) const {
  const double sum = time_ + step.dt;
  return std::abs(sum - step.stop) < 1e-9 * step.dt ? step.stop : sum;
}

Probes::Needs World::needs(double end, double notBeyond) const {
  Probes::Needs needs = probes_.needs(time_, end);
  needs.loads = needs.loads || watchWalls_;
  if (recordLoads_)
    needs.loads = needs.loads || end >= notBeyond ||
                  (*recordLoads_ > 0 && dueBetween(time_, end, *recordLoads_));
  needs.pressure = needs.pressure || watchPressure_ || end >= notBeyond;
  return needs;
}

void World::examine() {
  rebuildNeighbours();
  for (const auto& coupling : couplings()) coupling->prepare();
  solver_->prepare(fluid_, surroundings(), forces_, time_);
  if (recordLoads_ || probes_.needs(Probes::kBeforeAll, time_).loads) {
    computeBoundaryForces(true);
    collectLoads(0);
  }
  probes_.observe(probeView(1), Probes::kBeforeAll);
}

ProbeView World::probeView(double share) const {
  return {fluid_,  *boundary_, walls(),          fluidGrid_,     boundary_->grid(),
          kernel_, period_,    loads_.centres(), loads_.loads(), time_,
          share};
}

std::vector<Vec3d> World::wallForces() const {
  std::vector<Vec3d> forces;
  for (const Loads& on : loads_.loads()) forces.push_back(on.byFluid().force);
  return forces;
}

Ledger World::ledger() const {
  const Timed t{"world/ledger"};
  Ledger sums = ledgerOf(fluid_, *solver_, params_.gravity);
  sums.escaped = escaped_;
  if (sources_) {
    sums.emitted = sources_->emitted();
    sums.drained = sources_->drained();
  }
  sums.drained += cleared_;
  if (solids_) sums.solids = solids_->totals();
  sums.work = work_;
  sums.wallSurplus = wallSurplus_;
  return sums;
}

std::size_t World::bytes() const {
  return fluid_.set.bytes() + boundary_->bytes() + fluidGrid_.bytes() + near_.fluidOfFluid.bytes() +
         near_.boundaryOfFluid.bytes() + near_.fluidOfBoundary.bytes() + solver_->bytes() +
         (foam_ ? foam_->foam().bytes() : 0);
}

World::Snapshot World::snapshot() const {
  return {time_,
          solver_->lastStep,
          steps_,
          escaped_,
          work_,
          wallSurplus_,
          probes_.memory(),
          nextId_,
          sources_ ? sources_->state() : std::vector<double>{},
          solids_ ? solids_->state() : std::vector<double>{},
          couplingState(),
          cleared_,
          freeSolids(),
          coupled_->surfaceOrder(),
          foam_ ? std::optional(foam_->snapshot()) : std::nullopt};
}

const Foam* World::foam() const { return foam_ ? &foam_->foam() : nullptr; }

// A world whose snapshot has none begins to make it.
Particles* World::roomForFoam(const Snapshot& snapshot) {
  return foam_ && snapshot.foam ? &foam_->restore(*snapshot.foam) : nullptr;
}

void World::setSnapshot(const Snapshot& snapshot) {
  time_ = snapshot.time;
  solver_->lastStep = snapshot.lastStep;
  steps_ = snapshot.steps;
  escaped_ = static_cast<std::size_t>(snapshot.escaped);
  cleared_ = static_cast<std::size_t>(snapshot.cleared);
  work_ = snapshot.work;
  wallSurplus_ = snapshot.wallSurplus;
  probes_.remember(snapshot.probes);
  nextId_ = snapshot.nextId;
  if (sources_) sources_->restore(snapshot.sources);
  if (!solids_ && !snapshot.solids.empty()) startSolids();
  if (solids_) solids_->restore(snapshot.solids);
  for (const auto& coupling : couplings()) coupling->prepare();
  coupled_->setSurfaceOrder(snapshot.surfaceOrder);
  StateReader reader(snapshot.coupling);
  boundary_->restore(reader);
  if (!reader.exhausted()) fail("its coupling has more state than this scene");
}

std::vector<double> World::couplingState() const {
  StateWriter writer;
  boundary_->save(writer);
  return writer.numbers();
}

}  // namespace shoal
