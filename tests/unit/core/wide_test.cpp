// One reference, written plainly in double, judges the passes on every kind of machine.
#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "shoal/sph/forces/strain_rate.h"
#include "shoal/sph/solvers/gradient_correction.h"
#include "shoal/sph/solvers/pressure_system.h"
#include "support/with_lanes.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr float kRadius = 0.1f;
constexpr double kSpacing = 0.05;
constexpr std::size_t kLongest = 40;

// From nearly empty space to dense fluid, so that lists have every length; walls likewise.
Points ramp(std::size_t n, unsigned seed) {
  RandomPoints random(3, seed);
  Points points = random.even(n, 0.6f);
  for (Vec3f& p : points) p.x = 2 * std::sqrt(p.x / 0.6f);
  return points;
}

struct Ramp : TestFluid {
  explicit Ramp(KernelKind kind)
      : TestFluid(makeKernel(kind, double(kRadius), 3, kSpacing), kSpacing, ramp(6000, 1),
                  ramp(6000, 2)) {
    giveRandomVelocities(1);
    rubWalls(0.3f);
  }
  ArtificialViscosity viscosity() const { return TestFluid::viscosity(0.2f, 10); }
};

struct Results {
  std::vector<float> s, virialPressure;
  std::vector<Vec3f> a, wallForce;
};

Results resultsOf(Ramp& t) {
  t.density();
  // The same pressures and densities for every width, so that only the pass itself is judged.
  const std::vector<float> s(t.fluid.s.begin(), t.fluid.s.end());
  for (std::size_t i = 0; i < t.fluid.size(); ++i) {
    t.fluid.s[i] = 1 + 0.001f * float(i % 97);
    t.fluid.pTerm[i] = 1e4f * float(i % 31);
  }
  t.acceleration(t.viscosity(), {1, -10, 3});
  return {s,
          {t.fluid.virialPressure.begin(), t.fluid.virialPressure.end()},
          {t.fluid.a.begin(), t.fluid.a.end()},
          t.wallForces(t.viscosity())};
}

// A sum of terms that may cancel, and the sum of their sizes, which rounding scales with.
template <class T>
struct Sum {
  T value{};
  double size = 0;
  void add(const Vec3d& term) { value += term, size += length(term); }
  void add(double term) { value += term, size += std::abs(term); }
};

// Formulas as the papers have them: sums over the lists, one neighbour at a time, in double.
class Reference {
 public:
  explicit Reference(const Ramp& t) : t_(t), visc_(t.viscosity()) {}

  Sum<double> s(std::size_t i) const {
    Sum<double> sum;
    sum.add(volume() * t_.kernel.weight(0));
    for (const std::uint32_t j : t_.near.fluidOfFluid.of(i))
      sum.add(volume() * t_.kernel.weight(length(x(i) - x(j))));
    for (const std::uint32_t b : t_.near.boundaryOfFluid.of(i))
      sum.add(volume(b) * t_.kernel.weight(length(x(i) - wallX(b))));
    return sum;
  }

  Sum<Vec3d> a(std::size_t i) const {
    Sum<Vec3d> sum;
    sum.add(Vec3d{1, -10, 3});
    forEachForce(i, [&](const Vec3d& byPressure, const Vec3d& byViscosity, const Vec3d&) {
      sum.add(byPressure);
      sum.add(byViscosity);
    });
    return sum;
  }

  // 1 / (2 D V) sum f . x over the pressure forces, with V = m / rho and f = m a.
  Sum<double> virialPressure(std::size_t i) const {
    Sum<double> sum;
    forEachForce(i, [&](const Vec3d& byPressure, const Vec3d&, const Vec3d& x_ij) {
      sum.add(density(i) * dot(byPressure, x_ij) / (2 * 3));
    });
    return sum;
  }

  Sum<Vec3d> wallForce(std::size_t b) const {
    Sum<Vec3d> sum;
    for (const std::uint32_t i : t_.near.fluidOfBoundary.of(b))
      sum.add(m() * rho0() * volume(b) * (mirrored(i) + rubbing(i, b)) * gradW(x(i) - wallX(b)));
    return sum;
  }

 private:
  // Calls use(byPressure, byViscosity, x_ij) with what each neighbour adds to the acceleration of
  // i.
  template <class Use>
  void forEachForce(std::size_t i, Use&& use) const {
    for (const std::uint32_t j : t_.near.fluidOfFluid.of(i)) {
      const Vec3d x_ij = x(i) - x(j);
      const Vec3d mGradW = m() * gradW(x_ij);
      const double Pi = viscous(double(visc_.alpha), v(i) - v(j), x_ij, density(i) + density(j));
      use(-(pTerm(i) + pTerm(j)) * mGradW, -Pi * mGradW, x_ij);
    }
    for (const std::uint32_t b : t_.near.boundaryOfFluid.of(i)) {
      const Vec3d x_ib = x(i) - wallX(b);
      const Vec3d mGradW = rho0() * volume(b) * gradW(x_ib);
      use(-mirrored(i) * mGradW, -rubbing(i, b) * mGradW, x_ib);
    }
  }

