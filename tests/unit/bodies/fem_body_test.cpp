// Bodies of finite elements in motion: what is kept, what survives, and that bits are the same.
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "shoal/bodies/contact/contact_group.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "support/with_threads.h"
#include "test_solid.h"

namespace shoal {
namespace {

const Vec3d kGravity{0, -9.81, 0};

TetraMesh cubeMesh(int cells = 3) {
  return makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {cells, cells, cells});
}

FemParams rubber(FemElements elements = FemElements::Linear) {
  FemParams params;
  params.material = {.young = 1e5, .poisson = 0.4, .density = 1000};
  params.elements = elements;
  return params;
}

FemParams exact(FemParams params, FemIntegrator integrator) {
  params.solver.integrator = integrator;
  params.solver.maxIterations = 30;
  params.solver.tolerance = 1e-12;
  params.solver.linearTolerance = 1e-8;
  return params;
}

// Spins, drifts and shakes.
void throwBody(FemBody& body) {
  FemSolid& solid = body.solid();
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    const Vec3d& p = solid.x[i];
    solid.v[i] = Vec3d{1, 2, 0.5} + cross(Vec3d{1, 3, -2}, p) +
                 Vec3d{0.3 * p.x * p.y, -0.5 * p.z * p.x, 0.4 * p.y};
  }
  body.showSurface();
}

class FreeBody : public testing::TestWithParam<std::tuple<FemLaw, FemElements>> {};

TEST_P(FreeBody, KeepsMomentumAndWithMidpointsAngularMomentumAndEnergy) {
  const auto& [material, elements] = GetParam();
  for (const FemIntegrator integrator : {FemIntegrator::ImplicitEuler, FemIntegrator::Midpoint}) {
    FemParams params = exact(rubber(elements), integrator);
    params.law = material;
    FemBody body("cube", cubeMesh(2), params);
    throwBody(body);
    const BodyTotals before = body.totals();
    for (int k = 0; k < 30; ++k) body.advance(0.01, {});
    const BodyTotals after = body.totals();
    EXPECT_NEAR(after.mass, 1000, 1e-9);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-7 * length(before.momentum));
    const double turned =
        length(after.angularMomentum - before.angularMomentum) / length(before.angularMomentum);
    const double energy = (after.kinetic + after.elastic) / (before.kinetic + before.elastic) - 1;
    EXPECT_GT(after.elastic, 1);
    if (integrator == FemIntegrator::Midpoint) {
      EXPECT_LT(turned, 1e-7);
      EXPECT_LT(std::abs(energy), 0.01);
    } else {
      EXPECT_GT(turned, 1e-4);  // the same check sees what backward Euler loses
      EXPECT_LT(energy, -1e-3);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    Fem, FreeBody,
    testing::Combine(testing::Values(FemLaw::Corotational, FemLaw::StVenantKirchhoff,
                                     FemLaw::NeoHookean),
                     testing::Values(FemElements::Linear, FemElements::Quadratic)));

TEST(FemBody, FallsWithGravity) {
  FemBody body("cube", cubeMesh(2), exact(rubber(), FemIntegrator::ImplicitEuler));
  for (int k = 0; k < 50; ++k) body.advance(0.01, kGravity);
  EXPECT_NEAR(body.totals().momentum.y, -9.81 * 0.5 * 1000, 1e-6);
  EXPECT_LT(body.totals().elastic, 1e-9);
}

TEST(FemBody, StretchesUnderALoadByHookesLaw) {
  for (const FemLaw law : {FemLaw::Corotational, FemLaw::StVenantKirchhoff, FemLaw::NeoHookean}) {
    FemParams params = exact(rubber(), FemIntegrator::ImplicitEuler);
    params.law = law;
    FemBody body("bar", makeTetraBox({{0, 0, 0}, {2, 1, 1}}, {4, 2, 2}), params);
    EXPECT_EQ(body.hold({{0, -1, -1}, {0, 2, 2}}, kAxisX), 9u);
    body.hold({{0, 0, 0}, {0, 0, 0}}, kAllAxes);
    body.hold({{0, 1, 0}, {0, 1, 0}}, kAxisZ);
    const BodySurface& surface = body.surface();
    std::vector<Vec3d> forces(surface.x.size());
    const double stress = 1e-3 * 1e5;
    for (const auto& [a, b, c] : surface.triangles) {
      const Vec3d area = cross(surface.x[b] - surface.x[a], surface.x[c] - surface.x[a]) / 2.0;
      if (surface.x[a].x < 2 || surface.x[b].x < 2 || surface.x[c].x < 2) continue;
      for (const std::uint32_t v : {a, b, c}) forces[v].x += stress * area.x / 3;
    }
    body.addForces(forces);
    body.solid().settle({});
    double along = 0, across = 0;
    for (std::size_t i = 0; i < body.solid().x.size(); ++i) {
      if (body.solid().mesh().rest[i] != Vec3d{1, 1, 1}) continue;
      along = body.solid().x[i].x - 1;
      across = body.solid().x[i].y - 1;
    }
    EXPECT_NEAR(along, 1e-3, 3e-6);
    EXPECT_NEAR(across, -0.4e-3, 3e-6);
  }
}

TEST(FemBody, ShowsTheStressOfHookesLawAtItsVertices) {
  constexpr double kStrain = 1e-4;
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    FemBody body("cube", cubeMesh(2), rubber(elements));
    for (Vec3d& x : body.solid().x)
      x = {x.x * (1 + kStrain), x.y * (1 - 0.4 * kStrain), x.z * (1 - 0.4 * kStrain)};
    body.showSurface();
    ASSERT_EQ(body.vertexStresses().size(), body.surface().x.size());
    for (const double stress : body.vertexStresses())
      EXPECT_NEAR(stress, 1e5 * kStrain, 1e-3 * 1e5 * kStrain);
    for (Vec3d& x : body.solid().x) x += Vec3d{1, 2, 3};
    EXPECT_NEAR(body.vertexStresses().at(0), 1e5 * kStrain, 1e-3 * 1e5 * kStrain);
  }
}

