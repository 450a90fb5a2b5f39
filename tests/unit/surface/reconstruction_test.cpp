#include "shoal/surface/reconstruction.h"

#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/hash_random.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/surface/active_blocks.h"
#include "shoal/surface/level_profile.h"
#include "support/closed_mesh.h"
#include "support/with_lanes.h"
#include "support/with_threads.h"
#include "unit/surface/test_fluids.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01;

SurfaceParticles particlesAt(const std::vector<Vec3f>& x) { return {.x = x, .spacing = kSpacing}; }

ReconstructionParams with(const std::string& field, double cell = 0.5) {
  ReconstructionParams params;
  params.field = field;
  params.cell = cell;
  return params;
}

double volumeOf(std::size_t particles) { return double(particles) * cube(kSpacing); }

class ReconstructionOf : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, ReconstructionOf,
                         testing::ValuesIn(KindTable<SurfaceFieldKind>::words()),
                         [](const auto& kind) { return kind.param; });

// Relative errors of the volume and the area of a ball, in spacings of its radius.
std::pair<double, double> ballErrors(const std::string& field, double radius, double cell) {
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, radius);
  const SurfaceMesh mesh = reconstruct(particlesAt(x), with(field, cell));
  EXPECT_EQ(defectOf(mesh), "");
  const double volume = volumeOf(x.size());
  const double r = std::cbrt(3 * volume / (4 * std::numbers::pi));
  return {mesh.signedVolume() / volume - 1, areaOf(mesh) / (4 * std::numbers::pi * r * r) - 1};
}

TEST_P(ReconstructionOf, BallHasItsVolumeAndArea) {
  for (const double cell : {0.5, 0.75}) {
    const auto [volume, area] = ballErrors(GetParam(), 20, cell);
    EXPECT_LT(std::abs(volume), 0.01) << "cell " << cell;
    EXPECT_LT(std::abs(area), 0.02) << "cell " << cell;
  }
}

TEST_P(ReconstructionOf, FinerParticlesAreBetter) {
  const auto [coarse, coarseArea] = ballErrors(GetParam(), 4, 0.5);
  const auto [fine, fineArea] = ballErrors(GetParam(), 20, 0.5);
  EXPECT_LT(std::abs(fine), std::abs(coarse));
  EXPECT_LT(std::abs(fineArea), std::abs(coarseArea));
}

TEST_P(ReconstructionOf, BlockAtRestHasAFlatTop) {
  const std::vector<Vec3f> x = lattice(kSpacing, 0, 30, [](const Vec3d& a) { return a.y < 12; });
  for (const double cell : {0.5, 0.75}) {
    const SurfaceMesh mesh = reconstruct(particlesAt(x), with(GetParam(), cell));
    std::size_t seen = 0;
    for (const Vec3d& v : mesh.vertices) {
      const Vec3d at = v / kSpacing;
      if (at.y < 8 || at.x < 6 || at.x > 24 || at.z < 6 || at.z > 24) continue;
      EXPECT_NEAR(at.y, 12, 0.05);
      ++seen;
    }
    EXPECT_GT(seen, 100u);
  }
}

TEST_P(ReconstructionOf, SmoothingKeepsVolume) {
  const std::vector<Vec3f> x = lattice(kSpacing, 0, 20, [](const Vec3d& a) {
    return a.y < 8 + 4 * std::sin(0.5 * a.x) * std::cos(0.4 * a.z);
  });
  ReconstructionParams params = with(GetParam());
  const double smooth = reconstruct(particlesAt(x), params).signedVolume();
  params.smoothing = 0;
  const double rough = reconstruct(particlesAt(x), params).signedVolume();
  EXPECT_NEAR(smooth / rough, 1, 0.01);
}

TEST_P(ReconstructionOf, LoneParticleKeepsItsVolume) {
  for (const double shift : {0.0, 0.0013, 0.0031}) {
    const std::vector<Vec3f> x{{static_cast<float>(shift), 0.002f, -0.5f}};
    const SurfaceMesh mesh = reconstruct(particlesAt(x), with(GetParam()));
    EXPECT_EQ(defectOf(mesh), "");
    EXPECT_NEAR(mesh.signedVolume() / volumeOf(1), 1, 0.1);
  }
}

