// Solids that break and are cut: where, at which load, and what is kept.
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_model.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "support/with_threads.h"
#include "test_solid.h"

namespace shoal {
namespace {

constexpr double kYoung = 1e6;

FemParams brittle(double strength) {
  FemParams params;
  params.material = {.young = kYoung, .poisson = 0.3, .density = 1000};
  params.stiffnessDamping = 0.01;
  params.fracture.strength = strength;
  params.solver.linearSolver = FemLinearSolver::Direct;
  return params;
}

FemParams withSlab(FemParams params, const Vec3d& point, double strength) {
  params.fracture.weak.push_back({{{}, FemSlab{point, {1, 0, 0}, 0.01}}, strength});
  return params;
}

const FemBody& piece(const FemModel& model, std::size_t i) {
  return dynamic_cast<const FemBody&>(*model.bodies()[i]);
}

BodyTotals sums(const FemModel& model) {
  BodyTotals all;
  for (const Body* body : model.bodies()) {
    const BodyTotals one = body->totals();
    all.mass += one.mass;
    all.momentum += one.momentum;
    all.angularMomentum += one.angularMomentum;
    all.kinetic += one.kinetic;
    all.elastic += one.elastic;
  }
  return all;
}

// Vertices of one place that were split count as different: each is moved into its own elements.
MeshReport reportOf(const FemBody& body) {
  TriangleMesh skin{body.mesh().vertices, boundaryTriangles(body.mesh())};
  std::vector<Vec3d> inside(skin.vertices.size());
  std::vector<double> count(skin.vertices.size());
  for (const Tetra& tet : body.mesh().tets)
    for (const std::uint32_t v : tet)
      for (const std::uint32_t w : tet) {
        inside[v] += skin.vertices[w];
        count[v] += 1;
      }
  TriangleMesh apart = skin;
  for (std::size_t v = 0; v < inside.size(); ++v)
    apart.vertices[v] += 1e-3 * (inside[v] / count[v] - skin.vertices[v]);
  return checkMesh(apart);
}

void expectClosedManifolds(const FemModel& model) {
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const MeshReport report = reportOf(piece(model, i));
    EXPECT_TRUE(report.closed()) << report.summary();
    EXPECT_EQ(report.nonManifoldEdges, 0u) << report.summary();
    EXPECT_EQ(report.duplicateTriangles, 0u) << report.summary();
  }
}

constexpr double kLength = 2;  // m

// A bar or plate along x, stretched from the start by a part of the strain at `strength`, whose
// ends are drawn apart at a constant speed.
struct Pulled {
  Pulled(const FemParams& params, const Vec3d& cross, std::array<int, 3> cells, double strength)
      : world({}), model(world.model), area(cross.y * cross.z) {
    FemBody& body = model.add(std::make_unique<FemBody>(
        "bar", makeTetraBox({{0, 0, 0}, {kLength, cross.y, cross.z}}, cells), params));
    for (const double end : {0.0, kLength}) {
      body.hold({{end, -9, -9}, {end, 9, 9}}, kAxisX);
      body.hold({{end, 0, 0}, {end, 0, 0}}, kAllAxes);
    }
    const double strain = 0.8 * strength / kYoung, poisson = params.material.poisson;
    FemSolid& solid = body.solid();
    for (std::size_t i = 0; i < solid.x.size(); ++i) {
      const Vec3d& p = solid.mesh().rest[i];
      if (p.x == kLength) solid.v[i].x = 0.5 * strength / kYoung * kLength;
      solid.x[i] = {(1 + strain) * p.x, (1 - poisson * strain) * p.y, (1 - poisson * strain) * p.z};
    }
  }

  // Force by area at the end that stays.
  double stress() const {
    double force = 0;
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
      const FemSolid& solid = piece(model, i).solid();
      for (std::size_t n = 0; n < solid.x.size(); ++n)
        if (solid.mesh().rest[n].x == 0)
          force += solid.system().gather(n, solid.elasticity().forces()).x;
    }
    return force / area;
  }

  // Goes on until the bar is in pieces; the highest stress on the way.
  double breakApart(double seconds) {
    double most = 0;
    for (double t = 0; t < seconds && model.bodies().size() == 1; t += 0.01) {
      const std::uint64_t revision = model.bodies()[0]->surface().revision;
      world.advance(t, 0.01);
      most = std::max(most, stress());
      if (revision != model.bodies()[0]->surface().revision) expectClosedManifolds(model);
    }
    return most;
  }

  TestWorld<FemModel> world;
  FemModel& model;
  double area;
};