TEST(FemBody, ElementsMayDifferInWhatTheyAreMadeOf) {
  const TetraMesh bar = makeTetraBox({{0, 0, 0}, {2, 1, 1}}, {4, 2, 2});
  std::vector<FemMaterial> materials;
  for (const Tetra& tet : bar.tets) {
    double centre = 0;
    for (const std::uint32_t v : tet) centre += bar.vertices[v].x / 4;
    materials.push_back(
        {.young = centre < 1 ? 1e5 : 3e5, .poisson = 0, .density = centre < 1 ? 1. : 5.});
  }
  FemBody body("bar", bar, exact(rubber(), FemIntegrator::ImplicitEuler), materials);
  EXPECT_NEAR(body.totals().mass, 6, 1e-12);
  body.hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
  body.hold({{2, -1, -1}, {2, 2, 2}}, kAllAxes);
  for (std::size_t i = 0; i < body.solid().x.size(); ++i)
    if (body.solid().mesh().rest[i].x == 2) body.solid().x[i].x += 4e-3;
  body.solid().settle({});
  for (std::size_t i = 0; i < body.solid().x.size(); ++i) {
    if (body.solid().mesh().rest[i].x != 1) continue;
    EXPECT_NEAR(body.solid().x[i].x, 1 + 3e-3, 1e-5);
  }
}

TEST(FemBody, ForcesActOnceAndAreForgotten) {
  FemBody body("cube", cubeMesh(1), exact(rubber(), FemIntegrator::ImplicitEuler));
  body.addForces(std::vector<Vec3d>(body.surface().x.size(), Vec3d{100, 0, 0}));
  body.advance(0.5, {});
  EXPECT_NEAR(body.totals().momentum.x, 8 * 100 * 0.5, 1e-6);
  body.advance(0.5, {});
  EXPECT_NEAR(body.totals().momentum.x, 8 * 100 * 0.5, 1e-6);
  EXPECT_THROW(body.addForces(std::vector<Vec3d>(3)), Error);
}

