// Nozzles must give out the volume that was asked for, at the density of the fluid, whatever the
// steps are.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/search/kd_tree.h"
#include "shoal/world/sources/emitters.h"

namespace shoal {
namespace {

// Lets every particle fly on.
class FreeFlight final : public FluidSolver {
 public:
  void initialiseAdded(FluidParticles&, Range fresh) override { welcomed += fresh.size(); }
  double longestStep(const FluidParticles&, const FluidSurroundings&,
                     const StepLimits&) const override {
    return 1;
  }
  double fastestMove(const FluidParticles&) const override { return 0; }
  void computeVirialPressure(FluidParticles&, const FluidSurroundings&) override {}
  void move(FluidParticles& fluid, double dt, double) override {
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.x[i] += float(dt) * fluid.v[i];
  }
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                         std::span<Vec3f>) const override {}
  void addViscousBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                                std::span<Vec3f>) const override {}
  std::string advice() const override { return ""; }

  std::size_t welcomed = 0;

 private:
  void prepareState(FluidParticles&, const FluidSurroundings&) override {}
  void addAccelerations(FluidParticles&, const FluidSurroundings&, double) override {}
  void solvePressure(FluidParticles&, const FluidSurroundings&, double) override {}
};

constexpr double kSpacing = 0.1;

WorldParams flatWorld() {
  WorldParams world;
  world.dimensions = 2;
  world.spacing = kSpacing;
  return world;
}

EmitterParams slot() {
  EmitterParams e;
  e.name = "slot";
  e.fluid = "water";
  e.nozzle.direction = {2, 0, 0};
  e.nozzle.radius = 0.25;
  e.speed = 1;
  return e;
}

// One nozzle and the particles that it gave out.
class Jet {
 public:
  explicit Jet(const EmitterParams& emitter, const WorldParams& world = flatWorld())
      : nozzle(emitter, world, kernelOf(world, {})),
        bank({nozzle}, {"air", "water"}, world, fluid),
        grid_(kernelOf(world, {}).radius, world.dimensions) {}

  void step(double dt) {
    bank.emit(fluid, solver, time, nextId);
    grid_.build(fluid.x.span());
    fluid.set.rearrange(grid_.order());
    near_.fluidOfFluid.build(fluid.x.span(), grid_, grid_.cellSize(), true);
    bank.hold(fluid, near_);
    solver.move(fluid, dt, 1);
    bank.drive(fluid, solver, time, dt);
    time += dt;
  }
  void runTo(double end, double dt) {
    while (time < end - 1e-9) step(std::min(dt, end - time));
    bank.emit(fluid, solver, time, nextId);
  }
  // Particles that were added after the pipe was filled.
  double givenOut() const {
    return double(bank.tallies()[0].emitted) - double(nozzle.layers() * nozzle.columns());
  }
  double closestPair() const {
    const KdTree tree(fluid.x.span());
    std::vector<Neighbour> two;
    float closest = 1e9f;
    for (const Vec3f& x : fluid.x) {
      tree.nearest(x, 2, two);
      if (two.size() > 1) closest = std::min(closest, two[1].distance);
    }
    return double(closest);
  }

  FluidParticles fluid;
  FreeFlight solver;
  Nozzle nozzle;
  Emitters bank;
  double time = 0;
  std::uint64_t nextId = 0;

 private:
  CellGrid grid_;
  Neighbours near_;
};

}  // namespace

TEST(Nozzle, GivesOutRateTimesTimeWithinALayerForAnyStep) {
  EmitterParams e = slot();
  e.speed = 0;
  e.rate = 0.7;  // m^2/s
  for (const double dt : {0.013, 0.1, 0.37, 0.71}) {
    Jet jet(e);
    jet.runTo(3, dt);
    const double layer = double(jet.nozzle.columns());
    EXPECT_NEAR(jet.givenOut() * sq(kSpacing), 0.7 * 3, layer * sq(kSpacing)) << dt;
  }
}

TEST(Nozzle, ColumnsKeepOneSpacingForAnyStep) {
  for (const double dt : {0.013, 0.1, 0.37}) {  // in the last, three or four particles a step
    Jet jet(slot());
    jet.runTo(3, dt);
    EXPECT_NEAR(jet.closestPair(), kSpacing, 1e-5) << dt;
    // A column of uniform density is as long as the number of its particles.
    std::map<long, std::vector<float>> columns;
    for (const Vec3f& x : jet.fluid.x) columns[std::lround(double(x.y) / kSpacing)].push_back(x.x);
    EXPECT_EQ(columns.size(), jet.nozzle.columns());
    for (const auto& [row, along] : columns) {
      const auto [back, front] = std::ranges::minmax(along);
      EXPECT_NEAR(double(front - back), (double(along.size()) - 1) * kSpacing, 1e-4) << dt;
      EXPECT_NEAR(double(front), 3, kSpacing) << "the jet leaves the mouth at time 0";
    }
  }
}