TEST_P(ReconstructionOf, BlobsBeyondTheSupportStayTwo) {
  std::vector<Vec3f> x = ballOfParticles(kSpacing, 4);
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) x.push_back(x[i] + Vec3f{0.1f, 0, 0});
  const SurfaceMesh apart = reconstruct(particlesAt(x), with(GetParam()));
  EXPECT_EQ(connectedParts(apart).count, 2u);
  for (std::size_t i = n; i < 2 * n; ++i) x[i].x -= 0.02f;
  EXPECT_EQ(connectedParts(reconstruct(particlesAt(x), with(GetParam()))).count, 1u);
}

// A splash: a block, a sheet, drops and spray.
std::vector<Vec3f> splash() {
  std::vector<Vec3f> x = lattice(kSpacing, 0, 12, [](const Vec3d& a) { return a.y < 6; });
  for (std::uint64_t i = 0; i < 600; ++i)
    x.push_back(Vec3f(0.12 * Vec3d{0.5 + 0.7 * randomSigned(i, 0), 0.9 + 0.4 * randomSigned(i, 1),
                                   0.5 + 0.7 * randomSigned(i, 2)}));
  return x;
}

TEST_P(ReconstructionOf, SplashIsClosed) {
  const std::vector<Vec3f> x = splash();
  for (const double cell : {0.25, 0.5, 0.75, 1.5}) {
    const SurfaceMesh mesh = reconstruct(particlesAt(x), with(GetParam(), cell));
    EXPECT_EQ(defectOf(mesh), "") << "cell " << cell;
    EXPECT_NE(defectOf(withOneFlipped(mesh)), "") << "cell " << cell;
  }
}

TEST_P(ReconstructionOf, SameBitsForAnyThreadsAndLanes) {
  const std::vector<Vec3f> x = splash();
  std::vector<float> heat(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) heat[i] = x[i].y;
  const std::vector<ParticleColumn> columns{{"velocity", std::span<const Vec3f>(x)},
                                            {"heat", std::span<const float>(heat)}};
  SurfaceParticles particles = particlesAt(x);
  particles.columns = columns;
  const auto make = [&] { return reconstruct(particles, with(GetParam())); };
  const SurfaceMesh one = withThreads(1, make);
  const auto expectSame = [&](const SurfaceMesh& other) {
    EXPECT_EQ(other.vertices, one.vertices);
    EXPECT_EQ(other.triangles, one.triangles);
    EXPECT_EQ(other.normals, one.normals);
    EXPECT_EQ(*other.column<float>("heat"), *one.column<float>("heat"));
    EXPECT_EQ(*other.column<Vec3f>("velocity"), *one.column<Vec3f>("velocity"));
  };
  for (const int threads : {2, 3, 8}) expectSame(withThreads(threads, make));
  for (const std::string& lanes : availableLanes()) {
    const WithLanes width(lanes);
    expectSame(make());
  }
}

TEST_P(ReconstructionOf, KeepsNothingOfTheLastFrame) {
  const std::vector<Vec3f> x = splash(), other = ballOfParticles(kSpacing, 9);
  SurfaceReconstruction kept(with(GetParam()));
  kept.surface(particlesAt(other));
  const SurfaceMesh again = kept.surface(particlesAt(x));
  const SurfaceMesh fresh = reconstruct(particlesAt(x), with(GetParam()));
  EXPECT_EQ(again.vertices, fresh.vertices);
  EXPECT_EQ(again.triangles, fresh.triangles);
}

