// How the implicit step of cloth is solved.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "shoal/bodies/cloth/grid_transfer.h"
#include "shoal/bodies/cloth/multilevel.h"
#include "shoal/bodies/contact/contact_group.h"
#include "test_sheets.h"

namespace shoal {
namespace {

std::vector<Vec3d> randomVectors(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Vec3d> vectors(count);
  for (Vec3d& v : vectors) v = {value(random), value(random), value(random)};
  return vectors;
}

double product(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

TEST(GridTransfer, InterpolatesLinearFunctionsExactly) {
  const std::vector<Vec3d> points = randomVectors(200, 1);
  const GridTransfer grid(points, {-1, -1, -1}, 0.3);
  const auto linear = [](const Vec3d& x) {
    return static_cast<float>(1 + 2 * x.x - x.y + 3 * x.z);
  };
  std::vector<float> atNodes;
  for (const Vec3d& node : grid.nodes()) atNodes.push_back(linear(node));
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR(grid.interpolated<float>(i, atNodes), linear(points[i]), 1e-5);
}

TEST(GridTransfer, KeepsSums) {
  const std::vector<Vec3d> points = randomVectors(200, 2);
  const GridTransfer grid(points, {-1, -1, -1}, 0.3);
  const std::vector<float> ones(points.size(), 1.f);
  double sum = 0;
  for (std::size_t n = 0; n < grid.nodes().size(); ++n) sum += grid.sumOfPoints<float>(n, ones);
  EXPECT_NEAR(sum, 200, 1e-3);
}

TEST(Multilevel, IsSymmetricAndPositiveAndLeavesHeldPointsAlone) {
  const std::vector<Vec3d> rest = makeSheet(1, 1, 20, 20).vertices;
  const std::size_t n = rest.size();
  Multilevel multilevel(rest, std::vector<double>(n, 1.0 / 441));
  std::vector<double> inverseMass(n, 1.0);
  inverseMass[7] = 0;
  multilevel.update(std::vector<double>(n, 1.0), inverseMass,
                    std::vector<Symmetric3f>(n, Symmetric3f{900, 30, 800, 5, 7, 90}));
  std::vector<Vec3d> a = randomVectors(n, 3), b = randomVectors(n, 4), Ma(n), Mb(n);
  a[7] = b[7] = {};
  multilevel.apply(a, Ma);
  multilevel.apply(b, Mb);
  EXPECT_NEAR(product(a, Mb), product(b, Ma), 1e-5 * product(a, Ma));
  EXPECT_GT(product(a, Ma), 0);
  EXPECT_EQ(Ma[7], Vec3d{});
}

struct Swing {
  int iterations = 0;
  std::vector<Vec3d> v;
};

// The first steps of a sheet that hangs from two corners.
Swing swing(std::uint32_t quads, double tolerance, int steps) {
  TestWorld<ClothModel> world({0, -9.81, 0});
  ClothModel& model = world.model;
  ClothParams params;
  params.tolerance = tolerance;
  params.bending = 1e-5;
  params.selfContact = false;
  Cloth& cloth = model.add("sheet", makeSheet(1, 1, quads, quads), params);
  cloth.pin(0);
  cloth.pin(quads);
  for (int n = 0; n < steps; ++n) world.advance(n / 240.0, 1.0 / 240);
  return {world.bodies.contact().iterations(), cloth.surface().v};
}

// Preconditioned by mass alone there were 15 and 65.
TEST(ClothSolver, IterationsAreFewAndGrowMoreSlowlyThanTheMesh) {
  const int coarse = swing(16, 0.03, 12).iterations, fine = swing(64, 0.03, 12).iterations;
  EXPECT_GT(coarse, 0);
  EXPECT_LE(fine, 3 * coarse);
  EXPECT_LE(fine, 12);
}

TEST(ClothSolver, ErrorIsAboutTheTolerance) {
  const Swing exact = swing(24, 1e-8, 1);
  for (const double tolerance : {0.1, 0.01, 1e-4}) {
    std::vector<Vec3d> error = swing(24, tolerance, 1).v;
    for (std::size_t i = 0; i < error.size(); ++i) error[i] -= exact.v[i];
    EXPECT_LT(std::sqrt(product(error, error)),
              2 * tolerance * std::sqrt(product(exact.v, exact.v)));
  }
}

}  // namespace
}  // namespace shoal
