// Fluid that starts around a solid: as much of it as there is room for, evenly spread.
#include "shoal/world/solids/displaced_fluid.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/search/kd_tree.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.1;

// A lattice in the plane that fills a square with a corner at the origin.
std::vector<Vec3f> square(int rows) {
  std::vector<Vec3f> x;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < rows; ++j)
      x.push_back({float((i + 0.5) * kSpacing), float((j + 0.5) * kSpacing), 0});
  return x;
}

struct Around {
  std::vector<Vec3f> fluid;
  std::size_t taken = 0;
};

Around displaced(const std::vector<Vec3f>& lattice, const TriangleMesh& surface, int dimensions) {
  std::vector<Vec3f> x = lattice;
  std::vector<std::uint8_t> taken(x.size(), 0);
  displaceFluid(x, surface, kSpacing, dimensions, taken);
  Around around;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (taken[i])
      ++around.taken;
    else
      around.fluid.push_back(x[i]);
  }
  return around;
}

double nearestPair(const std::vector<Vec3f>& x) {
  const KdTree tree(x);
  double nearest = 1;
  std::vector<Neighbour> found;
  for (const Vec3f& p : x) {
    tree.nearest(p, 2, found);
    nearest = std::min(nearest, double(found[1].distance));
  }
  return nearest;
}

TriangleMesh boxAt(double offset, double edge) {
  return makeBox({{0.7 + offset, 0.7 + offset, -5}, {0.7 + offset + edge, 0.7 + offset + edge, 5}});
}

TEST(DisplacedFluid, StaysOnItsLatticeAroundABoxBetweenItsRows) {
  const auto lattice = square(20);
  const Around around = displaced(lattice, boxAt(0, 0.5), 2);
  EXPECT_EQ(around.taken, 25u);
  const KdTree tree(lattice);
  for (const Vec3f& p : around.fluid) EXPECT_EQ(tree.closest(p)->distance, 0);
}

TEST(DisplacedFluid, HasTheVolumeThatTheSolidLeaves) {
  const auto lattice = square(24);
  for (const double offset : {0.013, 0.05, 0.08}) {
    for (const double edge : {0.4, 0.55, 0.63}) {
      const Around around = displaced(lattice, boxAt(offset, edge), 2);
      EXPECT_NEAR(double(around.taken), sq(edge / kSpacing), 1.5) << offset << ' ' << edge;
    }
  }
}

TEST(DisplacedFluid, IsEvenAndKeepsHalfASpacingFromTheSurface) {
  const auto lattice = square(24);
  for (const double offset : {0.013, 0.05, 0.08}) {
    const TriangleMesh box = boxAt(offset, 0.55);
    const MeshDistance distance(box);
    const Around around = displaced(lattice, box, 2);
    EXPECT_GT(nearestPair(around.fluid), 0.75 * kSpacing) << offset;
    for (const Vec3f& p : around.fluid)
      EXPECT_GT(distance.signedDistance(Vec3d(p)), 0.499 * kSpacing) << offset;
  }
}

TEST(DisplacedFluid, SurroundsABallInSpace) {
  std::vector<Vec3f> lattice;
  for (const Vec3f& p : square(16))
    for (int k = 0; k < 16; ++k) lattice.push_back({p.x, p.y, float((k + 0.5) * kSpacing)});
  const double radius = 0.33;
  const Vec3d centre{0.813, 0.77, 0.79};
  const Around around = displaced(lattice, makeSphere(centre, radius), 3);
  const double volume = 4.0 / 3 * std::numbers::pi * std::pow(radius / kSpacing, 3);
  EXPECT_NEAR(double(around.taken) / volume, 1, 0.03);
  EXPECT_GT(nearestPair(around.fluid), 0.7 * kSpacing);
  for (const Vec3f& p : around.fluid) EXPECT_GT(length(Vec3d(p) - centre), radius + 0.049);
}

TEST(DisplacedFluid, KeepsItsSurfaceBesideASolidThatReachesOut) {
  const auto lattice = square(20);
  const TriangleMesh post = makeBox({{0.83, 1.2, -5}, {1.17, 3, 5}});
  float top = 0;
  for (const Vec3f& p : displaced(lattice, post, 2).fluid) top = std::max(top, p.y);
  EXPECT_NEAR(top, 1.95, 1e-3);
}

// A box that is half under water and not on the lattice; cut out alone, the fluid exerted no force
// on it for 20 ms.
TEST(DisplacedFluid, CarriesABodyFromTheFirstSteps) {
  const auto world = makeWorld(parseScene(R"(format = 1
[world]
dimensions = 2
spacing = 0.01
[[fluid]]
name = "water"
fill = { box = [[0, 0], [0.4, 0.3]] }
[[solid]]
name = "tank"
mesh = { box = { corners = [[0, 0], [0.4, 0.5]], open = ["+y"] } }
[[solid]]
name = "box"
model = "rigid"
density = 500
mesh = { box = [[0.153, 0.253], [0.253, 0.353]] }
)",
                                          "box"));
  const Body& box = *world->solids()->partsOf("box").front();
  while (world->time() < 0.02) world->step(0.02);
  // Held up by 9.81 * 47 N per metre, against a weight of 9.81 * 50.
  EXPECT_NEAR(box.totals().momentum.y / (box.totals().mass * 9.81 * 0.02), -0.06, 0.15);
}

}  // namespace
}  // namespace shoal