TEST_P(ReconstructionOf, MovesWithItsParticles) {
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, 10);
  const double cell = 0.5 * kSpacing;
  ReconstructionParams params = with(GetParam());
  const auto centre = [&](double shift) {
    std::vector<Vec3f> moved = x;
    for (Vec3f& p : moved) p.x += static_cast<float>(shift);
    const SurfaceMesh mesh = reconstruct(particlesAt(moved), params);
    // The farthest along x, and the middle of the volume.
    double most = -1, moment = 0;
    for (const Vec3d& v : mesh.vertices) most = std::max(most, v.x);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto [a, b, c] = corners(mesh, t);
      moment += dot(a, cross(b, c)) / 6 * (a.x + b.x + c.x) / 4;
    }
    return std::pair(most, moment / mesh.signedVolume());
  };
  const auto before = centre(0), after = centre(0.1 * cell);
  EXPECT_NEAR(after.first - before.first, 0.1 * cell, 0.05 * cell);
  EXPECT_NEAR(after.second - before.second, 0.1 * cell, 0.01 * cell);
}

TEST_P(ReconstructionOf, OutlinesOfDiscsHaveTheirArea) {
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, 20, 2);
  SurfaceParticles particles = particlesAt(x);
  particles.dimensions = 2;
  const SurfaceMesh mesh = reconstruct(particles, with(GetParam()));
  EXPECT_TRUE(mesh.triangles.empty());
  double area = 0;
  for (const auto& [a, b] : mesh.outline) area += cross(mesh.vertices[a], mesh.vertices[b]).z / 2;
  EXPECT_NEAR(area / (double(x.size()) * sq(kSpacing)), 1, 0.01);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    EXPECT_GT(dot(Vec3d(mesh.normals[v]), normalised(mesh.vertices[v])), 0.8);
}

TEST(Reconstruction, ColumnsAreMeansOfTheParticlesNearby) {
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, 8);
  std::vector<float> heat;
  for (const Vec3f& p : x) heat.push_back(3 + p.y);
  const std::vector<std::uint32_t> id(x.size(), 7);
  const std::vector<ParticleColumn> columns{{"velocity", std::span<const Vec3f>(x)},
                                            {"id", std::span<const std::uint32_t>(id)},
                                            {"heat", std::span<const float>(heat)}};
  SurfaceParticles particles = particlesAt(x);
  particles.columns = columns;
  const SurfaceMesh mesh = reconstruct(particles);
  ASSERT_EQ(mesh.columns.size(), 2u);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    EXPECT_NEAR((*mesh.column<float>("heat"))[v], 3 + mesh.vertices[v].y, 1.2 * kSpacing);
    EXPECT_LT(length(Vec3d((*mesh.column<Vec3f>("velocity"))[v]) - mesh.vertices[v]),
              1.2 * kSpacing);
  }
}