// A body that is pushed leaves its path; what resists takes as much of its momentum as it says.
TEST(FemBody, ResistanceTakesTheMomentumOfTheDepartures) {
  const double k = 3e4, dt = 0.01;
  const auto pushed = [&](double stiffness) {
    FemModel model{BodySpace{}};
    FemBody& body = model.add(std::make_unique<FemBody>("cube", cubeMesh(2), rubber()));
    throwBody(body);
    const BodyTotals before = body.totals();
    const std::size_t vertices = body.surface().x.size();
    std::vector<Vec3d> forces(vertices);
    forces[0] = {5e4, -2e4, 1e4};
    body.addForces(forces);
    body.resist(std::vector<Matrix3>(vertices, stiffness * Matrix3::identity()));
    ContactGroup group({});
    BodyModel* const models[] = {&model};
    group.advance(models, 0, dt);
    Vec3d away;
    for (const Vec3d& one : body.departures()) away += one;
    const Vec3d gained = body.totals().momentum - before.momentum;
    EXPECT_LT(length(gained - (dt * forces[0] - stiffness * away)), 1e-9 * length(dt * forces[0]));
    return away.x;
  };
  EXPECT_LT(pushed(k), 0.99 * pushed(0));
  EXPECT_GT(pushed(k), 0);
}

// The energy that is left of a bar swinging along itself in its first mode, after three periods.
double energyLeft(double massDamping, double stiffnessDamping) {
  FemParams params = exact(rubber(), FemIntegrator::Midpoint);
  params.material = {.young = 1e5, .poisson = 0, .density = 1000};  // sound runs at 10 m/s
  params.massDamping = massDamping;
  params.stiffnessDamping = stiffnessDamping;
  params.solver.maxStep = 0.004;
  FemBody body("bar", makeTetraBox({{0, 0, 0}, {1, 0.2, 0.2}}, {10, 2, 2}), params);
  body.hold({{0, -1, -1}, {0, 1, 1}}, kAxisX);
  FemSolid& solid = body.solid();
  for (std::size_t i = 0; i < solid.x.size(); ++i)
    solid.v[i].x = 1e-3 * std::sin(std::numbers::pi / 2 * solid.x[i].x);
  const double before = body.totals().kinetic;
  body.advance(3 * 0.4, {});
  return (body.totals().kinetic + body.totals().elastic) / before;
}

TEST(FemBody, RayleighDampingTakesOffEnergyAtItsRates) {
  const double omega2 = sq(std::numbers::pi / 2 * 10);
  EXPECT_NEAR(energyLeft(0, 0), 1, 1e-3);
  EXPECT_NEAR(energyLeft(0.5, 0), std::exp(-0.5 * 1.2), 0.01);
  EXPECT_NEAR(energyLeft(0, 2e-3), std::exp(-2e-3 * omega2 * 1.2), 0.01);
  EXPECT_LT(energyLeft(0, 4e-3), std::exp(-2e-3 * omega2 * 1.2) - 0.1);
}

class Inverted : public testing::TestWithParam<FemLaw> {};

TEST_P(Inverted, CubeReturns) {
  FemParams params = rubber();
  params.law = GetParam();
  params.massDamping = 5;
  for (const bool crushed : {false, true}) {
    FemBody body("cube", cubeMesh(2), params);
    std::mt19937 dice(4);
    std::uniform_real_distribution<double> shift(-0.3, 0.3);
    for (Vec3d& p : body.solid().x)
      p = crushed ? Vec3d{0, p.y, p.z} : p + Vec3d{shift(dice), shift(dice), shift(dice)};
    const auto inverted = [&] {
      std::size_t count = 0;
      const TetraMesh now{body.solid().x, body.mesh().tets};
      for (std::size_t t = 0; t < now.tets.size(); ++t) count += signedVolume(now, t) <= 0 ? 1 : 0;
      return count;
    };
    const double energy = body.totals().elastic;
    ASSERT_GT(inverted(), 5u);
    for (int k = 0; k < 500; ++k) body.advance(0.01, {});
    EXPECT_EQ(inverted(), 0u);
    EXPECT_LT(body.totals().elastic, 1e-4 * energy);
  }
}
INSTANTIATE_TEST_SUITE_P(Fem, Inverted, testing::Values(FemLaw::Corotational, FemLaw::NeoHookean));