// How far faces that have opened reach from a plane.
double crackReach(const FemModel& model, const Vec3d& point, const Vec3d& normal) {
  Box3d whole;
  for (std::size_t i = 0; i < model.bodies().size(); ++i)
    whole.extend(piece(model, i).mesh().bounds());
  double reach = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const TetraMesh& mesh = piece(model, i).mesh();
    for (const Triangle& t : boundaryTriangles(mesh)) {
      bool isOuter = false;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double side : {whole.lower[axis], whole.upper[axis]})
          isOuter |= std::ranges::all_of(
              t, [&](std::uint32_t v) { return mesh.vertices[v][axis] == side; });
      if (isOuter) continue;
      for (const std::uint32_t v : t)
        reach = std::max(reach, std::abs(dot(mesh.vertices[v] - point, normalised(normal))));
    }
  }
  return reach;
}

TEST(FemFracture, BarBreaksAtItsWeakSectionUnderItsStrength) {
  for (const std::array<int, 3> cells :
       {std::array{6, 1, 1}, std::array{6, 2, 2}, std::array{8, 3, 3}}) {
    Pulled bar(withSlab(brittle(5e4), {1, 0, 0}, 1e4), {2, 0.5, 0.5}, cells, 1e4);
    const double most = bar.breakApart(3);
    EXPECT_EQ(bar.model.bodies().size(), 2u);
    EXPECT_NEAR(most, 1e4, 0.05 * 1e4);
    EXPECT_LT(crackReach(bar.model, {1, 0, 0}, {1, 0, 0}), 1e-9);
    EXPECT_GT(crackReach(bar.model, {1.3, 0, 0}, {1, 0, 0}), 0.1);  // the check sees other places
  }
}

TEST(FemFracture, BarWithAWeakStretchBreaksUnderItsStrengthWithAnyElements) {
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    FemParams params = brittle(0);
    params.elements = elements;
    params.fracture.weak.push_back({{Box3d{{0.6, -1, -1}, {1.4, 1, 1}}, {}}, 1e4});
    Pulled bar(params, {2, 0.5, 0.5}, {5, 1, 1}, 1e4);
    const double most = bar.breakApart(3);
    EXPECT_GE(bar.model.bodies().size(), 2u);
    EXPECT_NEAR(most, 1e4, 0.05 * 1e4);
    EXPECT_LT(crackReach(bar.model, {1, 0, 0}, {1, 0, 0}), 0.81);
  }
}

TEST(FemFracture, PlateBreaksAlongAPaintedLine) {
  const Vec3d across{1, -1, 0};
  FemParams params = brittle(1e5);
  params.fracture.weak.push_back({{{}, FemSlab{{1, 0.5, 0}, across, 0.01}}, 1e4});
  Pulled plate(params, {2, 1, 0.25}, {8, 4, 1}, 1e4);
  const double most = plate.breakApart(5);
  ASSERT_EQ(plate.model.bodies().size(), 2u);
  EXPECT_NEAR(most, 1e4, 0.05 * 1e4);
  EXPECT_LT(crackReach(plate.model, {1, 0.5, 0}, across), 1e-9);
  EXPECT_GT(crackReach(plate.model, {1, 0.5, 0}, {1, 0, 0}), 0.3);
}

TEST(FemFracture, CrackRunsOnFromANotchAcrossThePull) {
  Pulled plate(brittle(1e4), {2, 1, 0.125}, {12, 6, 1}, 0.4e4);
  FemBody& body = dynamic_cast<FemBody&>(*plate.model.bodies()[0]);
  plate.model.cut(body, {{0.99, 0.4, -1}, {0.99, 0.4, 2}}, {{0.99, -1, -1}, {0.99, -1, 2}});
  EXPECT_EQ(body.surface().revision, 1u);
  body.solid().settle({});
  const double most = plate.breakApart(3);
  EXPECT_GE(plate.model.bodies().size(), 2u);
  EXPECT_LT(most, 0.5e4);  // the crack multiplies stress where it ends
  EXPECT_GT(most, 0.2e4);
  EXPECT_LT(crackReach(plate.model, {1, 0, 0}, {1, 0, 0}), 0.35);
}

TEST(FemFracture, WithoutStrengthNothingBreaks) {
  Pulled bar(brittle(0), {2, 0.5, 0.5}, {8, 2, 2}, 1e6);
  bar.breakApart(0.5);
  EXPECT_GT(bar.stress(), 0.5e6);
  EXPECT_EQ(bar.model.bodies().size(), 1u);
  EXPECT_EQ(bar.model.bodies()[0]->surface().revision, 0u);
}

