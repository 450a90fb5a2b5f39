#include "shoal/coupling/volumes/mesh_sampling.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/coupling/volumes/plane_sampling.h"
#include "shoal/geometry/mesh_shapes.h"
#include "shoal/search/kd_tree.h"
#include "shoal/sph/kernels.h"
#include "unit/test_meshes.h"
#include "unit/test_points.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.1;  // m

// The h of [ACAT13] is where the kernel vanishes, two spacings: a square lattice of samples then
// has a number density of 5.6 / h^3, amid the bounds; were it half of that, the lattice itself
// would be under-sampled.
constexpr double h = 2 * kSpacing;
constexpr double kFewest = 3.6, kMost = 10;  // times 1 / h^3

const KernelChoice kKernel{KernelKind::CubicSpline, float(h), 3, 1};

BodySurface surfaceOf(const TriangleMesh& mesh) {
  BodySurface surface;
  surface.triangles = mesh.triangles;
  surface.x = mesh.vertices;
  surface.v.resize(mesh.vertices.size());
  return surface;
}

BodySurface stretched(const TriangleMesh& mesh, const Vec3d& by, double shear = 0) {
  BodySurface surface = surfaceOf(mesh);
  for (Vec3d& x : surface.x) x = {by.x * x.x + shear * x.y, by.y * x.y, by.z * x.z};
  return surface;
}

Points placesOf(const std::vector<MeshSample>& samples, const BodySurface& surface) {
  Points places;
  for (const MeshSample& sample : samples) places.push_back(Vec3f(sample.at(surface.x)));
  return places;
}

// Evenly over the surface.
Points pointsOn(const BodySurface& surface, std::size_t n) {
  std::vector<double> areas;
  for (const Triangle& t : surface.triangles)
    areas.push_back(
        length(cross(surface.x[t[1]] - surface.x[t[0]], surface.x[t[2]] - surface.x[t[0]])));
  std::mt19937 engine(5);
  std::discrete_distribution<std::size_t> choose(areas.begin(), areas.end());
  std::uniform_real_distribution<double> uniform(0, 1);
  Points points;
  while (points.size() < n) {
    const Triangle& t = surface.triangles[choose(engine)];
    double a = uniform(engine), b = uniform(engine);
    if (a + b > 1) a = 1 - a, b = 1 - b;
    points.push_back(
        Vec3f((1 - a - b) * surface.x[t[0]] + a * surface.x[t[1]] + b * surface.x[t[2]]));
  }
  return points;
}

class Density {
 public:
  explicit Density(Points samples) : samples_(std::move(samples)), tree_(samples_) {
    for (const Vec3f& x : samples_) volumes_.push_back(1 / at(x));
  }
  // sum_k W, in 1/m^3
  double at(const Vec3f& place) const {
    return sumAt(place, [](std::uint32_t) { return 1.0; });
  }
  // sum_k V_k W: the share of the rest density that the samples stand for.
  double shareAt(const Vec3f& place) const {
    return sumAt(place, [&](std::uint32_t k) { return volumes_[k]; });
  }

 private:
  template <class Weight>
  double sumAt(const Vec3f& place, Weight&& weight) const {
    double sum = 0;
    tree_.forEachWithin(place, float(h), [&](std::uint32_t k, float r2) {
      sum += weight(k) * kKernel.weight(std::sqrt(double(r2)));
    });
    return sum;
  }
  Points samples_;
  KdTree tree_;
  std::vector<double> volumes_;
};

struct Shares {
  double under, over;
};

// Of the samples and of points of the surface.
Shares outside(const BodySurface& surface, const Points& samples) {
  const Density density(samples);
  Points places = pointsOn(surface, 4000);
  places.insert(places.end(), samples.begin(), samples.end());
  Shares shares{0, 0};
  for (const Vec3f& x : places) {
    const double n = density.at(x) * h * h * h;
    shares.under += n < kFewest;
    shares.over += n > kMost;
  }
  shares.under /= double(places.size());
  shares.over /= double(places.size());
  return shares;
}

// Sheets whose triangles are some spacings large, as meshes that bodies are made of.
TriangleMesh sheet(double cell = 4 * kSpacing) {
  return makeSheet({0, 0, 0}, {0, 0, 1}, 8 * cell, 8 * cell, cell);
}