TEST(FemBody, FarTooSoftForItsWeightStillHangsAndComesToRest) {
  FemParams params = rubber();
  params.material = {.young = 1e3, .poisson = 0.3, .density = 1000};  // would stretch tenfold
  params.solver.maxStep = 0.1;
  FemBody body("bar", makeTetraBox({{0, 0, 0}, {1, 0.25, 0.25}}, {4, 1, 1}), params);
  body.hold({{0, -1, -1}, {0, 1, 1}}, kAllAxes);
  double fastest = 0;
  for (int k = 0; k < 200; ++k) {
    body.advance(0.1, kGravity);
    fastest = std::max(fastest, body.totals().kinetic);
  }
  for (const Vec3d& p : body.solid().x) EXPECT_LT(length(p), 20);
  EXPECT_LT(body.totals().kinetic, 1e-2 * fastest);
}

// Pulls a bar that yields at a strain of 1 % to `strain` and lets it go again; the lasting strain.
double lastingStrain(double strain, double creep, double maxPlasticity = 10) {
  FemParams params = rubber();
  params.material.poisson = 0.3;
  params.solver.maxStep = 0.05;
  params.plasticity = {.yield = 0.01 * 1e5, .creep = creep, .maxPlasticity = maxPlasticity};
  FemBody body("bar", makeTetraBox({{0, 0, 0}, {1, 0.2, 0.2}}, {5, 1, 1}), params);
  body.hold({{0, -1, -1}, {0, 1, 1}}, kAxisX);
  body.hold({{1, -1, -1}, {1, 1, 1}}, kAxisX);
  FemSolid& solid = body.solid();
  const auto end = [&](std::size_t i) { return solid.mesh().rest[i].x == 1; };
  for (std::size_t i = 0; i < solid.x.size(); ++i)
    if (end(i)) solid.v[i].x = strain / 10;
  for (int k = 0; k < 200; ++k) body.advance(0.05, {});
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    solid.v[i] = {};
    if (end(i)) solid.fixed[i] = kNoAxis;
  }
  for (int k = 0; k < 100; ++k) body.advance(0.05, {});
  double longest = 0;
  for (const Vec3d& p : solid.x) longest = std::max(longest, p.x);
  return longest - 1;
}

TEST(FemPlasticity, BarKeepsWhatWentBeyondItsYield) {
  EXPECT_NEAR(lastingStrain(0.05, 1e3), 0.04, 0.05 * 0.04);
  EXPECT_NEAR(lastingStrain(0.009, 1e3), 0, 1e-5);
  EXPECT_LT(lastingStrain(0.05, 0.01), 0.01);  // creeps too slowly to flow far
  EXPECT_LT(lastingStrain(0.05, 1e3, 0.02), 0.025);
}

std::vector<double> stateAfter(int threads, int steps) {
  return withThreads(threads, [&] {
    TestWorld<FemModel> world(kGravity);
    FemModel& model = world.model;
    FemParams params = rubber();
    params.plasticity.yield = 500;
    params.stiffnessDamping = 0.01;
    FemBody& body = model.add(std::make_unique<FemBody>("cube", cubeMesh(8), params));
    body.hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
    for (int k = 0; k < steps; ++k) world.advance(0.01 * k, 0.01);
    StateWriter state;
    model.save(state);
    return state.numbers();
  });
}

TEST(FemModel, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto one = stateAfter(1, 10);
  EXPECT_EQ(one, stateAfter(2, 10));
  EXPECT_EQ(one, stateAfter(3, 10));
  EXPECT_NE(one, stateAfter(1, 11));
}

TEST(FemModel, GoesOnFromASavedStateWithTheSameBits) {
  for (const bool torn : {false, true}) {
    FemParams params = rubber(FemElements::Quadratic);
    params.plasticity.yield = 500;
    const auto make = [&](FemModel& model) -> FemBody& {
      return model.add(std::make_unique<FemBody>("cube", cubeMesh(2), params));
    };
    TestWorld<FemModel> one(kGravity), other(kGravity);
    FemModel &first = one.model, &second = other.model;
    FemBody& body = make(first);
    make(second);
    body.hold({{0, -1, -1}, {0, 2, 2}}, kAllAxes);
    one.advance(0, 0.02);
    if (torn) {
      TetraMesh mesh = body.mesh();
      mesh.tets.pop_back();
      std::vector<FemBody::Origin> vertices;
      std::vector<std::uint32_t> tets;
      for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) vertices.push_back({i, i, 0});
      for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) tets.push_back(t);
      body.rebuild(mesh, vertices, tets);
    }
    StateWriter saved;
    first.save(saved);
    StateReader reader(saved.numbers());
    second.restore(reader);
    EXPECT_TRUE(reader.exhausted());
    EXPECT_EQ(second.bodies()[0]->surface().x, body.surface().x);
    for (TestWorld<FemModel>* world : {&one, &other}) world->advance(0.02, 0.05);
    StateWriter a, b;
    first.save(a);
    second.save(b);
    EXPECT_EQ(a.numbers(), b.numbers());
    StateReader cut(std::span(saved.numbers()).first(saved.numbers().size() / 2));
    EXPECT_THROW(second.restore(cut), Error);
  }
}

