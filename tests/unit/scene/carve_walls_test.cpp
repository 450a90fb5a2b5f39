// Fluid makes room for solids that do not move by forces.
#include <gtest/gtest.h>

#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_vessels.h"
#include "shoal/scene/doctor/doctor.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

std::string poolWith(const std::string& solid, int dimensions = 3) {
  return fmt::format("format = 1\nworld = {{ dimensions = {}, spacing = 0.05 }}\n", dimensions) +
         "[[fluid]]\nname = \"water\"\nfill = { box = [[0,0,0],[1,0.6,1]] }\n"
         "[[solid]]\nname = \"tank\"\n"
         "mesh = { box = { corners = [[0,0,0],[1,1,1]], open = [\"+y\"] } }\n" +
         solid;
}

std::vector<Finding> problemsOf(const Scene& scene, const Assembly& assembly) {
  std::vector<Finding> problems;
  for (const Finding& finding : examine(scene, assembly))
    if (finding.severity == Finding::Severity::Problem) problems.push_back(finding);
  return problems;
}

TEST(CarveWalls, AStatueFromAFileStandsInAPool) {
  const TemporaryFolder folder;
  const TriangleMesh statue = makeRock({0.5, 0.3, 0.5}, 0.2, {0.3, {1, 1, 1}, 3}, 4);
  writeMesh(folder / "statue.obj", statue);
  const Scene scene = parseScene(poolWith("[[solid]]\nname = \"statue\"\nmesh = { file = \"" +
                                          (folder / "statue.obj").string() + "\" }\n"),
                                 "pool.toml");
  const Assembly assembly = assemble(scene);
  EXPECT_TRUE(problemsOf(scene, assembly).empty());
  const MeshDistance distance(statue);
  for (const Vec3f& x : assembly.fluid.positions)
    EXPECT_GT(distance.signedDistance(Vec3d(x)), 0.48 * scene.world.spacing);
  EXPECT_EQ(assembly.fluid.positions.size(), assembly.fluid.velocities.size());
  EXPECT_EQ(assembly.fluid.positions.size(), assembly.fluid.phases.size());

  World world(worldSetup(scene, assembly));
  while (world.time() < 0.05) world.step(0.05);
  EXPECT_EQ(world.escaped(), 0u);
  EXPECT_LT(world.ledger().fastest, 2);
}

std::size_t particlesWith(const std::string& solid, int dimensions = 3) {
  return assemble(parseScene(poolWith(solid, dimensions), "pool.toml")).fluid.positions.size();
}

TEST(CarveWalls, RoomIsMadeOutsideOfSolidsThatAreWetOutside) {
  const std::string block =
      "[[solid]]\nname = \"block\"\nmesh = { box = [[0.3,0,0.3],[0.7,0.4,0.7]] }\n";
  const std::size_t all = particlesWith("");
  EXPECT_EQ(all, 20u * 12 * 20);
  EXPECT_EQ(particlesWith(block), all - 8u * 8 * 8);
  EXPECT_EQ(particlesWith(block + "wet = \"both\"\n"), all);
  EXPECT_EQ(particlesWith(block + "coupling = \"none\"\n"), all);
}

TEST(CarveWalls, RoomIsMadeWhereAMotionStarts) {
  const std::string block =
      "[[solid]]\nname = \"block\"\nmodel = \"kinematic\"\nmesh = { box = [[3,3,3],[3.4,3.4,3.4]] "
      "}\n"
      "motion = { translate = [\"t-2.7\", -3, -2.7] }\n";
  EXPECT_EQ(particlesWith(block), 20u * 12 * 20 - 8u * 8 * 8);
}

TEST(CarveWalls, InThePlaneTheSectionCounts) {
  for (const char* depth : {"-1, 1", "0, 0.1", "-0.1, 0"}) {
    const std::string z(depth);
    const std::size_t comma = z.find(',');
    const std::string block = "[[solid]]\nname = \"block\"\nmesh = { box = [[0.3,0," +
                              z.substr(0, comma) + "],[0.7,0.4," + z.substr(comma + 1) + "]] }\n";
    EXPECT_EQ(particlesWith(block, 2), 20u * 12 - 8u * 8) << depth;
  }
}

TEST(CarveWalls, ATankThatIsTooNarrowIsAProblemAndKeepsItsFluid) {
  const Scene scene = parseScene(
      "format = 1\nworld.spacing = 0.05\n"
      "[[fluid]]\nname = \"water\"\nfill = { box = [[0,0,0],[1,0.6,1]] }\n"
      "[[solid]]\nname = \"tank\"\nmesh = { box = [[0,0,0],[0.9,1,1]] }\n",
      "pool.toml");
  const Assembly assembly = assemble(scene);
  EXPECT_EQ(assembly.fluid.positions.size(), 20u * 12 * 20);
  const std::vector<Finding> problems = problemsOf(scene, assembly);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].what.find("480 particles start outside of it"), std::string::npos)
      << problems[0].what;
}

}  // namespace
}  // namespace shoal