  double volume() const { return double(t_.fluid.volume); }
  double m() const { return double(t_.fluid.mass(0)); }
  double rho0() const { return double(t_.fluid.restDensity(0)); }
  double volume(std::size_t b) const { return double(t_.walls.volume[b]); }
  // P / rho^2.
  double pTerm(std::size_t i) const { return double(t_.fluid.pTerm[i]) / sq(rho0()); }
  double density(std::size_t i) const { return double(t_.fluid.s[i]) * rho0(); }
  Vec3d x(std::size_t i) const { return Vec3d(t_.fluid.x[i]); }
  Vec3d v(std::size_t i) const { return Vec3d(t_.fluid.v[i]); }
  Vec3d wallX(std::size_t b) const { return Vec3d(t_.walls.x[b]); }

  Vec3d gradW(const Vec3d& x) const {
    return t_.kernel.visit<double>([&](const auto& k) { return k.slope(length(x)) * x; });
  }
  double viscous(double alpha, const Vec3d& v, const Vec3d& x, double rhoSum) const {
    const double h = double(visc_.smoothingLength);
    const double nu = 2 * alpha * h * double(visc_.soundSpeed) / rhoSum;
    return -nu * std::min(0.0, dot(v, x)) / (dot(x, x) + 0.01 * h * h);
  }
  double mirrored(std::size_t i) const { return double(t_.walls.wallPressureFactor) * pTerm(i); }
  double rubbing(std::size_t i, std::size_t b) const {
    return viscous(double(t_.walls.friction[b]), v(i), x(i) - wallX(b), density(i) + rho0());
  }

  const Ramp& t_;
  ArtificialViscosity visc_;
};

double distance(float a, double b) { return std::abs(double(a) - b); }
double distance(const Vec3f& a, const Vec3d& b) { return length(Vec3d(a) - b); }

// The largest error of the results, as a share of what was summed up. Sums that are nearly empty,
// of particles at the edge of the kernel where its slope is known less well, count as a thousandth
// of the largest.
template <class T, class Expected>
double largestError(const std::vector<T>& results, Expected&& expected) {
  double largestSum = 0, largest = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    largestSum = std::max(largestSum, expected(i).size);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto sum = expected(i);
    largest = std::max(largest, distance(results[i], sum.value) / (sum.size + 1e-3 * largestSum));
  }
  return largest;
}

constexpr double kAgreement = 3e-6;

TEST(Wide, PassesGiveTheSameBitsForEveryWidth) {
  for (const KernelKind kind :
       {KernelKind::CubicSpline, KernelKind::WendlandC2, KernelKind::BandLimited}) {
    Ramp t(kind);
    const Results expected = resultsOf(t);
    for (const std::string& lanes : availableLanes()) {
      SCOPED_TRACE(lanes);
      const WithLanes width(lanes);
      const Results results = resultsOf(t);
      EXPECT_EQ(results.s, expected.s);
      EXPECT_EQ(results.virialPressure, expected.virialPressure);
      EXPECT_EQ(results.a, expected.a);
      EXPECT_EQ(results.wallForce, expected.wallForce);
    }
  }
}

// Of the matrices of particles and of the passes over kept gradients, which have lists of every
// length.
struct SystemResults {
  std::vector<Symmetric3f> correction, strainRate;
  std::vector<Vec3f> u;
  std::vector<float> rate, diagonal;
};

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

SystemResults systemResultsOf(Ramp& t) {
  const std::size_t n = t.fluid.size();
  for (std::size_t i = 0; i < n; ++i) t.fluid.pTerm[i] = 1e4f * float(i % 31);
  SystemResults results{std::vector<Symmetric3f>(n),
                        std::vector<Symmetric3f>(n),
                        std::vector<Vec3f>(n),
                        std::vector<float>(n),
                        {}};
  computeGradientCorrection(t.fluid, t.around(), results.correction, results.strainRate);
  FluidSurroundings around = t.around();
  around.correction = results.correction.data();
  PressureSystem system(t.fluid);
  system.build(t.fluid, around);
  parallelChunks(n, [&](Range chunk, std::size_t) {
    system.applyPressure(t.fluid, t.near.fluidOfFluid, t.fluid.pTerm.data(), {t.fluid.v.data()},
                         1e-3f, results.u.data(), chunk);
    system.rate(t.near.fluidOfFluid, t.fluid.v.data(), results.rate.data(), chunk);
  });
  results.diagonal.assign(system.diagonal().begin(), system.diagonal().end());
  return results;
}

