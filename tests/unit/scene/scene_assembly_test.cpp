// From scenes to particles and walls.
#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "shoal/core/memory.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

const std::filesystem::path kScenes = std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes";

Scene scene(const std::string& body) { return parseScene("format = 1\n" + body, "pool.toml"); }

std::string fluid(const std::string& name, const std::string& fill, const std::string& more = "") {
  return fmt::format("[[fluid]]\nname = \"{}\"\nfill = {}\n{}\n", name, fill, more);
}

std::string errorOf(const std::string& body) {
  try {
    assemble(scene(body));
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Assembly, BoxesFillExactlyHalfASpacingFromTheWalls) {
  const Scene dam = readScene(kScenes / "examples/dam-break.toml");
  const Assembly a = assemble(dam);
  EXPECT_EQ(a.fluid.positions.size(), 20u * 30 * 30);
  EXPECT_EQ(a.fluid.velocities.size(), a.fluid.positions.size());
  for (const Vec3f& p : a.fluid.positions) {
    EXPECT_GE(std::min({p.x, p.y, p.z}), 0.0099f);
    EXPECT_LE(p.z, 0.5901f);
  }
  ASSERT_EQ(a.walls.size(), 1u);
  EXPECT_EQ(a.walls[0].name, "tank");
  EXPECT_TRUE(a.walls[0].outline.empty());
  EXPECT_GT(a.walls[0].samples.first.size(), 5000u);
  EXPECT_EQ(a.walls[0].wet, WetSide::Inside);
}

TEST(Assembly, VelocitiesAtTheStartFollowTheirFormulas) {
  const std::string box = "{ box = [[0,0,0],[1,1,1]] }";
  const Assembly a = assemble(
      scene("world.spacing = 0.25\n" + fluid("a", box, "velocity = [\"2*x\", 3, \"-y\"]")));
  ASSERT_EQ(a.fluid.velocities.size(), a.fluid.positions.size());
  for (std::size_t i = 0; i < a.fluid.positions.size(); ++i)
    EXPECT_EQ(a.fluid.velocities[i],
              (Vec3f{2 * a.fluid.positions[i].x, 3, -a.fluid.positions[i].y}));
  EXPECT_EQ(
      errorOf("world.spacing = 0.25\n" + fluid("a", box, "velocity = [\"1/(x-0.125)\", 0, 0]")),
      "pool.toml: fluid.a.velocity: is not a number at (0.125, 0.125, 0.125) m; change the "
      "formula");
}

TEST(Assembly, SamplesStandBehindTheDrySideByTheFittedDistance) {
  const auto samples = [](const std::string& wet, const std::string& corners) {
    return assemble(scene("world.spacing = 0.1\n" + fluid("a", "{ box = [[0,0,0],[1,1,1]] }") +
                          "[[solid]]\nname = \"w\"\nwet = \"" + wet +
                          "\"\nmesh = { box = " + corners + " }\n"))
        .walls[0];
  };
  const double standoff = fitWall(kernelOf(
                                      [] {
                                        WorldParams w;
                                        w.spacing = 0.1;
                                        return w;
                                      }(),
                                      {}),
                                  0.1)
                              .standoff;
  const auto lowest = [](const AssembledWall& wall) {
    double x = 1e9;
    for (const Vec3f& p : wall.samples.first) x = std::min(x, double(p.x));
    return x;
  };
  const std::string around = "[[0,0,0],[1,1,1]]", beside = "[[2,0,0],[3,1,1]]";
  EXPECT_NEAR(standoff, 0.05, 1e-12);  // half a spacing
  EXPECT_NEAR(lowest(samples("auto", around)), -standoff, 1e-6);
  EXPECT_NEAR(lowest(samples("auto", beside)), 2 + standoff, 1e-6);
  EXPECT_NEAR(lowest(samples("both", beside)), 2, 1e-6);
  EXPECT_NEAR(lowest(samples("outside", beside)), 2 + standoff, 1e-6);
  EXPECT_NEAR(lowest(samples("inside", beside)), 2 - standoff, 1e-6);
}

TEST(Assembly, DomainHoldsEverythingWithRoomAboveForSplashes) {
  const Assembly a = assemble(readScene(kScenes / "examples/dam-break.toml"));
  EXPECT_LT(a.domain.lower.x, -0.02);
  EXPECT_GT(a.domain.upper.x, 1.62);
  EXPECT_GT(a.domain.lower.y, -0.2);
  EXPECT_GT(a.domain.upper.y, 2);
}

TEST(Assembly, FlatScenesHaveOutlinesAndStayInThePlane) {
  const Assembly a = assemble(readScene(kScenes / "examples/dam-break-2d.toml"));
  EXPECT_EQ(a.fluid.positions.size(), 40u * 60);
  for (const Vec3f& p : a.fluid.positions) EXPECT_EQ(p.z, 0.0f);
  ASSERT_EQ(a.walls.size(), 1u);
  EXPECT_EQ(a.walls[0].outline.size(), 4u);
  EXPECT_NEAR(double(a.walls[0].samples.first.size()), 2 * (160 + 120), 10);
  for (const Vec3f& p : a.walls[0].samples.first) EXPECT_EQ(p.z, 0.0f);
}

TEST(Assembly, EveryExampleAssembles) {
  for (const SceneEntry& entry : listScenes(kScenes)) {
    const Scene s = readScene(entry.path);
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    if (isLarge(s)) continue;
    const bool flowsIn = !s.sources.emitters.empty() || !s.sources.inflows.empty();
    const std::size_t least = flowsIn || s.solidsAlone() ? 0 : 50;
    EXPECT_GE(assemble(s).fluid.positions.size(), least) << entry.name;
  }
}

// What tests leave out is looked at where it is smaller: the solids and all else are the same.
TEST(Assembly, EveryLargeSceneHasAQuickVariant) {
  std::set<std::string> names;
  for (const SceneEntry& entry : listScenes(kScenes)) names.insert(entry.name);
  std::size_t large = 0;
  for (const SceneEntry& entry : listScenes(kScenes)) {
    const bool sizes = entry.name.starts_with("bench/");  // one scene in several
    if (sizes || !isLarge(readScene(entry.path))) continue;
    ++large;
    const std::string quick = entry.name + "-quick";
    ASSERT_TRUE(names.contains(quick)) << entry.name;
    EXPECT_FALSE(isLarge(readScene(kScenes / (quick + ".toml")))) << quick;
  }
  EXPECT_GT(large, 0u);
}

TEST(Assembly, FluidsKeepTheirVelocities) {
  const Assembly a = assemble(scene("world.spacing = 0.1\n" +
                                    fluid("a", "{ box = [[0,0,0],[1,1,1]] }", "velocity=[1,2,3]") +
                                    fluid("b", "{ box = [[2,0,0],[3,1,1]] }")));
  ASSERT_EQ(a.fluid.positions.size(), 2000u);
  EXPECT_EQ(a.fluid.velocities.front(), (Vec3f{1, 2, 3}));
  EXPECT_EQ(a.fluid.velocities.back(), (Vec3f{0, 0, 0}));
}

TEST(Assembly, OverlappingShapesKeepTheParticlesOfTheFirst) {
  const std::string box = "{ box = [[0,0,0],[1,1,1]] }";
  const std::string half = "{ box = [[0.5,0,0],[1.5,1,1]] }";
  const Assembly a =
      assemble(scene("world.spacing = 0.1\n" + fluid("a", "[" + box + "," + half + "]")));
  EXPECT_EQ(a.fluid.positions.size(), 1500u);
  const Assembly shifted = assemble(scene(
      "world.spacing = 0.1\n" + fluid("a", "[" + box + ", { box = [[0.94,0,0],[1.94,1,1]] }]")));
  EXPECT_EQ(shifted.fluid.positions.size(), 1900u);  // 0.04 from the first, 0.06 is enough
}

TEST(Assembly, ClosedMeshesAreFilledAndOpenOnesRefused) {
  const TemporaryFolder folder;
  const auto closed = (folder / "closed.obj").string();
  const auto open = (folder / "open.obj").string();
  const std::vector top{BoxFace::HighY};
  writeMesh(closed, makeBox({{0, 0, 0}, {1, 1, 1}}));
  writeMesh(open, makeBox({{0, 0, 0}, {1, 1, 1}}, top));
  const auto fill = [](const std::string& path) {
    return "world.spacing = 0.1\n" +
           fluid("a", "{ file = { path = \"" + path + "\", scale = 2, translate = [5,0,0] } }");
  };
  const Assembly a = assemble(scene(fill(closed)));
  EXPECT_EQ(a.fluid.positions.size(), 8000u);
  EXPECT_NEAR(a.fluid.positions.front().x, 5.05, 1e-5);
  const std::string error = errorOf(fill(open));
  EXPECT_EQ(error.find("pool.toml:5:8: fluid[0].fill[0]: "), 0u) << error;
  EXPECT_NE(error.find("only a closed mesh can be filled"), std::string::npos) << error;
}

TEST(Assembly, EstimateIsNearTheTruth) {
  for (const SceneEntry& entry : listScenes(kScenes)) {
    const Scene s = readScene(entry.path);
    if (isLarge(s)) continue;
    const Assembly a = assemble(s);
    const ParticleEstimate estimate = estimateParticles(s);
    std::size_t samples = 0;
    for (const AssembledWall& wall : a.walls) samples += wall.samples.size();
    const auto fluid = static_cast<double>(a.fluid.positions.size());
    const auto walls = static_cast<double>(samples);
    EXPECT_NEAR(estimate.fluid, fluid, 0.08 * fluid) << entry.name;
    // Of small curved solids the layers shrink, which the estimate does not see; they take no room.
    EXPECT_NEAR(estimate.walls, walls, std::max(0.2 * walls, 1500.0)) << entry.name;
  }
}

TEST(Assembly, MistakesSayWhatToChange) {
  const std::string box = "{ box = [[0,0,0],[1,1,1]] }";
  const std::pair<std::string, const char*> mistakes[] = {
      {"", "pool.toml: the scene is empty; add a [[fluid]] or a [[solid]]"},
      {fluid("a", box) + fluid("b", box, "wcsph.soundSpeed = 9"),
       "pool.toml:9:20: fluid[1].wcsph.soundSpeed: differs from fluid[0]; all fluids of a scene "
       "share "
       "one solver"},
      {"world.spacing = 0.001\n" + fluid("a", "{ box = [[900,0,0],[901,1,1]] }"),
       "pool.toml:5:8: fluid[0].fill[0]: reaches further than 100000 spacings from the origin, too "
       "far "
       "for single precision; move it nearer or raise world.spacing"},
      {"world.dimensions = 2\n[[solid]]\nname = \"a\"\nmesh = { box = [[0,0,1],[1,1,2]] }\n",
       "pool.toml:5:8: solid[0].mesh: does not cut the plane z = 0, in which a 2D scene lives"},
      {"[[solid]]\nname = \"a\"\nmesh = { box = { corners = [[0,0,1],[1,1,2]], open = "
       "[\"-x\",\"+x\",\"-y\",\"+y\",\"-z\",\"+z\"] } }\n",
       "pool.toml:4:8: solid[0].mesh: nothing of the surface is left"},
  };
  for (const auto& [body, error] : mistakes) EXPECT_EQ(errorOf(body), error);
}

// What fits is less on machines with little memory.
TEST(Assembly, MoreParticlesThanFitAreRefusedWithTheSpacingThatFits) {
  const double most = std::min(50e6, machineMemory() / 600);
  const std::string box = "{ box = [[0,0,0],[1,1,1]] }";
  const std::string error = errorOf("world.spacing = 0.001\n" + fluid("a", box));
  const std::string begin =
      "pool.toml:2:17: world.spacing: would make 1e+09 particles, 5.6e+02 GiB, where ";
  EXPECT_TRUE(error.starts_with(begin)) << error;
  const double advised = std::stod(error.substr(error.rfind(' ')));
  EXPECT_GT(advised, std::cbrt(1 / most));
  EXPECT_LT(advised, 1.1 * std::cbrt(1 / most));
}

// Their samples are made by the world, not by the assembly.
TEST(Assembly, SamplesOfFreeSolidsCountBeforeTheyAreMade) {
  const std::string error =
      errorOf("world.spacing = 0.001\n" + fluid("a", "{ box = [[0,0,0],[0.01,0.01,0.01]] }") +
              "[[solid]]\nname = \"b\"\nmodel = \"rigid\"\nmesh = { box = "
              "[[-50,-50,-50],[50,50,50]] }\n");
  EXPECT_NE(error.find("world.spacing: would make"), std::string::npos) << error;
}

}  // namespace
}  // namespace shoal
