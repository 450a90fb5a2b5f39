#include "shoal/coupling/samples/mesh_sampling.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/coupling/samples/plane_sampling.h"
#include "unit/coupling/sampled_surface.h"

namespace shoal {
namespace {

std::vector<MeshSample> samplesOf(const BodySurface& surface) {
  MeshSampling sampling(kSpacing, 3);
  EXPECT_TRUE(sampling.update(surface));
  return sampling.samples();
}

// Squeezed, the triangles are still two spacings large; of smaller ones see below.
TEST(MeshSampling, NumberDensityStaysWithinTheBoundsOfThePaper) {
  double under = 0, over = 0, surfaces = 0;
  for (const double cell : {4.0, 6.0, 9.5})
    for (const SheetStretch& stretch : kStretches) {
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

// More samples than numbers of 32 bits can tell apart: sums would wrap around.
TEST(MeshSampling, RefusesMoreSamplesThanMemoryHolds) {
  for (const double by : {1e5, 1e8, 1e300}) {
    const BodySurface surface = stretched(sheet(), {by, by, 1});
    EXPECT_THROW(MeshSampling(kSpacing, 3).update(surface), Error) << by;
  }
  BodySurface upright = surfaceOf(sheet());
  for (Vec3d& x : upright.x) x = {1e9 * x.x, 0, x.y - 0.2};
  EXPECT_THROW(MeshSampling(kSpacing, 2).update(upright), Error);
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
  for (const SheetStretch& stretch : kStretches) {
    const BodySurface surface = stretched(sheet(6 * kSpacing), stretch.by, stretch.shear);
    EXPECT_LT(shareOffTheDensityOfAWall(placesOf(samplesOf(surface), surface), surface), 0.01)
        << stretch.by.x << " " << stretch.by.y;
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
