#include "shoal/geometry/contour/block_contour.h"

#include <map>
#include <numbers>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/hash_random.h"
#include "shoal/geometry/contour/cube_cases.h"
#include "support/closed_mesh.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

// Blocks [-n, n)^3 around the origin (in the plane those of z = 0), with level(x, y, z) of nodes.
template <class Level>
LevelBlocks blocksAround(std::int64_t n, double cell, Level&& level, int dimensions = 3) {
  std::vector<BlockPlace> places;
  for (std::int64_t z = dimensions == 2 ? 0 : -n; z < (dimensions == 2 ? 1 : n); ++z)
    for (std::int64_t y = -n; y < n; ++y)
      for (std::int64_t x = -n; x < n; ++x) places.push_back({z, y, x});
  LevelBlocks blocks;
  blocks.reset(cell, places);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t k = 0; k < kNodesOfBlock; ++k) {
      const auto i = static_cast<std::int64_t>(k);
      blocks.levels(b)[k] = level(blocks.place(b).x * 8 + i % 8, blocks.place(b).y * 8 + i / 8 % 8,
                                  blocks.place(b).z * 8 + i / 64);
    }
  return blocks;
}

TriangleMesh contourOf(const LevelBlocks& blocks) {
  TriangleMesh mesh;
  BlockContour().triangles(blocks, mesh);
  return mesh;
}

LevelBlocks ball(double radius, double cell) {
  return blocksAround(3, cell, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<float>(cell * std::sqrt(double(sq(x) + sq(y) + sq(z))) - radius);
  });
}

TEST(CubeCases, EveryCornerAloneIsOneTriangle) {
  for (unsigned c = 0; c < 8; ++c)
    EXPECT_EQ(CubeCases::get().of(static_cast<std::uint8_t>(1U << c), 0).triangles.size(), 1u);
}

// Sides are shared by two triangles of the case, or lie in a face of the cube and are shared with
// the next cube; those that are shared within never lie in a face.
TEST(CubeCases, SidesLieInFacesOrAreShared) {
  const auto facesOf = [](int edge) {
    unsigned faces = 0;
    for (unsigned f = 0; f < 6 && edge < 12; ++f)
      if (std::ranges::count(kCubeFaces[f], kCubeEdges[edge][0]) +
              std::ranges::count(kCubeFaces[f], kCubeEdges[edge][1]) ==
          2)
        faces |= 1U << f;
    return faces;
  };
  const CubeCases& cases = CubeCases::get();
  for (unsigned inside = 0; inside < 256; ++inside)
    for (unsigned joined = 0; joined < 64; ++joined) {
      const auto in = static_cast<std::uint8_t>(inside);
      if ((joined & ~unsigned{cases.ambiguous(in)}) != 0) continue;
      std::map<std::pair<int, int>, int> sides;
      for (const auto& t : cases.of(in, static_cast<std::uint8_t>(joined)).triangles)
        for (std::size_t k = 0; k < 3; ++k) ++sides[{t[k], t[(k + 1) % 3]}];
      for (const auto& [side, count] : sides) {
        const auto& [from, to] = side;
        EXPECT_EQ(count, 1) << inside << " " << joined;
        EXPECT_NE((facesOf(from) & facesOf(to)) != 0, sides.contains({to, from}))
            << inside << " " << joined;
      }
    }
}

TEST(CubeCases, AmbiguousFacesAreDecidedByTheirSaddle) {
  // -2 and -2 against 1 and 1: the saddle is inside. With 3 and 3 it is not.
  EXPECT_TRUE(joinsInside({0, 1, 2, 3}, {-2, 1, -2, 1}));
  EXPECT_FALSE(joinsInside({0, 1, 2, 3}, {-2, 3, -2, 3}));
  EXPECT_TRUE(joinsInside({1, 2, 3, 0}, {-2, 1, -2, 1}));
}

TEST(BlockContour, BallIsClosedAndFacesOutwards) {
  const TriangleMesh mesh = contourOf(ball(1, 0.05));
  EXPECT_EQ(defectOf(mesh), "");
  EXPECT_NE(defectOf(withOneFlipped(mesh)), "");
  EXPECT_NEAR(mesh.signedVolume(), 4 * std::numbers::pi / 3, 0.01);
  EXPECT_NEAR(areaOf(mesh), 4 * std::numbers::pi, 0.02);
}

