#include "shoal/geometry/mesh/thickness.h"

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

TEST(Thickness, IsTheLeastWayThroughTheInside) {
  EXPECT_NEAR(leastThickness(makeBox({{0, 0, 0}, {1, 0.2, 3}}), 3), 0.2, 1e-12);
  EXPECT_NEAR(leastThickness(makeTorus(1, 0.25, 64, 32), 3), 0.5, 0.02);
}

TEST(Thickness, OfASectionWithThePlaneDoesNotCountTheWayAlongZ) {
  const TriangleMesh slab = makeBox({{0, 0, -0.01}, {1, 0.2, 0.01}});
  EXPECT_NEAR(leastThickness(slab, 2), 0.2, 1e-12);
  EXPECT_NEAR(leastThickness(slab, 3), 0.02, 1e-12);
}

TEST(Thickness, OfAnOpenBoxIsThatBetweenItsFaces) {
  const BoxFace open[] = {BoxFace::HighY, BoxFace::LowX, BoxFace::HighX};
  EXPECT_NEAR(leastThickness(makeBox({{0, 0, 0}, {1, 0.2, 3}}, open), 3), 3, 1e-12);
}

}  // namespace
}  // namespace shoal
