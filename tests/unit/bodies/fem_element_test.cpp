// Materials and elements by identities and finite differences.
#include <random>

#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_elasticity.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "support/with_lanes.h"

namespace shoal {
namespace {

constexpr std::array kLaws{FemLaw::Corotational, FemLaw::StVenantKirchhoff, FemLaw::NeoHookean};

double norm(const Matrix3& m) {
  double sum = 0;
  for (const double entry : m.a) sum += sq(entry);
  return std::sqrt(sum);
}

Matrix3 randomMatrix(std::mt19937& dice) {
  std::uniform_real_distribution<double> entry(-1, 1);
  Matrix3 m;
  for (double& a : m.a) a = entry(dice);
  return m;
}

std::vector<Vec3d> shaken(const std::vector<Vec3d>& x, double by, unsigned seed) {
  std::mt19937 dice(seed);
  std::uniform_real_distribution<double> shift(-by, by);
  std::vector<Vec3d> moved = x;
  for (Vec3d& p : moved) p += {shift(dice), shift(dice), shift(dice)};
  return moved;
}

TEST(FemStretch, ComposesToTheDeformationAlsoIfItMirrorsOrFlattens) {
  std::mt19937 dice(7);
  for (int n = 0; n < 300; ++n) {
    Matrix3 f = randomMatrix(dice);
    if (n % 3 == 1) f = f * Matrix3::diagonal({1, 1, 0});
    if (n % 3 == 2) f = Matrix3::identity() + 1e-9 * f;
    const Stretch parts = stretchOf(f);
    EXPECT_LT(norm(parts.u * Matrix3::diagonal(parts.s) * transposed(parts.v) - f), 1e-12);
    for (const Matrix3& turn : {parts.u, parts.v}) {
      EXPECT_LT(norm(turn * transposed(turn) - Matrix3::identity()), 1e-12);
      EXPECT_NEAR(determinant(turn), 1, 1e-12);
    }
    EXPECT_GE(parts.s.y, std::abs(parts.s.z) - 1e-12);
  }
}

TEST(FemStretch, SurvivesZerosAndTheTiniestNumbers) {
  const Matrix3 tiny = 1e-160 * Matrix3{{1, 2, 3, 4, 5, 6, 7, 8, 10}};
  const Matrix3 nearlyEqual{{1, 1e-200, 1e-3, 1e-200, 1, 0, 1e-3, 0, 1}};
  for (const Matrix3& f : {Matrix3{}, tiny, nearlyEqual, Matrix3::diagonal({1, 0, 0})}) {
    const Stretch parts = stretchOf(f);
    EXPECT_LT(norm(parts.u * transposed(parts.u) - Matrix3::identity()), 1e-12);
    EXPECT_LT(norm(parts.u * Matrix3::diagonal(parts.s) * transposed(parts.v) - f), 1e-12);
  }
}

TEST(FemMaterial, StressIsTheDerivativeOfEnergyAndStiffnessThatOfStress) {
  const Lame lame = lameOf(3, 0.3);
  const Vec3d s{1.3, 0.9, -0.2};
  constexpr double d = 1e-6;
  for (const FemLaw law : kLaws) {
    const StretchStress here = stretchStress(law, lame, s);
    const StretchStiffness k = stretchStiffness(law, lame, s);
    for (std::size_t i = 0; i < 3; ++i) {
      Vec3d low = s, high = s;
      low[i] -= d;
      high[i] += d;
      const StretchStress below = stretchStress(law, lame, low),
                          above = stretchStress(law, lame, high);
      EXPECT_NEAR((above.energy - below.energy) / (2 * d), here.stress[i], 1e-8);
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_NEAR((above.stress[j] - below.stress[j]) / (2 * d), k.stretching(i, j), 1e-8);
      const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
      EXPECT_NEAR(k.shearing[i] * (s[j] - s[l]), here.stress[j] - here.stress[l], 1e-12);
      EXPECT_NEAR(k.turning[i] * (s[j] + s[l]), here.stress[j] + here.stress[l], 1e-12);
    }
  }
}

TEST(FemMaterial, FollowsHookesLawForSmallStrains) {
  const Lame lame = lameOf(2e5, 0.4);
  constexpr double e = 1e-7;
  for (const FemLaw law : kLaws) {
    const StretchStress pulled = stretchStress(law, lame, {1 + e, 1 - 0.4 * e, 1 - 0.4 * e});
    EXPECT_NEAR(pulled.stress.x / e, 2e5, 1);
    EXPECT_NEAR(pulled.stress.y / e, 0, 1);
    EXPECT_GT(std::abs(stretchStress(law, lame, {1 + e, 1, 1}).stress.y / e), 1e4);
  }
}

TEST(FemMaterial, FreeAcrossThePlaneAStripHasYoungsModulusAlong) {
  const FemMaterial free = planeStressMaterial({2e5, 0.4, 1000});
  const Lame lame = lameOf(free.young, free.poisson);
  constexpr double e = 1e-7;
  for (const FemLaw law : kLaws) {
    const StretchStress pulled = stretchStress(law, lame, {1 + e, 1 - 0.4 * e, 1});
    EXPECT_NEAR(pulled.stress.x / e, 2e5, 1);
    EXPECT_NEAR(pulled.stress.y / e, 0, 1);
  }
  EXPECT_NEAR(lame.mu, lameOf(2e5, 0.4).mu, 1e-6);
}

TEST(FemMesh, SharesOfTheMassMatrixAddUpToTheElement) {
  for (const bool quadratic : {false, true}) {
    const std::size_t nodes = quadratic ? 10 : 4;
    double mass = 0;
    for (std::size_t a = 0; a < nodes; ++a)
      for (std::size_t b = 0; b < nodes; ++b) mass += massShare(a, b, quadratic);
    EXPECT_NEAR(mass, 1, 1e-14);
  }
}

class FemElement : public testing::TestWithParam<std::tuple<FemLaw, bool>> {
 protected:
  const FemLaw law = std::get<0>(GetParam());
  const TetraMesh tets = makeTetraBox({{0, 0, 0}, {1, 1, 1}}, std::array{1, 1, 1});
  const FemMesh mesh = makeFemMesh(tets, std::get<1>(GetParam()));
  const std::vector<FemMaterial> materials{mesh.elements(),
                                           {.young = 1, .poisson = 0.3, .density = 1}};
  FemElasticity elasticity{mesh, law, materials};