struct Stretch {
  Vec3d by;
  double shear;
};
const std::vector<Stretch> kStretches{{{1, 1, 1}, 0},       {{2, 1, 1}, 0},     {{2, 2, 1}, 0},
                                      {{1.3, 0.8, 1}, 0.3}, {{0.6, 0.6, 1}, 0}, {{1.6, 0.7, 1}, 0},
                                      {{0.5, 1, 1}, 0},     {{1, 1, 1}, 0.5},   {{3, 3, 1}, 0.2}};

std::vector<MeshSample> samplesOf(const BodySurface& surface) {
  MeshSampling sampling(kSpacing, 3);
  EXPECT_TRUE(sampling.update(surface));
  return sampling.samples();
}

// Squeezed, the triangles are still two spacings large; of smaller ones see below.
TEST(MeshSampling, NumberDensityStaysWithinTheBoundsOfThePaper) {
  double under = 0, over = 0, surfaces = 0;
  for (const double cell : {4.0, 6.0, 9.5})
    for (const Stretch& stretch : kStretches) {
      const BodySurface surface = stretched(sheet(cell * kSpacing), stretch.by, stretch.shear);
      const Shares shares = outside(surface, placesOf(samplesOf(surface), surface));
      EXPECT_LT(shares.under, 0.01) << cell << " " << stretch.by.x << " " << stretch.by.y;
      under += shares.under;
      over += shares.over;
      ++surfaces;
    }
  EXPECT_LT((under + over) / surfaces, 0.01);
}

// Fluid leaks where there are too few samples; too many only cost time, and vertices of meshes
// finer than the spacing cannot be left out.
TEST(MeshSampling, SmallTrianglesHaveNeverTooFewSamples) {
  for (double cell = 0.6; cell < 3; cell += 0.1) {
    const BodySurface surface = surfaceOf(sheet(cell * kSpacing));
    EXPECT_LT(outside(surface, placesOf(samplesOf(surface), surface)).under, 0.01) << cell;
  }
}

TEST(MeshSampling, NumberDensityShowsTooFewAndTooManySamples) {
  const BodySurface surface = surfaceOf(sheet());
  MeshSampling coarse(1.6 * kSpacing, 3), fine(0.6 * kSpacing, 3);
  coarse.update(surface);
  fine.update(surface);
  EXPECT_GT(outside(surface, placesOf(coarse.samples(), surface)).under, 0.5);
  EXPECT_GT(outside(surface, placesOf(fine.samples(), surface)).over, 0.5);
}

// [ACAT13] section 2.3: samples on a square lattice stand for 0.35 of the rest density of a
// particle that is not yet half a support from the wall; that is so 0.42 supports from it. Held to
// for triangles of three spacings and more: on smaller ones a tenth of the places are further off.
TEST(MeshSampling, SamplesStandForTheSameDensityHoweverTheSurfaceIsStretched) {
  constexpr float kAway = float(0.42 * h);
  for (const Stretch& stretch : kStretches) {
    const BodySurface surface = stretched(sheet(6 * kSpacing), stretch.by, stretch.shear);
    const Density density(placesOf(samplesOf(surface), surface));
    // Within the sheet, which ends at its rim.
    BodySurface inner = surface;
    for (Vec3d& x : inner.x) x = 0.7 * x;
    std::size_t off = 0;
    const Points points = pointsOn(inner, 2000);
    for (const Vec3f& x : points)
      if (std::abs(density.shareAt(x + Vec3f{0, 0, kAway}) - 0.35) > 0.05) ++off;
    EXPECT_LT(off, points.size() / 100) << stretch.by.x << " " << stretch.by.y;
  }
}

TEST(MeshSampling, SamplesComeBackAfterAStretch) {
  MeshSampling sampling(kSpacing, 3);
  const TriangleMesh mesh = sheet();
  sampling.update(surfaceOf(mesh));
  const std::vector<MeshSample> first = sampling.samples();
  for (const double by : {1.2, 1.6, 2.0}) EXPECT_TRUE(sampling.update(stretched(mesh, {by, 1, 1})));
  EXPECT_GT(sampling.samples().size(), 1.7 * double(first.size()));
  for (const double by : {1.7, 1.3, 1.0}) EXPECT_TRUE(sampling.update(stretched(mesh, {by, 1, 1})));
  EXPECT_EQ(sampling.samples(), first);
}