// The field at every node of a box by a plain sum, and the contour of all of its blocks.
TEST(Reconstruction, EqualsAReferenceThatEvaluatesEveryCell) {
  const std::vector<Vec3f> x = splash();
  ReconstructionParams params = with("colour");
  params.smoothing = 0;
  params.cleanUp = false;
  SurfaceReconstruction reconstruction(params);
  const SurfaceMesh mesh = reconstruction.surface(particlesAt(x));

  // Every block of the box around all that are in use, with those in use copied: what is not in use
  // has to be outside.
  const LevelBlocks& used = reconstruction.levels();
  BlockPlace low = used.place(0), high = low;
  for (std::size_t b = 0; b < used.size(); ++b) {
    const BlockPlace p = used.place(b);
    low = {std::min(low.z, p.z), std::min(low.y, p.y), std::min(low.x, p.x)};
    high = {std::max(high.z, p.z), std::max(high.y, p.y), std::max(high.x, p.x)};
  }
  const FieldScale scale(kSpacing, params.support * kSpacing, 3);
  const auto field = params.field->make(scale);
  const LevelProfile profile(*field, scale, nullptr);
  FieldPoints points(scale);
  points.build(particlesAt(x));
  field->prepare(points);
  std::vector<BlockPlace> places;
  for (std::int64_t z = low.z - 1; z <= high.z + 1; ++z)
    for (std::int64_t y = low.y - 1; y <= high.y + 1; ++y)
      for (std::int64_t i = low.x - 1; i <= high.x + 1; ++i) places.push_back({z, y, i});
  LevelBlocks all;
  all.reset(used.cell(), places);
  const auto sorted = points.grid().sorted();
  double worst = 0;
  for (std::size_t b = 0; b < all.size(); ++b) {
    field->evaluate(all.place(b), all.cell(), all.levels(b));
    // A plain sum of the same terms, in double.
    for (const std::size_t n : {std::size_t{0}, std::size_t{77}, std::size_t{300}}) {
      const auto i = static_cast<std::int64_t>(n);
      const Vec3d node = all.cell() * Vec3d{double(all.place(b).x * 8 + i % 8),
                                            double(all.place(b).y * 8 + i / 8 % 8),
                                            double(all.place(b).z * 8 + i / 64)};
      double sum = 0;
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (points.alone()[k]) continue;
        const Vec3d at{double(sorted.x[k]), double(sorted.y[k]), double(sorted.z[k])};
        const double packing = double(points.packing()[k]);
        const double lone = profile.atSurface() / scale.weight(scale.ballRadius());
        const double weight =
            packing / std::sqrt(double(points.density()[k])) + (1 - packing) * lone;
        sum += weight * scale.weight(length(node - at));
      }
      worst = std::max(worst, std::abs(sum - double(all.levels(b)[n])));
    }
    for (float& value : all.levels(b)) value = profile.level(value);
  }
  EXPECT_LT(worst, 1e-5);
  TriangleMesh whole;
  BlockContour().triangles(all, whole);
  // Blocks come in another order than those in use have neighbours; the triangles are the same.
  std::size_t lone = 0;
  for (const std::uint8_t alone : points.alone()) lone += alone;
  ASSERT_GT(lone, 0u);
  ASSERT_EQ(whole.triangles.size() + 80 * lone, mesh.triangles.size());
  for (std::size_t t = 0; t < whole.triangles.size(); ++t)
    ASSERT_EQ(corners(whole, t), corners(mesh, t));
}

std::vector<float> relativeDensities(const std::vector<Vec3f>& x, const KernelChoice& kernel,
                                     double floor) {
  std::vector<float> density;
  for (const Vec3f& a : x) {
    double sum = 0;
    for (const Vec3f& b : x) sum += kernel.densityWeight(double(length(a - b)));
    // Beside the floor, walls complete it.
    density.push_back(
        double(a.y) < floor + 2 * kSpacing ? 1.0f : static_cast<float>(sum * cube(kSpacing)));
  }
  return density;
}

TEST(Reconstruction, DensitiesOfTheFrameGiveTheSameSurface) {
  const std::vector<Vec3f> x = lattice(kSpacing, 0, 20, [](const Vec3d& a) { return a.y < 8; });
  const KernelChoice kernel =
      withEvenPacking(makeKernel(KernelKind::WendlandC2, 2.1 * kSpacing, 3, kSpacing), kSpacing);
  const std::vector<float> density = relativeDensities(x, kernel, -1);
  SurfaceParticles particles = particlesAt(x);
  particles.relativeDensity = density;
  particles.densityKernel = kernel;
  const SurfaceMesh mesh = reconstruct(particles);
  double top = 0;
  int seen = 0;
  for (const Vec3d& v : mesh.vertices)
    if (v.y > 0.06 && v.x > 0.07 && v.x < 0.13 && v.z > 0.07 && v.z < 0.13) top += v.y, ++seen;
  EXPECT_NEAR(top / seen / kSpacing, 8, 0.03);
}