TEST(BlockContour, SameBitsForAnyNumberOfThreads) {
  const LevelBlocks blocks = ball(1, 0.05);
  const TriangleMesh one = withThreads(1, [&] { return contourOf(blocks); });
  for (const int threads : {2, 3, 8}) {
    const TriangleMesh other = withThreads(threads, [&] { return contourOf(blocks); });
    EXPECT_EQ(other.vertices, one.vertices);
    EXPECT_EQ(other.triangles, one.triangles);
  }
}

// Random levels around a corner of eight blocks; some of few values, so that ties and nodes on the
// surface occur.
LevelBlocks randomBlocks(std::uint64_t seed) {
  return blocksAround(1, 1.0, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto within = [](std::int64_t a) { return a >= -3 && a < 3; };
    if (!within(x) || !within(y) || !within(z)) return 1.0f;
    const double random =
        randomSigned(seed, static_cast<std::uint64_t>((z + 8) * 256 + (y + 8) * 16 + x + 8));
    return static_cast<float>(seed % 2 == 0 ? random : std::round(2 * random) / 2);
  });
}

TEST(BlockContour, RandomFieldsAreClosedInEveryCase) {
  std::set<std::pair<int, int>> seen;
  const CubeCases& cases = CubeCases::get();
  BlockContour contour;
  TriangleMesh mesh;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    const LevelBlocks blocks = randomBlocks(seed);
    contour.triangles(blocks, mesh);
    ASSERT_EQ(defectOf(mesh), "") << "seed " << seed;
    if (seed % 500 == 0) {
      ASSERT_NE(defectOf(withOneFlipped(mesh)), "") << "seed " << seed;
    }
    for (int z = 0; z < 2; ++z)
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) {
          std::array<float, 8> level;
          unsigned inside = 0, joined = 0;
          for (std::size_t c = 0; c < 8; ++c) {
            level[c] = blocks.levels(7)[(c & 1) + x + 8 * ((c >> 1 & 1) + y) +
                                        64 * ((c >> 2) + static_cast<std::size_t>(z))];
            inside |= (level[c] < 0 ? 1U : 0U) << c;
          }
          const auto in = static_cast<std::uint8_t>(inside);
          for (std::size_t f = 0; f < 6; ++f)
            if ((cases.ambiguous(in) >> f & 1) != 0 && joinsInside(kCubeFaces[f], level))
              joined |= 1U << f;
          seen.insert({in, joined});
        }
  }
  std::size_t all = 0;
  for (unsigned inside = 0; inside < 256; ++inside)
    all += std::size_t{1} << std::popcount(cases.ambiguous(static_cast<std::uint8_t>(inside)));
  // Some contradict each other: opposite faces of a cube whose corners all alternate.
  EXPECT_GT(seen.size(), all * 9 / 10) << "of " << all;
}

TEST(BlockContour, OutlinesAreClosed) {
  std::vector<Vec3d> vertices;
  std::vector<OutlineSide> sides;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const LevelBlocks blocks = blocksAround(
        1, 1.0,
        [&](std::int64_t x, std::int64_t y, std::int64_t) {
          if (std::abs(x) > 6 || std::abs(y) > 6) return 1.0f;
          return static_cast<float>(randomSigned(seed, static_cast<std::uint64_t>(x + 8),
                                                 static_cast<std::uint64_t>(y + 8)));
        },
        2);
    BlockContour().outline(blocks, vertices, sides);
    std::vector<int> begins(vertices.size()), ends(vertices.size());
    for (const auto& [from, to] : sides) ++begins[from], ++ends[to];
    ASSERT_THAT(begins, testing::Each(1)) << "seed " << seed;
    ASSERT_THAT(ends, testing::Each(1)) << "seed " << seed;
  }
}

TEST(BlockContour, OutlineOfADiscHasItsAreaOnTheLeft) {
  const LevelBlocks blocks = blocksAround(
      3, 0.05,
      [](std::int64_t x, std::int64_t y, std::int64_t) {
        return static_cast<float>(0.05 * std::sqrt(double(sq(x) + sq(y))) - 1);
      },
      2);
  std::vector<Vec3d> vertices;
  std::vector<OutlineSide> sides;
  BlockContour().outline(blocks, vertices, sides);
  double area = 0;
  for (const auto& [a, b] : sides) area += cross(vertices[a], vertices[b]).z / 2;
  EXPECT_NEAR(area, std::numbers::pi, 0.01);
}

}  // namespace
}  // namespace shoal