namespace {

// Strength of layers at the given distance: 1 for planes of particles, 0 for none.
double layering(const Jet& jet, double distance) {
  double re = 0, im = 0;
  for (const Vec3f& x : jet.fluid.x) {
    const double angle = 2 * std::numbers::pi * jet.nozzle.along(Vec3d(x)) / distance;
    re += std::cos(angle), im += std::sin(angle);
  }
  return std::hypot(re, im) / double(jet.fluid.size());
}

EmitterParams pipe(double radius) {
  EmitterParams e = slot();
  e.nozzle.direction = {1, 2, 3};
  e.nozzle.radius = radius;
  return e;
}

WorldParams space() {
  WorldParams world;
  world.spacing = kSpacing;
  return world;
}

}  // namespace

TEST(Nozzle, AJetIsNoStackOfPlates) {
  EmitterParams rectangle = pipe(0);
  rectangle.nozzle.size = {0.8, 0.5};
  for (const auto& [emitter, world] :
       {std::pair{pipe(0.36), space()}, {pipe(0.7), space()}, {rectangle, space()}}) {
    Jet jet(emitter, world);
    jet.runTo(2, 0.037);
    EXPECT_LT(layering(jet, kSpacing), 0.1);
    EXPECT_LT(layering(jet, kSpacing / 2), 0.15);
    EXPECT_GT(jet.closestPair(), 0.93 * kSpacing);
  }
}

// Particles beyond any radius, and in any sector, are as many as the area there has room for.
TEST(Nozzle, ARoundMouthGivesARoundAndEvenJet) {
  for (const double radius : {0.25, 0.36, 0.7, 1.1}) {
    const Nozzle nozzle(pipe(radius), space(), kernelOf(space(), {}));
    const Vec3d back = nozzle.params().centre - nozzle.length() * nozzle.direction();
    const Vec3d u = normalised(cross(nozzle.direction(), {0, 0, 1}));
    const Vec3d v = cross(nozzle.direction(), u);
    std::vector<double> radii;
    std::array<double, 8> widest{};
    double uu = 0, vv = 0, uv = 0, su = 0, sv = 0;
    for (const Vec3d& entry : nozzle.entries()) {
      const double a = dot(entry - back, u), b = dot(entry - back, v);
      radii.push_back(std::hypot(a, b));
      auto& sector = widest[static_cast<std::size_t>((std::atan2(b, a) + std::numbers::pi) /
                                                     (2 * std::numbers::pi) * 8) %
                            8];
      sector = std::max(sector, radii.back());
      uu += a * a, vv += b * b, uv += a * b, su += a, sv += b;
    }
    EXPECT_NEAR(double(radii.size()), std::numbers::pi * sq(radius / kSpacing), 0.51);
    for (const double w : widest) EXPECT_NEAR(w, radius, 0.9 * kSpacing) << radius;
    for (double r = 1.5 * kSpacing; r < radius; r += kSpacing / 2) {
      const auto within = std::ranges::count_if(radii, [&](double x) { return x < r; });
      EXPECT_NEAR(double(within), std::numbers::pi * sq(r / kSpacing), 1.51) << radius;
    }
    const double n = double(radii.size());
    EXPECT_LT(std::hypot(su, sv) / n, 0.1 * kSpacing) << "centred";
    EXPECT_NEAR(uu / vv, 1, 0.5 * kSpacing / radius) << "as wide as high";
    EXPECT_LT(std::abs(uv) / uu, 0.05);
  }
}

TEST(Nozzle, ProfilesScaleTheFlowInTime) {
  EmitterParams e = slot();
  e.profile = "1 + 0.5*sin(2*pi*t)";
  Jet jet(e);
  jet.runTo(2.5, 0.01);
  const double travelled = 2.5 + 0.5 / std::numbers::pi;
  EXPECT_NEAR(jet.givenOut() / double(jet.nozzle.columns()), travelled / kSpacing, 1);

  e.profile = "-1";
  Jet sucking(e);
  sucking.runTo(1, 0.1);
  EXPECT_EQ(sucking.givenOut(), 0);
}