  std::vector<Vec3d> forces(std::span<const Vec3d> x, const FemElasticity::Damping& damping = {}) {
    elasticity.evaluate(x, damping, false);
    std::vector<Vec3d> sum(mesh.rest.size());
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      sum[mesh.nodes[n]] += elasticity.forces()[n];
    return sum;
  }
  // The stiffness times a displacement.
  std::vector<Vec3d> stiffnessTimes(std::span<const Vec3d> d) {
    std::vector<Vec3d> sum(mesh.rest.size());
    const std::size_t n = mesh.nodesEach;
    for (std::size_t e = 0; e < mesh.elements(); ++e)
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
          const Matrix3& block =
              elasticity.stiffness()[e * pairsOf(n) + pairIndex(std::min(a, b), std::max(a, b), n)];
          sum[mesh.of(e)[a]] += (a <= b ? block : transposed(block)) * d[mesh.of(e)[b]];
        }
    return sum;
  }
};

TEST_P(FemElement, ForcesAreTheSlopeOfEnergyAndStiffnessThatOfForces) {
  const std::vector<Vec3d> x = shaken(mesh.rest, 0.1, 3),
                           d = shaken(std::vector<Vec3d>(x.size()), 1, 4);
  constexpr double h = 1e-6;
  std::vector<Vec3d> low = x, high = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    low[i] -= h * d[i];
    high[i] += h * d[i];
  }
  const double slope = (elasticity.energy(high, {}) - elasticity.energy(low, {})) / (2 * h);
  const std::vector<Vec3d> above = forces(high), below = forces(low), f = forces(x),
                           kd = stiffnessTimes(d);
  double work = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    work += dot(f[i], d[i]);
    EXPECT_LT(length((above[i] - below[i]) / (2 * h) + kd[i]), 1e-7 * length(kd[i]) + 1e-8);
  }
  EXPECT_NEAR(slope, -work, 1e-7 * std::abs(work));
  EXPECT_GT(std::abs(work), 1e-3);
}