TEST(FemBody, SplitsAlongAPlaneAndCarriesItsMotionOver) {
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    FemBody body("cube", cubeMesh(2), rubber(elements));
    throwBody(body);
    body.advance(0.01, {});
    const BodyTotals before = body.totals();
    // Tetrahedra beyond x = 0.5 get vertices of their own in that plane.
    TetraMesh mesh = body.mesh();
    std::vector<FemBody::Origin> vertices;
    std::vector<std::uint32_t> tets;
    for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) vertices.push_back({i, i, 0});
    std::vector<std::uint32_t> copy(mesh.vertices.size(), 0);
    for (std::uint32_t t = 0; t < mesh.tets.size(); ++t) {
      tets.push_back(t);
      double centre = 0;
      for (const std::uint32_t v : mesh.tets[t]) centre += body.mesh().vertices[v].x / 4;
      if (centre < 0.5) continue;
      for (std::uint32_t& v : mesh.tets[t]) {
        if (mesh.vertices[v].x != 0.5) continue;
        if (copy[v] == 0) {
          copy[v] = static_cast<std::uint32_t>(mesh.vertices.size());
          vertices.push_back({v, v, 0});
          const Vec3d twin = mesh.vertices[v];
          mesh.vertices.push_back(twin);
        }
        v = copy[v];
      }
    }
    EXPECT_THROW(body.rebuild(mesh, vertices, std::vector<std::uint32_t>(3)), Error);
    body.rebuild(mesh, vertices, tets);
    const BodyTotals after = body.totals();
    EXPECT_EQ(body.surface().revision, 1u);
    EXPECT_NEAR(after.mass, before.mass, 1e-9);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-9);
    EXPECT_LT(length(after.angularMomentum - before.angularMomentum), 1e-9);
    EXPECT_NEAR(after.elastic, before.elastic, 1e-9);
    for (int k = 0; k < 20; ++k) body.advance(0.01, {});
    EXPECT_LT(length(body.totals().momentum - before.momentum), 1e-6 * length(before.momentum));
  }
}

TEST(FemBody, StaysWhereItSettled) {
  FemBody body("cube", cubeMesh(3), rubber());
  body.hold({{-1, -1, -1}, {0, 2, 2}}, kAllAxes);
  body.solid().settle(kGravity);
  const std::vector<Vec3d> there = body.solid().x;
  for (int k = 0; k < 50; ++k) body.advance(0.01, kGravity);
  double moved = 0, sunk = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    moved = std::max(moved, length(body.solid().x[i] - there[i]));
    sunk = std::max(sunk, length(there[i] - body.solid().mesh().rest[i]));
  }
  EXPECT_GT(sunk, 0.1);
  EXPECT_LT(moved, 1e-3 * sunk);
  body.advance(0, kGravity);
}

TEST(FemBody, RejectsWhatMakesNoSense) {
  FemParams params = rubber();
  params.material.poisson = 0.5;
  EXPECT_THROW(FemBody("cube", cubeMesh(1), params), Error);
  params = rubber();
  params.law = static_cast<FemLaw>(7);
  EXPECT_THROW(FemBody("cube", cubeMesh(1), params), Error);
  EXPECT_THROW(FemBody("cube", cubeMesh(1), rubber(), std::vector<FemMaterial>(2)), Error);
  FemBody loose("cube", cubeMesh(1), rubber());
  EXPECT_THROW(loose.solid().settle(kGravity), Error);
}

}  // namespace
}  // namespace shoal