// Water whose densities are complete beside the floor would keep off it; the samples close the gap.
TEST(Reconstruction, WaterLiesOnWallsWithoutAGap) {
  const std::vector<Vec3f> x = lattice(kSpacing, 0, 20, [](const Vec3d& a) { return a.y < 8; });
  const std::vector<Vec3f> floor = [] {
    std::vector<Vec3f> samples;
    for (int k = -3; k < 23; ++k)
      for (int i = -3; i < 23; ++i)
        samples.push_back(Vec3f(kSpacing * Vec3d{i + 0.3, -0.1, k + 0.7}));
    return samples;
  }();
  const KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 2 * kSpacing, 3, kSpacing);
  const std::vector<float> density = relativeDensities(x, kernel, 0);
  SurfaceParticles particles = particlesAt(x);
  particles.relativeDensity = density;
  particles.densityKernel = kernel;
  const auto gap = [&] {
    double highest = -1;
    for (const Vec3d& v : reconstruct(particles).vertices)
      if (v.y < 0.03 && v.x > 0.03 && v.x < 0.17 && v.z > 0.03 && v.z < 0.17)
        highest = std::max(highest, v.y / kSpacing);
    return highest;
  };
  EXPECT_GT(gap(), 0.02);
  particles.walls = floor;
  particles.wallStandoff = 0.1 * kSpacing;
  EXPECT_LT(gap(), 0.0);
  EXPECT_GT(gap(), -0.6);
}

TEST(Reconstruction, FluidsThatTouchShareTheirInterface) {
  const std::vector<Vec3f> x = lattice(kSpacing, 0, 16, [](const Vec3d& a) { return a.y < 12; });
  std::vector<std::uint32_t> phase;
  for (const Vec3f& p : x) phase.push_back(double(p.y) < 6 * kSpacing ? 0 : 1);
  SurfaceParticles particles = particlesAt(x);
  particles.phase = phase;
  SurfaceReconstruction reconstruction;
  const std::vector<SurfaceMesh> meshes = reconstruction.surfaces(particles);
  ASSERT_EQ(meshes.size(), 2u);
  const auto inside = [](const Vec3d& v) {
    return v.x > 0.03 && v.x < 0.13 && v.z > 0.03 && v.z < 0.13 && v.y > 0.04 && v.y < 0.08;
  };
  std::vector<Vec3d> lower, upper;
  for (const Vec3d& v : meshes[0].vertices)
    if (inside(v)) lower.push_back(v);
  for (const Vec3d& v : meshes[1].vertices)
    if (inside(v)) upper.push_back(v);
  EXPECT_GT(lower.size(), 100u);
  EXPECT_EQ(lower, upper);
  for (const Vec3d& v : lower) EXPECT_NEAR(v.y / kSpacing, 6, 0.05);
  for (const SurfaceMesh& mesh : meshes) EXPECT_EQ(defectOf(mesh), "");
  EXPECT_NEAR(meshes[0].signedVolume(), volumeOf(x.size()) / 2, 0.02 * volumeOf(x.size()));
}

TEST(Reconstruction, BadInputIsAnErrorOrAnEmptyMesh) {
  EXPECT_TRUE(reconstruct(particlesAt({})).vertices.empty());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(reconstruct(particlesAt({{0, nan, 0}})), Error);
  EXPECT_THROW(reconstruct({.x = {}, .spacing = 0}), Error);
  const std::vector<Vec3f> coincident(5, Vec3f{1, 2, 3});
  const SurfaceMesh blob = reconstruct(particlesAt(coincident));
  EXPECT_EQ(defectOf(blob), "");
  EXPECT_FALSE(blob.triangles.empty());
  const SurfaceMesh far = reconstruct(particlesAt({{0, 0, 0}, {1e9f, 0, 0}}));
  EXPECT_EQ(defectOf(far), "");
  EXPECT_EQ(connectedParts(far).count, 2u);
}

TEST(Reconstruction, CellsThatAreTooSmallAreRefused) {
  const std::vector<Vec3f> x = ballOfParticles(kSpacing, 5);
  CellGrid grid(0.02f, 3);
  grid.build(x);
  const auto all = [](std::size_t) { return true; };
  EXPECT_FALSE(activeBlocks(grid, 0.005, 0.02, 3, all).empty());
  EXPECT_THROW(activeBlocks(grid, 1e-7, 0.02, 3, all), Error);
  EXPECT_THROW(activeBlocks(grid, 1e-12, 0.02, 3, all), Error);
  EXPECT_THROW(reconstruct(particlesAt(x), with("colour", 1e-4)), Error);
}

}  // namespace
}  // namespace shoal