TEST_P(FemElement, ForcesAndDampingHaveNoResultantAndNoMoment) {
  const std::vector<Vec3d> x = shaken(mesh.rest, 0.1, 5), u = shaken(mesh.rest, 2, 6);
  Vec3d sum, moment;
  const std::vector<Vec3d> f = forces(x, {.time = 0.3, .step = 0.01, .from = x, .u = u});
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += f[i];
    moment += cross(x[i], f[i]);
  }
  EXPECT_LT(length(sum), 1e-13);
  EXPECT_LT(length(moment), 1e-13);
}

TEST_P(FemElement, DampingOpposesDeformationButNoRigidMotion) {
  const std::vector<Vec3d> x = shaken(mesh.rest, 0.1, 5);
  const std::vector<Vec3d> still = forces(x);
  const auto power = [&](const std::vector<Vec3d>& u) {
    const std::vector<Vec3d> f = forces(x, {.time = 0.3, .step = 0.01, .from = x, .u = u});
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += dot(f[i] - still[i], u[i]);
    return sum;
  };
  std::vector<Vec3d> rigid;
  for (const Vec3d& p : x) rigid.push_back(Vec3d{1, 2, 3} + cross(Vec3d{3, -1, 2}, p));
  EXPECT_NEAR(power(rigid), 0, 1e-12);
  EXPECT_LT(power(shaken(rigid, 0.1, 8)), -1e-4);
}

TEST_P(FemElement, StiffnessOfTheCrushedGivesWayUnlessMadePositive) {
  std::vector<Vec3d> x = mesh.rest, turn;
  for (Vec3d& p : x) p.x *= 0.6;
  for (const Vec3d& p : x) turn.push_back(cross(Vec3d{0, 0, 1}, p));
  const auto curvature = [&](const std::vector<Vec3d>& d) {
    const std::vector<Vec3d> kd = stiffnessTimes(d);
    double sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) sum += dot(kd[i], d[i]);
    return sum;
  };
  elasticity.evaluate(x, {}, false);
  EXPECT_LT(curvature(turn), -1e-3);
  elasticity.evaluate(x, {}, true);
  EXPECT_GE(curvature(turn), 0);
  for (unsigned n = 0; n < 200; ++n)
    EXPECT_GT(curvature(shaken(std::vector<Vec3d>(x.size()), 1, n)), 0);
}

// Six elements are a group and a part of one; some are inverted and need their stiffness projected.
TEST_P(FemElement, AllWidthsGiveTheSameBits) {
  const std::vector<Vec3d> x = shaken(mesh.rest, 0.6, 9), u = shaken(mesh.rest, 2, 6);
  elasticity.setPlastic(
      std::vector<Matrix3>(elasticity.points().size(), Matrix3::diagonal({1.1, 0.9, 1.02})));
  const auto evaluated = [&](const std::string& lanes) {
    const WithLanes width(lanes);
    elasticity.evaluate(x, {.time = 0.3, .step = 0.01, .from = x, .u = u}, true);
    std::vector<double> all;
    for (const Vec3d& f : elasticity.forces()) all.insert(all.end(), {f.x, f.y, f.z});
    for (const Matrix3& k : elasticity.stiffness()) all.insert(all.end(), k.a.begin(), k.a.end());
    return all;
  };
  const std::vector<double> one = evaluated("scalar");
  for (const std::string& lanes : availableLanes()) EXPECT_EQ(evaluated(lanes), one) << lanes;
}

TEST_P(FemElement, StiffnessIsStoredWhereItIsToldTo) {
  const std::vector<Vec3d> x = shaken(mesh.rest, 0.1, 3);
  elasticity.evaluate(x, {}, false);
  const std::vector<Matrix3> own(elasticity.stiffness().begin(), elasticity.stiffness().end());
  std::vector<FemElasticity::Place> places;
  const auto count = static_cast<std::uint32_t>(own.size());
  for (std::uint32_t n = 0; n < count; ++n)
    places.push_back({(count - 1 - n) & ~(1u << 31), n % 3 == 0});
  elasticity.storeAt(places);
  elasticity.evaluate(x, {}, false);
  for (std::size_t n = 0; n < count; ++n)
    EXPECT_EQ(elasticity.stiffness()[count - 1 - n], n % 3 == 0 ? transposed(own[n]) : own[n]);
}

INSTANTIATE_TEST_SUITE_P(Laws, FemElement,
                         testing::Combine(testing::ValuesIn(kLaws), testing::Bool()));

}  // namespace
}  // namespace shoal
