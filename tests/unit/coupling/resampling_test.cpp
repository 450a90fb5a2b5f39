// Samples of surfaces that are stretched, squeezed and let go, by every rule of resampling, and
// beside them the seven point rule: [ACAT13] sections 2.5 and 2.6, figures 3 and 4.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shoal/coupling/quadrature/seven_point_rule.h"
#include "unit/coupling/sampled_surface.h"

namespace shoal {
namespace {

constexpr double kCell = 6 * kSpacing;

constexpr double kThreshold = 5 * kSpacing;  // of the seven point rule

// From rest to the stretch, a little at a time, as a body would.
constexpr int kWay = 25;
BodySurface onTheWay(const SheetStretch& stretch, double share) {
  const Vec3d one{1, 1, 1};
  return stretched(sheet(kCell), one + share * (stretch.by - one), share * stretch.shear);
}

MeshSampling sampled(ResamplingRule rule, const SheetStretch& stretch) {
  MeshSampling sampling(kSpacing, 3, {rule});
  for (int k = 0; k <= kWay; ++k) sampling.update(onTheWay(stretch, double(k) / kWay));
  return sampling;
}

// As [MSHG04] places them: triangles are quartered until their edges are short enough. The
// threshold is the one that comes closest to a sample per square spacing at rest.
Points sevenPoints(const BodySurface& surface) {
  Points places;
  for (const Triangle& t : surface.triangles) {
    const TriangleOf<Vec3d> corner{surface.x[t[0]], surface.x[t[1]], surface.x[t[2]]};
    const double longest = std::max({length(corner[1] - corner[0]), length(corner[2] - corner[1]),
                                     length(corner[0] - corner[2])});
    int parts = 1;
    while (longest > parts * kThreshold) parts *= 2;
    forEachSample(corner, parts, [&](const Vec3d& x, double) { places.push_back(Vec3f(x)); });
  }
  return places;
}

struct Spread {
  double least, mean, most, deviation;  // of the number density, in 1 / h^3
  double within;                        // share of the surface within the bounds
};

// Over the surface but its rim, where every sampling ends.
Spread spreadOf(const BodySurface& surface, const Points& samples) {
  BodySurface inner = surface;
  for (Vec3d& x : inner.x) x = 0.8 * x;
  const Density density(samples);
  const Points points = pointsOn(inner, 3000);
  Spread spread{1e9, 0, 0, 0, 0};
  double squares = 0;
  for (const Vec3f& x : points) {
    const double n = density.at(x) * h * h * h;
    spread.least = std::min(spread.least, n);
    spread.most = std::max(spread.most, n);
    spread.mean += n / double(points.size());
    squares += n * n / double(points.size());
    spread.within += double(n >= kFewestSamples && n <= kMostSamples) / double(points.size());
  }
  spread.deviation = std::sqrt(std::max(0.0, squares - sq(spread.mean)));
  return spread;
}

class Resampling : public testing::TestWithParam<ResamplingRule> {};

TEST_P(Resampling, NumberDensityStaysWithinTheBoundsOfThePaper) {
  for (const SheetStretch& stretch : kStretches) {
    const BodySurface surface = onTheWay(stretch, 1);
    const Points samples = placesOf(sampled(GetParam(), stretch).samples(), surface);
    EXPECT_GT(spreadOf(surface, samples).within, 0.99)
        << stretch.by.x << " " << stretch.by.y << " " << stretch.shear;
  }
}

TEST_P(Resampling, SamplesStandForTheSameDensityBesideAFlatWall) {
  for (const SheetStretch& stretch : kStretches) {
    const BodySurface surface = onTheWay(stretch, 1);
    const Points samples = placesOf(sampled(GetParam(), stretch).samples(), surface);
    EXPECT_LT(shareOffTheDensityOfAWall(samples, surface), 0.01)
        << stretch.by.x << " " << stretch.by.y;
  }
}

TEST_P(Resampling, SamplesComeBackWhenTheSurfaceIsLetGo) {
  for (const SheetStretch& stretch : kStretches) {
    MeshSampling sampling(kSpacing, 3, {GetParam()});
    sampling.update(onTheWay(stretch, 0));
    const std::vector<MeshSample> first = sampling.samples();
    for (int k = 1; k <= kWay; ++k) sampling.update(onTheWay(stretch, double(k) / kWay));
    const std::size_t then = sampling.samples().size();
    const double area = stretch.by.x * stretch.by.y;
    if (area > 2) {
      EXPECT_GT(then, first.size());
    }
    for (int k = kWay - 1; k >= 0; --k) sampling.update(onTheWay(stretch, double(k) / kWay));
    EXPECT_EQ(sampling.samples(), first) << stretch.by.x << " " << stretch.by.y;
  }
}

// What fig. 4 shows, over all stretches.
TEST_P(Resampling, SpreadIsFarSmallerThanThatOfTheSevenPointRule) {
  fmt::print("{:>22}  {:>31}  {:>31}\n", "stretch, shear", wordOf(GetParam()), "seven points");
  double ours = 0, theirs = 0;
  for (const SheetStretch& stretch : kStretches) {
    const BodySurface surface = onTheWay(stretch, 1);
    const Spread a = spreadOf(surface, placesOf(sampled(GetParam(), stretch).samples(), surface));
    const Spread b = spreadOf(surface, sevenPoints(surface));
    fmt::print("{:>4} x {:<4} {:>10}", stretch.by.x, stretch.by.y, stretch.shear);
    for (const Spread& s : {a, b})
      fmt::print("  {:6.2f} {:6.2f} {:6.2f} +- {:6.2f}", s.least, s.mean, s.most, s.deviation);
    fmt::print("\n");
    ours += a.deviation;
    theirs += b.deviation;
  }
  EXPECT_LT(ours, 0.5 * theirs);
}

INSTANTIATE_TEST_SUITE_P(Rules, Resampling,
                         testing::Values(ResamplingRule::Geometric, ResamplingRule::NumberDensity),
                         [](const auto& one) {
                           return one.param == ResamplingRule::Geometric ? "Geometric"
                                                                         : "NumberDensity";
                         });

TEST(ResamplingRule, WithoutItASurfaceThatIsStretchedHasTooFewSamples) {
  const SheetStretch twice{{2, 2, 1}, 0};
  const BodySurface surface = onTheWay(twice, 1);
  const MeshSampling never = sampled(ResamplingRule::Never, twice);
  EXPECT_LT(spreadOf(surface, placesOf(never.samples(), surface)).within, 0.1);
}

TEST(ResamplingRule, TheDensityRuleLeavesAloneWhatIsWithinItsBounds) {
  MeshSampling geometric(kSpacing, 3), density(kSpacing, 3, {ResamplingRule::NumberDensity});
  int changesByLength = 0, changesByDensity = 0;
  for (int k = 0; k <= kWay; ++k) {
    const BodySurface surface = onTheWay({{1.5, 1, 1}, 0}, double(k) / kWay);
    changesByLength += geometric.update(surface);
    changesByDensity += density.update(surface);
  }
  EXPECT_LT(changesByDensity, changesByLength);
}

TEST(ResamplingRule, GoesOnFromASavedState) {
  const SheetStretch stretch{{1.7, 1.2, 1}, 0.3};
  MeshSampling saved = sampled(ResamplingRule::NumberDensity, stretch);
  StateWriter writer;
  saved.save(writer);
  MeshSampling resumed(kSpacing, 3, {ResamplingRule::NumberDensity});
  resumed.update(onTheWay(stretch, 0));
  StateReader reader(writer.numbers());
  resumed.restore(reader);
  EXPECT_TRUE(reader.exhausted());
  for (const double share : {1.0, 0.9, 0.5}) {
    saved.update(onTheWay(stretch, share));
    resumed.update(onTheWay(stretch, share));
    EXPECT_EQ(saved.samples(), resumed.samples()) << share;
  }
}

TEST(ResamplingRule, AStateThatCannotBeIsAnError) {
  StateWriter writer;
  writer(std::uint64_t{2});
  writer(std::uint64_t{0});  // an edge has one interval at least
  StateReader reader(writer.numbers());
  MeshSampling sampling(kSpacing, 3, {ResamplingRule::NumberDensity});
  EXPECT_THROW(sampling.restore(reader), Error);
}

}  // namespace
}  // namespace shoal