TEST(Nozzle, OpensAtItsStartAndLetsGoAtItsEnd) {
  EmitterParams e = slot();
  e.nozzle.start = 0.55;
  e.nozzle.end = 1.85;
  Jet jet(e);
  jet.runTo(0.5, 0.1);
  EXPECT_EQ(jet.fluid.size(), 0u);
  jet.runTo(4, 0.1);
  EXPECT_NEAR(jet.givenOut() / double(jet.nozzle.columns()), 1.3 / kSpacing, 1);
  for (const Vec3f& x : jet.fluid.x) EXPECT_GT(x.x, 1) << "all has left";
}

TEST(Nozzle, NeverExceedsItsLimit) {
  EmitterParams e = slot();
  e.nozzle.limit = 50;
  Jet jet(e);
  jet.runTo(10, 0.1);
  EXPECT_LE(jet.fluid.size(), 50u);
  EXPECT_GT(jet.fluid.size(), 44u);
}

TEST(Nozzle, NumbersAreNeverUsedTwiceAndThePhaseIsTheFluids) {
  Jet jet(slot());
  jet.nextId = 7;
  jet.runTo(1, 0.1);
  std::vector<std::uint32_t> ids(jet.fluid.id.begin(), jet.fluid.id.end());
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids.front(), 7u);
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(jet.nextId, 7 + ids.size());
  for (const std::uint32_t phase : jet.fluid.phase) EXPECT_EQ(phase, 1u);
}

TEST(Nozzle, FluidInTheMouthStopsTheFlowAndIsCounted) {
  Jet jet(slot());
  jet.step(0.01);
  const std::size_t first = jet.fluid.set.append(5);  // in the way of every column
  for (std::size_t k = 0; k < 5; ++k) {
    jet.fluid.x[first + k] = {0.03f, 0.1f * float(k) - 0.2f, 0};
    jet.fluid.v[first + k] = {};
    jet.fluid.id[first + k] = static_cast<std::uint32_t>(1000 + k);
  }
  jet.runTo(3, 0.01);
  EXPECT_LE(jet.givenOut(), 5);
  EXPECT_GT(jet.bank.tallies()[0].skipped, 100u);
  EXPECT_GT(jet.closestPair(), 0.39 * kSpacing) << "half a spacing less one step";
}

TEST(Nozzle, FluidThatStandsInThePipeIsTakenAlong) {
  Jet jet(slot());
  const std::size_t first = jet.fluid.set.append(1);
  jet.fluid.x[first] = {-0.23f, 0.04f, 0};
  jet.fluid.v[first] = {};
  jet.fluid.id[first] = 4'000'000;
  jet.runTo(2, 0.05);
  for (std::size_t i = 0; i < jet.fluid.size(); ++i)
    EXPECT_TRUE(jet.fluid.id[i] != 4'000'000 || jet.fluid.x[i].x > 1);
}

TEST(Nozzle, ColumnsCoverTheAreaOfTheMouth) {
  WorldParams world;
  world.spacing = 0.01;
  EmitterParams e = slot();
  e.nozzle.direction = {1, 2, 3};
  e.nozzle.radius = 0.08;
  const Nozzle round(e, world, kernelOf(world, {}));
  EXPECT_NEAR(double(round.columns()), std::numbers::pi * 64, 8);
  for (const Vec3d& x : round.entries()) EXPECT_NEAR(round.along(x), 0, 1e-12);
  e.nozzle.radius = 0;
  e.nozzle.size = {0.1, 0.04};
  e.nozzle.up = Vec3d{0, 0, 1};
  EXPECT_EQ(Nozzle(e, world, kernelOf(world, {})).columns(), 40u);
}

TEST(Nozzle, StateReadBackIsWhatWasWrittenAndNonsenseIsRejected) {
  Jet jet(slot());
  jet.runTo(1.234, 0.1);
  StateWriter written;
  jet.bank.write(written);
  std::vector<double> numbers = written.numbers();
  Jet other(slot());
  StateReader reader(numbers);
  other.bank.read(reader);
  EXPECT_TRUE(reader.exhausted());
  StateWriter again;
  other.bank.write(again);
  EXPECT_EQ(again.numbers(), numbers);

  numbers.back() = std::nan("");
  StateReader broken(numbers);
  EXPECT_THROW(other.bank.read(broken), Error);
  StateReader tooShort({numbers.data(), 3});
  EXPECT_THROW(other.bank.read(tooShort), Error);
}

}  // namespace shoal