// A ball of stress: a cube that spins and drifts while all of it is torn at.
std::unique_ptr<TestWorld<FemModel>> bursting(FemElements elements = FemElements::Linear) {
  FemParams params = brittle(1e4);
  params.elements = elements;
  params.fracture.openings = 50;
  params.solver.tolerance = 1e-10;
  params.solver.maxIterations = 20;
  auto world = std::make_unique<TestWorld<FemModel>>(Vec3d{});
  FemBody& body = world->model.add(
      std::make_unique<FemBody>("cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {4, 4, 4}), params));
  FemSolid& solid = body.solid();
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    const Vec3d p = solid.x[i] - Vec3d{0.5, 0.5, 0.5};
    solid.v[i] = Vec3d{1, 2, 0.5} + cross(Vec3d{1, 3, -2}, p) + 20.0 * p;
  }
  return world;
}

TEST(FemFracture, BurstingKeepsMassAndMomentumAndClosedSurfaces) {
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    const auto world = bursting(elements);
    const FemModel& model = world->model;
    const BodyTotals before = sums(model);
    for (int k = 0; k < 10; ++k) {
      world->advance(0, 0.005);
      expectClosedManifolds(model);
    }
    const BodyTotals after = sums(model);
    EXPECT_GT(model.bodies().size(), 3u);
    EXPECT_NEAR(after.mass, before.mass, 1e-12 * before.mass);
    EXPECT_LT(length(after.momentum - before.momentum), 1e-7 * length(before.momentum));
    std::set<std::string> names;
    for (const Body* body : model.bodies()) names.insert(body->name());
    EXPECT_EQ(names.size(), model.bodies().size());
  }
}

TEST(FemFracture, CheckOfSurfacesSeesTetrahedraThatHangTogetherInAnEdge) {
  const TetraMesh pair{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}},
                       {{0, 2, 3, 1}, {0, 4, 5, 1}}};
  EXPECT_EQ(reportOf(FemBody("pair", pair, brittle(0))).nonManifoldEdges, 1u);
}

TEST(FemFracture, ComingLooseKeepsMomentumForcesAndEnergy) {
  FemModel model({});
  FemBody& body = model.add(std::make_unique<FemBody>(
      "bar", makeTetraBox({{0, 0, 0}, {2, 1, 1}}, {4, 2, 2}), brittle(0)));
  FemSolid& solid = body.solid();
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    const Vec3d p = solid.x[i];
    solid.v[i] = {p.y, 1 - p.x, 2 + 0.1 * p.x * p.z};
    solid.x[i].x += 0.1 * p.x * p.y;
  }
  body.showSurface();
  const BodyTotals before = sums(model);
  body.addForces(std::vector<Vec3d>(body.surface().x.size(), {1, 0, 0}));
  const auto pushed = static_cast<double>(body.surface().x.size());
  model.cut(body, {{1.1, -1, -1}, {1.1, -1, 9}}, {{1.1, 9, -1}, {1.1, 9, 9}});
  ASSERT_EQ(model.bodies().size(), 2u);
  expectClosedManifolds(model);
  const BodyTotals after = sums(model);
  EXPECT_NEAR(after.mass, before.mass, 1e-12 * before.mass);
  EXPECT_NEAR(after.kinetic, before.kinetic, 1e-12 * before.kinetic);
  EXPECT_NEAR(after.elastic, before.elastic, 1e-9 * before.elastic);
  EXPECT_LT(length(after.momentum - before.momentum), 1e-12 * length(before.momentum));
  EXPECT_LT(length(after.angularMomentum - before.angularMomentum),
            1e-12 * length(before.angularMomentum));
  double force = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (const Vec3d& f : piece(model, i).solid().force) force += f.x;
  EXPECT_NEAR(force, pushed, 1e-9);
}

