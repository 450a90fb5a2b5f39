// Motions by keyframes, and round shapes, from scenes.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

Scene sceneOf(const std::string& text) { return parseScene("format = 1\n" + text, "s.toml"); }

const std::string kMoved =
    "[[solid]]\nname = \"arm\"\nmodel = \"kinematic\"\nmesh = { box = [[0, 0, 0], [1, 1, 1]] }\n"
    "motion = { centre = [1, 0, 0], keyframes = [{ at = 1, position = [1, 0, 0] }, "
    "{ at = 3, position = [1, 4, 0], rotation = [0, 0, 90] }, { at = 4, position = [0, 4, 0] }] "
    "}\n";

double volumeOf(const std::string& mesh) {
  const Scene scene =
      sceneOf("[[solid]]\nname = \"a\"\nmodel = \"rigid\"\ndensity = 1000\nmesh = " + mesh);
  const auto world = makeWorld(scene);
  return world->solids()->totals().mass / 1000;
}

}  // namespace

TEST(Keyframes, PlacesAndTurnsAreMetAndEvenInBetween) {
  const Motion motion(*sceneOf(kMoved).solids[0].motion);
  const Vec3d tip{2, 0, 0};  // 1 m from the centre
  const auto expectAt = [&](double t, const Vec3d& x) {
    EXPECT_NEAR(length(motion.position(tip, t) - x), 0, 1e-12) << t;
    EXPECT_NEAR(length(motion.pose(t)(tip) - x), 0, 1e-12) << t;
  };
  const double half = std::numbers::sqrt2 / 2;
  expectAt(0, {2, 0, 0});
  expectAt(1, {2, 0, 0});
  expectAt(2, {1 + half, 2 + half, 0});
  expectAt(3, {1, 5, 0});
  expectAt(4, {1, 4, 0});
  expectAt(9, {1, 4, 0});
}

TEST(Keyframes, VelocityIsThatOfThePlaces) {
  const Motion motion(*sceneOf(kMoved).solids[0].motion);
  const Vec3d x{0.3, -0.7, 0.2};
  constexpr double kInstant = 1e-5;
  for (const double t : {0.5, 1.2, 2.5, 3.5, 5.0}) {
    const Vec3d v =
        (motion.position(x, t + kInstant) - motion.position(x, t - kInstant)) / (2 * kInstant);
    EXPECT_NEAR(length(motion.velocity(x, t) - v), 0, 1e-8) << t;
  }
  EXPECT_GT(length(motion.velocity(x, 2.5)), 1);
}

TEST(Keyframes, FaultsAreNamedAndScenesReadBack) {
  const auto motionOf = [](const std::string& keys) {
    const Scene scene = sceneOf(
        "[[solid]]\nname = \"a\"\nmodel = \"kinematic\"\nmesh = { sphere = "
        "{ centre = [0, 0, 0], radius = 1 } }\nmotion = { " +
        keys + " }\n");
    return Motion(*scene.solids[0].motion);
  };
  EXPECT_NO_THROW(motionOf("keyframes = [{ at = 1 }, { at = 2 }]"));
  EXPECT_THROW(motionOf("keyframes = [{ at = 2 }, { at = 2 }]"), Error);
  EXPECT_THROW(motionOf("rotate = \"t\", keyframes = [{ at = 1 }, { at = 2 }]"), Error);
  EXPECT_EQ(parseScene(writeScene(sceneOf(kMoved)), "s.toml"), sceneOf(kMoved));
  EXPECT_THAT(parameterReference(), HasSubstr("`motion.keyframes.position`"));
}

TEST(RoundShapes, CylinderAndCapsuleHaveTheirVolume) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(volumeOf("{ cylinder = { centre = [0, 0, 0], radius = 0.2, height = 0.5 } }\n"),
              pi * 0.04 * 0.5, 1e-9);
  EXPECT_NEAR(volumeOf("{ capsule = { centre = [0, 0, 0], radius = 0.2, height = 0.5 } }\n"),
              pi * 0.04 * 0.5 + 4.0 / 3 * pi * 0.008, 1e-9);
}

TEST(RoundShapes, LieAlongTheirAxisWhetherRigidOrWall) {
  const std::string mesh =
      "mesh = { cylinder = { centre = [1, 2, 3], axis = [2, 0, 0], radius = 0.2, height = 1 } }\n";
  const Scene scene = sceneOf("[[solid]]\nname = \"a\"\nmodel = \"rigid\"\n" + mesh +
                              "[[solid]]\nname = \"b\"\n" + mesh);
  const PlacedShape rigid = rigidShape(scene.solids[0], 0.1, 3);
  TriangleMesh wall = surfaceMesh(scene.solids[1], 0.1).mesh, moved = surfaceOf(rigid.shape);
  for (Vec3d& v : moved.vertices) v = rigid.start(v);
  for (const Box3d& box : {wall.bounds(), moved.bounds()}) {
    EXPECT_NEAR(length(box.centre() - Vec3d{1, 2, 3}), 0, 1e-12);
    EXPECT_NEAR(length(box.size() - Vec3d{1, 0.4, 0.4}), 0, 1e-12);
  }
  EXPECT_GT(wall.signedVolume(), 0.12);
}

}  // namespace shoal
