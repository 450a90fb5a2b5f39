// What fluid without a free surface needs: pressure that may be negative, and particles that stay
// evenly spread.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/sph/solvers/particle_shifting.h"
#include "shoal/world/world.h"
#include "support/perturbed.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;
constexpr int kAcross = 20;

KernelChoice wideKernel() { return makeKernel(KernelKind::WendlandC2, 3 * kSpacing, 2, kSpacing); }

// A square of lattice that fills space which repeats, every particle moved by up to a quarter of a
// spacing along either axis.
WorldSetup jittered(double shifting) {
  WorldSetup setup;
  setup.world.dimensions = 2;
  setup.world.spacing = kSpacing;
  setup.world.support = 3;
  setup.world.kernel = KernelRequest::WendlandC2;
  setup.world.gravity = {};
  setup.world.domain = Box3d{{0, 0, -1}, {1, 1, 1}};
  setup.world.periodic = {Axis::X, Axis::Y};
  setup.domain = *setup.world.domain;
  setup.solver.solver = "wcsph";
  setup.solver.wcsph.soundSpeed = 10;
  setup.solver.wcsph.artificialViscosity = 0;
  setup.solver.wcsph.tension = true;
  setup.solver.wcsph.shifting = shifting;
  RandomPoints random(2);
  for (int k = 0; k < kAcross * kAcross; ++k) {
    const int column = k % kAcross, row = k / kAcross;
    const Vec3d place = kSpacing * Vec3d{column + 0.25, row + 0.25, 0};
    setup.positions.push_back(Vec3f(place) + random.inCube(static_cast<float>(kSpacing / 2)));
  }
  return setup;
}

double unevenness(const World& world) {  // RMS of s - 1
  double sum = 0;
  for (const float s : world.fluid().s) sum += sq(double(s) - 1);
  return std::sqrt(sum / static_cast<double>(world.fluid().size()));
}

struct Relaxed {
  double before = 0, after = 0;  // unevenness
  double momentum = 0;           // kg m/s
  double kinetic = 0;            // J
};

Relaxed relaxed(double shifting) {
  World world(perturbed(jittered(shifting)));
  world.examine();
  Relaxed result{unevenness(world)};
  while (world.time() < 0.5) world.step(0.5);
  world.examine();
  result.after = unevenness(world);
  result.momentum = length(world.ledger().momentum);
  result.kinetic = world.ledger().kinetic;
  return result;
}

TEST(Shifting, LetsParticlesInDisorderBecomeEvenAndKeepsTheirMomentum) {
  const Relaxed shifted = relaxed(0.5), left = relaxed(0);
  EXPECT_GT(shifted.before, 0.01) << "nothing to relax";
  EXPECT_LT(shifted.after, 0.2 * shifted.before);
  EXPECT_LT(shifted.after, left.after);
  const double scale = std::sqrt(2 * 1000 * shifted.kinetic);  // of a kilogram per litre
  EXPECT_LT(shifted.momentum, 1e-4 * scale);
}

std::vector<Vec3f> shiftsOf(const TestFluid& t) {
  std::vector<Vec3f> shift(t.fluid.size());
  computeShift(t.fluid, t.around(), 1, shift);
  return shift;
}

Points latticeAround(const Vec3d& stretch) {
  Points points;
  for (int j = -8; j <= 8; ++j)
    for (int i = -8; i <= 8; ++i)
      points.push_back(Vec3f(kSpacing * Vec3d{stretch.x * i, stretch.y * j, 0}));
  return points;
}

std::size_t innermost(const TestFluid& t) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < t.fluid.size(); ++i)
    if (length(t.fluid.x[i]) < length(t.fluid.x[best])) best = i;
  return best;
}

