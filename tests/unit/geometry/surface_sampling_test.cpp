#include "shoal/geometry/sampling/surface_sampling.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

const Box3d kUnit{{0, 0, 0}, {1, 1, 1}};

double distanceToNearest(const Vec3d& p, const std::vector<Vec3f>& samples) {
  double best = 1e300;
  for (const Vec3f& s : samples) best = std::min(best, length(p - Vec3d(s)));
  return best;
}

// The largest distance from random points of the mesh to their nearest sample.
double largestGap(const TriangleMesh& mesh, const std::vector<Vec3f>& samples, int probes) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  double gap = 0;
  for (int i = 0; i < probes; ++i) {
    const auto [a, b, c] = corners(mesh, random() % mesh.triangles.size());
    double u = uniform(random), v = uniform(random);
    if (u + v > 1) std::tie(u, v) = std::pair{1 - u, 1 - v};
    gap = std::max(gap, distanceToNearest(a + u * (b - a) + v * (c - a), samples));
  }
  return gap;
}

TEST(SurfaceSampling, SquareFaceIsAlmostARegularLattice) {
  for (const double d : {0.05, 0.031, 0.02}) {
    const TriangleMesh square = makePlane({0.5, 0.5, 0}, {0, 0, 1}, 1, 1);
    const auto samples = sampleSurface(square, d);
    EXPECT_NEAR(double(samples.size()) * d * d, 1, 0.15) << "spacing " << d;
    EXPECT_LT(largestGap(square, samples, 2000), 0.75 * d) << "spacing " << d;
  }
}

TEST(SurfaceSampling, LatticeOfASquareFaceIsExactWhereItsSideIsAMultiple) {
  const TriangleMesh square = makePlane({0.5, 0.5, 0}, {0, 0, 1}, 1, 1);
  const auto samples = sampleSurface(square, 0.1);
  for (int i = 0; i <= 10; ++i)
    for (int j = 0; j <= 10; ++j)
      if (i != j) {
        EXPECT_LT(distanceToNearest({0.1 * i, 0.1 * j, 0}, samples), 1e-6);
      }
  EXPECT_EQ(samples.size(), 11u * 11 - 9 + 14);  // all but the diagonal, which is 14.1 d long
}

TEST(SurfaceSampling, NoPointOfARandomTriangleIsFarFromASample) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 100; ++i) {
    TriangleMesh mesh{{}, {{0, 1, 2}}};
    for (int v = 0; v < 3; ++v)
      mesh.vertices.push_back({uniform(random), uniform(random), uniform(random)});
    const double d = 0.11;
    EXPECT_LT(largestGap(mesh, sampleSurface(mesh, d), 200), 0.85 * d) << "triangle " << i;
  }
}

TEST(SurfaceSampling, NeighbouringSamplesAreNoFurtherThanSpacing) {
  // Sides of 1.9 d, which floor() would leave without a sample between their ends.
  const double d = 1 / 1.9;
  const auto samples = sampleSurface(makeBox(kUnit), d);
  for (const Vec3f& s : samples) {
    double nearest = 1e300;
    for (const Vec3f& t : samples)
      if (!(s == t)) nearest = std::min(nearest, length(Vec3d(s) - Vec3d(t)));
    EXPECT_LE(nearest, d * 1.001);
  }
  EXPECT_LT(largestGap(makeBox(kUnit), samples, 2000), 0.75 * d);
  const auto corner = sampleSurface(makeBox(kUnit), 2);
  EXPECT_EQ(corner.size(), 8u);  // and the check can fail:
  EXPECT_GT(largestGap(makeBox(kUnit), corner, 2000), 0.75 * d);
}

TEST(SurfaceSampling, NoSampleComesTwice) {
  TriangleMesh box = makeBox(kUnit);
  TriangleMesh soup;
  for (std::size_t t = 0; t < box.triangles.size(); ++t) {
    const auto n = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3d& p : corners(box, t)) soup.vertices.push_back(p);
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  box.vertices.push_back({5, 5, 5});  // unused
  for (const TriangleMesh& mesh : {box, soup}) {
    std::set<std::array<float, 3>> distinct;
    const auto samples = sampleSurface(mesh, 0.1);
    for (const Vec3f& s : samples) {
      distinct.insert({s.x, s.y, s.z});
      EXPECT_LE(s.x, 1);
    }
    EXPECT_EQ(distinct.size(), samples.size());
    EXPECT_EQ(samples.size(), 8u + 12 * 9 + 6 * (81 - 9 + 14));
  }
}

TEST(SurfaceSampling, DegenerateTrianglesAreHarmless) {
  const TriangleMesh line{{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}, {{0, 1, 2}, {0, 0, 1}, {2, 2, 2}}};
  for (const Vec3f& s : sampleSurface(line, 0.1)) EXPECT_TRUE(isFinite(s));
}

TEST(SurfaceSampling, TooFineASpacingIsAnError) {
  try {
    sampleSurface(makeBox(kUnit), 1e-5);
    FAIL() << "sampled";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("raise the spacing"), std::string::npos);
  }
  EXPECT_THROW(sampleSurface(makeBox({{0, 0, 0}, {1e12, 1e-9, 1e-9}}), 1e-6), Error);
  EXPECT_THROW(sampleSurface(makeBox(kUnit), 0), Error);
  EXPECT_THROW(sampleSurface(makeBox(kUnit), std::nan("")), Error);
}

}  // namespace
}  // namespace shoal