TEST(FemFracture, BladeThatMovesInSmallStepsCutsAsOneStroke) {
  const auto cutUp = [](int strokes, double until) {
    auto model = std::make_unique<FemModel>(BodySpace{});
    FemBody& body = model->add(std::make_unique<FemBody>(
        "cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {5, 5, 5}), brittle(0)));
    const auto blade = [&](double share) {
      const double y = -0.1 + share * (until + 0.1);
      return Blade{{0.3, y, -0.1}, {0.6, y, 1.1}};
    };
    for (int k = 0; k < strokes; ++k) {
      model->cut(body, blade(double(k) / strokes), blade(double(k + 1) / strokes));
      expectClosedManifolds(*model);
    }
    return model;
  };
  const auto once = cutUp(1, 1.1), often = cutUp(30, 1.1), halfway = cutUp(10, 0.5);
  EXPECT_EQ(once->bodies().size(), 2u);
  ASSERT_EQ(often->bodies().size(), 2u);
  EXPECT_NEAR(often->bodies()[0]->totals().mass, once->bodies()[0]->totals().mass, 1e-9);
  EXPECT_NEAR(often->bodies()[0]->totals().mass, 550, 50);
  EXPECT_EQ(halfway->bodies().size(), 1u);
  EXPECT_GT(halfway->bodies()[0]->surface().revision, 0u);
  EXPECT_EQ(often->bodies()[1]->name(), "cube.1");
}

TEST(FemFracture, StrokeThroughAnyMeshInAnyDirectionPartsIt) {
  std::mt19937 dice(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int k = 0; k < 20; ++k) {
    TetraMesh mesh = makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {5, 5, 5});
    for (Vec3d& p : mesh.vertices)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (p[axis] > 0.01 && p[axis] < 0.99) p[axis] += 0.04 * any(dice);
    FemModel model({});
    FemBody& body = model.add(std::make_unique<FemBody>("cube", mesh, brittle(0)));
    const Vec3d along = 3.0 * normalised(Vec3d{any(dice), any(dice), any(dice)});
    const Vec3d way = normalised(cross(along, Vec3d{any(dice), any(dice), any(dice)}));
    const Vec3d at = Vec3d{0.5, 0.5, 0.5} - 3.0 * way;
    model.cut(body, {at - along, at + along}, {at + 6.0 * way - along, at + 6.0 * way + along});
    expectClosedManifolds(model);
    ASSERT_GE(model.bodies().size(), 2u) << k;
    EXPECT_NEAR(model.bodies()[0]->totals().mass, 500, 100);
    EXPECT_NEAR(sums(model).mass, 1000, 1e-9);
  }
}

std::vector<double> stateOf(const FemModel& model) {
  StateWriter state;
  model.save(state);
  return state.numbers();
}

TEST(FemFracture, GivesTheSameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads, int steps) {
    return withThreads(threads, [&] {
      const auto world = bursting();
      for (int k = 0; k < steps; ++k) world->advance(0, 0.005);
      return stateOf(world->model);
    });
  };
  const auto one = run(1, 6);
  EXPECT_EQ(one, run(2, 6));
  EXPECT_EQ(one, run(3, 6));
  EXPECT_NE(one, run(1, 7));
}

TEST(FemFracture, GoesOnFromASavedStateWithTheSameBits) {
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    const auto first = bursting(elements), second = bursting(elements);
    for (int k = 0; k < 6; ++k) first->advance(0, 0.005);
    ASSERT_GT(first->model.bodies().size(), 1u);
    const std::vector<double> saved = stateOf(first->model);
    StateReader reader(saved);
    second->model.restore(reader);
    EXPECT_TRUE(reader.exhausted());
    ASSERT_EQ(second->model.bodies().size(), first->model.bodies().size());
    EXPECT_EQ(second->model.bodies()[1]->name(), first->model.bodies()[1]->name());
    for (TestWorld<FemModel>* world : {first.get(), second.get()})
      for (int k = 0; k < 3; ++k) world->advance(0, 0.005);
    EXPECT_EQ(stateOf(first->model), stateOf(second->model));
    EXPECT_NE(stateOf(first->model), saved);
    StateReader part{std::span(saved).first(saved.size() / 2)};
    EXPECT_THROW(second->model.restore(part), Error);
  }
}

TEST(FemFracture, RejectsWhatMakesNoSense) {
  const auto add = [](const FemParams& params) {
    FemModel model({});
    model.add(std::make_unique<FemBody>("cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, 0.5), params));
  };
  add(brittle(1));
  EXPECT_THROW(add(brittle(-1)), Error);
  FemParams params = brittle(1);
  params.fracture.weak.push_back({});
  EXPECT_THROW(add(params), Error);
  params.fracture.weak[0].place.slab = FemSlab{{}, {0, 0, 0}, 1};
  EXPECT_THROW(add(params), Error);
  FemModel model({}), other({});
  FemBody& body = model.add(
      std::make_unique<FemBody>("cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, 0.5), brittle(1)));
  EXPECT_THROW(other.cut(body, {}, {}), Error);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(model.cut(body, {{nan, 0, 0}, {}}, {}), Error);
}

}  // namespace
}  // namespace shoal