TEST(MeshSampling, SamplesDependOnThePresentShapeOnly) {
  MeshSampling travelled(kSpacing, 3);
  TriangleMesh mesh = makeTorus(0.6, 0.25, 14, 9);
  RandomPoints random(3);
  for (int k = 0; k < 20; ++k) {
    for (Vec3d& x : mesh.vertices) x = x + Vec3d(random.inCube(0.04f)) - Vec3d{0.02, 0.02, 0.02};
    travelled.update(surfaceOf(mesh));
  }
  EXPECT_EQ(travelled.samples(), samplesOf(surfaceOf(mesh)));
}

TEST(MeshSampling, ChangesOnlyWhenNumbersDo) {
  MeshSampling sampling(kSpacing, 3);
  const TriangleMesh mesh = sheet();
  EXPECT_TRUE(sampling.update(surfaceOf(mesh)));
  EXPECT_FALSE(sampling.update(surfaceOf(mesh)));
  EXPECT_FALSE(sampling.update(stretched(mesh, {1.001, 1.001, 1})));
  EXPECT_TRUE(sampling.update(stretched(mesh, {1.3, 1, 1})));
}

// How many pairs of samples are closer than a hundredth of a spacing.
std::size_t twins(const Points& places) {
  const KdTree tree(places);
  std::size_t pairs = 0;
  for (const Vec3f& x : places)
    tree.forEachWithin(x, float(0.01 * kSpacing), [&](std::uint32_t, float) { ++pairs; });
  return (pairs - places.size()) / 2;
}

TEST(MeshSampling, SharedVerticesAndEdgesAreSampledOnce) {
  for (const TriangleMesh& mesh : {sheet(), makeTorus(0.6, 0.25, 14, 9), makeOctahedron(0.7)}) {
    const BodySurface surface = surfaceOf(mesh);
    EXPECT_EQ(twins(placesOf(samplesOf(surface), surface)), 0u);
  }
  // Triangles that do not share their edge have samples of their own there.
  const BodySurface apart =
      surfaceOf({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, -1, 0}},
                 {{0, 1, 2}, {3, 4, 5}}});
  EXPECT_EQ(twins(placesOf(samplesOf(apart), apart)), 11u);
}

// Three leaves of a book that share its back.
TEST(MeshSampling, NonManifoldMeshesAreCovered) {
  const BodySurface book =
      surfaceOf({{{0, 0, 0}, {0, 1, 0}, {1, 0.5, 0}, {-1, 0.5, 0}, {0, 0.5, 1}},
                 {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}});
  const Points places = placesOf(samplesOf(book), book);
  EXPECT_EQ(twins(places), 0u);
  const KdTree tree(places);
  for (const Vec3f& x : pointsOn(book, 1000))
    EXPECT_LT(double(tree.closest(x)->distance), kSpacing);
}

TEST(MeshSampling, CollapsedTrianglesAreSampledAtTheirCorners) {
  const BodySurface flat = surfaceOf({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 1, 2}}});
  EXPECT_EQ(samplesOf(flat).size(), 3u);
}

TEST(PlaneSampling, TheOutlineOfABoxIsClosed) {
  TriangleMesh box = makeBox({{-0.37, -0.21, -0.5}, {0.37, 0.21, 0.5}});
  rotate(box, 0.4, 0);
  const BodySurface surface = surfaceOf(box);
  const std::vector<MeshSample> samples = sampleInPlane(surface, kSpacing);
  Points places = placesOf(samples, surface);
  EXPECT_EQ(twins(places), 0u);
  for (const Vec3f& x : places) EXPECT_NEAR(x.z, 0, 1e-7);
  // Around the middle, one after the other.
  std::sort(places.begin(), places.end(), [](const Vec3f& a, const Vec3f& b) {
    return std::atan2(a.y, a.x) < std::atan2(b.y, b.x);
  });
  double around = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const double gap = double(length(places[(k + 1) % places.size()] - places[k]));
    EXPECT_LE(gap, 1.001 * kSpacing);
    around += gap;
  }
  EXPECT_NEAR(around, 2 * (0.74 + 0.42), 1e-5) << "corners have samples";
}

TEST(PlaneSampling, ASurfaceBesideThePlaneHasNoSamples) {
  EXPECT_TRUE(sampleInPlane(surfaceOf(makeBox({{0, 0, 0.1}, {1, 1, 1}})), kSpacing).empty());
}

}  // namespace
}  // namespace shoal
