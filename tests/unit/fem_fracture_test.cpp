// Solids that break and are cut: where, at which load, and what is kept.
#include <set>

#include <gtest/gtest.h>

#include "shoal/bodies/fem_model.h"
#include "shoal/geometry/mesh_check.h"
#include "shoal/geometry/mesh_topology.h"
#include "shoal/geometry/tetra_shapes.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr double kYoung = 1e6;

FemParams brittle(double strength) {
  FemParams params;
  params.stuff = {.young = kYoung, .poisson = 0.3, .density = 1000};
  params.stiffnessDamping = 0.01;
  params.fracture.strength = strength;
  params.solver.linearSolver = "direct";
  return params;
}

FemParams withSlab(FemParams params, double x, double thickness, double strength) {
  params.fracture.weak.push_back({{}, FemSlab{{x, 0, 0}, {1, 0, 0}, thickness}, strength});
  return params;
}

const FemBody& piece(const FemModel& model, std::size_t i) {
  return dynamic_cast<const FemBody&>(*model.bodies()[i]);
}

BodySums sums(const FemModel& model) {
  BodySums all;
  for (const Body* body : model.bodies()) {
    const BodySums one = body->sums();
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

// A bar along x whose ends are drawn apart at a constant speed.
struct Pulled {
  Pulled(const FemParams& params, double height, double depth, std::array<int, 3> cells)
      : model({}), area(height * depth) {
    FemBody& body = model.add(std::make_unique<FemBody>(
        "bar", makeTetraBox({{0, 0, 0}, {2, height, depth}}, cells), params));
    body.hold({{0, -1, -1}, {0, 9, 9}}, kAxisX);
    body.hold({{2, -1, -1}, {2, 9, 9}}, kAxisX);
    body.hold({{0, 0, 0}, {0, 0, 0}}, kAllAxes);
    body.hold({{2, 0, 0}, {2, 0, 0}}, kAllAxes);
    for (std::size_t i = 0; i < body.solid().x.size(); ++i)
      if (body.solid().x[i].x == 2) body.solid().v[i].x = kSpeed;
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

  // Goes on until the bar is in two; the highest stress on the way.
  double breakApart(int steps, bool check = true) {
    double most = 0;
    std::uint64_t revision = 0;
    for (int k = 0; k < steps && model.bodies().size() == 1; ++k) {
      model.advance(0, 0.01);
      most = std::max(most, stress());
      if (check && revision != model.bodies()[0]->surface().revision) {
        expectClosedManifolds(model);
        revision = model.bodies()[0]->surface().revision;
        printf("step %d stress %g rev %d vertices %zu bodies %zu\n", k, stress(), int(revision),
               piece(model, 0).mesh().vertices.size(), model.bodies().size());
      }
    }
    return most;
  }

  static constexpr double kSpeed = 5e-3;  // m/s
  FemModel model;
  double area;
};

// The greatest distance from the plane x = at of faces that were not on the skin of the whole.
double crackReach(const FemModel& model, double at, double height, double depth) {
  double reach = 0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const TetraMesh& mesh = piece(model, i).mesh();
    for (const Triangle& t : boundaryTriangles(mesh)) {
      const auto all = [&](auto&& is) {
        return std::ranges::all_of(t, [&](std::uint32_t v) { return is(mesh.vertices[v]); });
      };
      if (all([](const Vec3d& p) { return p.x == 0; }) ||
          all([](const Vec3d& p) { return p.x == 2; }) ||
          all([](const Vec3d& p) { return p.y == 0; }) ||
          all([](const Vec3d& p) { return p.z == 0; }) ||
          all([&](const Vec3d& p) { return p.y == height; }) ||
          all([&](const Vec3d& p) { return p.z == depth; }))
        continue;
      for (const std::uint32_t v : t) reach = std::max(reach, std::abs(mesh.vertices[v].x - at));
    }
  }
  return reach;
}

TEST(FemFracture, BarBreaksAtItsWeakSectionUnderItsStrength) {
  for (const std::array<int, 3> cells :
       {std::array{8, 1, 1}, std::array{8, 2, 2}, std::array{16, 3, 3}}) {
    Pulled bar(withSlab(brittle(5e4), 1, 0.01, 1e4), 0.5, 0.5, cells);
    const double most = bar.breakApart(800);
    printf("most %g bodies %zu reach %g\n", most, bar.model.bodies().size(),
           crackReach(bar.model, 1, 0.5, 0.5));
    EXPECT_EQ(bar.model.bodies().size(), 2u);
    EXPECT_NEAR(most, 1e4, 0.05 * 1e4);
    EXPECT_LT(crackReach(bar.model, 1, 0.5, 0.5), 1e-9);
  }
}

}  // namespace
}  // namespace shoal