TEST(Wide, SystemsOfPressureAreTheSameForEveryWidth) {
  Ramp t(KernelKind::CubicSpline);
  const SystemResults expected = systemResultsOf(t);
  for (const std::string& lanes : availableLanes()) {
    SCOPED_TRACE(lanes);
    const WithLanes width(lanes);
    const SystemResults results = systemResultsOf(t);
    EXPECT_TRUE(sameBits(results.correction, expected.correction));
    EXPECT_TRUE(sameBits(results.strainRate, expected.strainRate));
    EXPECT_TRUE(sameBits(results.u, expected.u));
    EXPECT_TRUE(sameBits(results.rate, expected.rate));
    EXPECT_TRUE(sameBits(results.diagonal, expected.diagonal));
  }
  t.fluid.v[7].x += 0.1f;
  EXPECT_FALSE(sameBits(systemResultsOf(t).rate, expected.rate));
}

TEST(Wide, WidthsThatTheMachineLacksAreRefused) {
  EXPECT_THROW(useLanes("avx1024"), Error);
  EXPECT_THROW(useLanes(""), Error);
  for (const std::string& lanes : availableLanes()) {
    const WithLanes width(lanes);
    EXPECT_EQ(lanesInUse(), lanes);
  }
}

TEST(Wide, ListsHaveEveryLengthThatLeavesATail) {
  const Ramp t(KernelKind::CubicSpline);
  for (const NeighbourList* list :
       {&t.near.fluidOfFluid, &t.near.boundaryOfFluid, &t.near.fluidOfBoundary}) {
    std::vector<bool> seen(kLongest + 1);
    for (std::size_t i = 0; i < list->size(); ++i)
      if (list->of(i).size() <= kLongest) seen[list->of(i).size()] = true;
    EXPECT_EQ(seen, std::vector<bool>(kLongest + 1, true));
  }
}

TEST(Wide, NeighbourListsAreTheSameForEveryWidth) {
  const Period open, closed{{}, {2.05f, 0.6f, 0.6f}};
  for (const auto& [form, period] :
       {std::pair{CellGrid::Form::Plain, open}, std::pair{CellGrid::Form::Hashed, open},
        std::pair{CellGrid::Form::Plain, closed}, std::pair{CellGrid::Form::Hashed, closed}}) {
    std::vector<std::vector<std::uint32_t>> lists;
    for (const std::string& lanes : availableLanes()) {
      const WithLanes width(lanes);
      const Points points = ramp(6000, 1);
      CellGrid grid(kRadius, 3, form, period);
      grid.build(points);
      NeighbourList list;
      list.build(points, grid, kRadius, false);
      auto& all = lists.emplace_back();
      for (std::size_t i = 0; i < list.size(); ++i)
        all.insert(all.end(), list.of(i).begin(), list.of(i).end());
    }
    for (const auto& list : lists) EXPECT_EQ(list, lists.back());
  }
}

TEST(Wide, PassesAgreeWithTheReferenceForEveryWidth) {
  for (const KernelKind kind :
       {KernelKind::CubicSpline, KernelKind::WendlandC2, KernelKind::BandLimited}) {
    Ramp t(kind);
    for (const std::string& lanes : availableLanes()) {
      SCOPED_TRACE(lanes);
      const WithLanes width(lanes);
      const Results results = resultsOf(t);
      const Reference is(t);
      EXPECT_LT(largestError(results.s, [&](std::size_t i) { return is.s(i); }), kAgreement);
      EXPECT_LT(largestError(results.a, [&](std::size_t i) { return is.a(i); }), kAgreement);
      EXPECT_LT(
          largestError(results.virialPressure, [&](std::size_t i) { return is.virialPressure(i); }),
          kAgreement);
      EXPECT_LT(largestError(results.wallForce, [&](std::size_t b) { return is.wallForce(b); }),
                kAgreement);
    }
  }
}

TEST(Wide, TheReferenceRejectsASlightlyWrongPass) {
  Ramp t(KernelKind::CubicSpline);
  const Results results = resultsOf(t);
  t.fluid.volume *= 1.0001f;
  t.walls.wallPressureFactor *= 1.0001f;
  const Reference isNot(t);
  EXPECT_GT(largestError(results.s, [&](std::size_t i) { return isNot.s(i); }), kAgreement);
  EXPECT_GT(largestError(results.a, [&](std::size_t i) { return isNot.a(i); }), kAgreement);
  EXPECT_GT(
      largestError(results.virialPressure, [&](std::size_t i) { return isNot.virialPressure(i); }),
      kAgreement);
  EXPECT_GT(largestError(results.wallForce, [&](std::size_t b) { return isNot.wallForce(b); }),
            kAgreement);
}

}  // namespace
}  // namespace shoal