TEST(Shifting, LeavesTheMiddleOfTheFluidWhereItIs) {
  TestFluid t(wideKernel(), kSpacing, randomBlob(2, 500, kSpacing));
  t.density();
  Vec3d sum;
  double sizes = 0;
  for (const Vec3f& w : shiftsOf(t)) {
    sum += Vec3d(w);
    sizes += double(length(w));
  }
  EXPECT_GT(sizes, 0);
  EXPECT_LT(length(sum), 1e-6 * sizes);
}

TEST(Shifting, MovesAParticleBackIntoItsGap) {
  Points points = latticeAround({1, 1, 0});
  for (Vec3f& p : points)
    if (length(p) == 0) p.x = static_cast<float>(0.1 * kSpacing);
  TestFluid t(wideKernel(), kSpacing, points);
  t.density();
  const Vec3f w = shiftsOf(t)[innermost(t)];
  EXPECT_LT(w.x, 0);
  EXPECT_NEAR(w.y, 0, 1e-4f * length(w));
}

// Fluid whose pressure, hence density, rises along x: this is no disorder. The bare gradient of the
// concentration has the size of that of the density.
TEST(Shifting, LeavesFluidAloneThatIsDenserUnderPressure) {
  constexpr double kRise = 0.5;  // 1/m
  Points points = latticeAround({1, 1, 0});
  for (Vec3f& p : points) p.x -= static_cast<float>(kRise / 2 * sq(double(p.x)));
  TestFluid t(wideKernel(), kSpacing, points);
  t.density();
  const std::size_t i = innermost(t);
  ASSERT_LT(length(t.fluid.x[i]), 1e-5f * static_cast<float>(kSpacing));
  EXPECT_LT(length(shiftsOf(t)[i]), 0.1 * kRise);
  for (float& s : t.fluid.s) s = 1;
  EXPECT_GT(length(shiftsOf(t)[i]), 0.5 * kRise) << "the gradient is not there";
}

TEST(Shifting, IsAlongWallsBesideThem) {
  Points floor, fluid;
  for (int i = -12; i <= 12; ++i) floor.push_back({static_cast<float>(i * kSpacing), 0, 0});
  for (const Vec3f& p : latticeAround({1, 1, 0})) fluid.push_back(p + Vec3f{0.01f, 0.45f, 0});
  TestFluid t(wideKernel(), kSpacing, fluid, floor);
  t.density();
  const std::vector<Vec3f> shift = shiftsOf(t);
  bool anyAway = false;
  for (std::size_t i = 0; i < t.fluid.size(); ++i) {
    if (std::abs(t.fluid.x[i].x) > 4.5f * static_cast<float>(kSpacing)) continue;
    if (t.near.boundaryOfFluid.of(i).empty())
      anyAway = anyAway || std::abs(shift[i].y) > 1e-3f;
    else
      EXPECT_NEAR(shift[i].y, 0, 1e-3f);
  }
  EXPECT_TRUE(anyAway) << "no particle is shifted across";
}

TEST(Tension, MayBeBorneOnlyWhereItIsAllowed) {
  TestFluid t(wideKernel(), kSpacing, latticeAround({1.01, 1.01, 0}));
  t.density();
  const std::size_t i = innermost(t);
  ASSERT_LT(t.fluid.s[i], 0.99f);
  t.pressure(10);
  EXPECT_EQ(t.fluid.p[i], 0);
  EquationOfState state{10};
  state.tension = true;
  computePressure(t.fluid, {}, state, 0, 0);
  EXPECT_NEAR(t.fluid.p[i] / (1e5f * (t.fluid.s[i] - 1)), 1, 0.1f);
}

TEST(Tension, StoresEnergyAsCompressionDoes) {
  for (const auto law : {EquationOfState::Law::Tait, EquationOfState::Law::Gas}) {
    EquationOfState state{30, law};
    EXPECT_EQ(state.energy(0.99, 1000), 0);
    state.tension = true;
    EXPECT_GT(state.energy(0.99, 1000), 0);
    EXPECT_NEAR(state.energy(0.999, 1000) / state.energy(1.001, 1000), 1, 0.02);
  }
}

}  // namespace
}  // namespace shoal
