// Every finding of the doctor, with a scene that has the fault and one that has not.
#include <algorithm>

#include <gtest/gtest.h>

#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/doctor/doctor.h"
#include "shoal/scene/doctor/world_doctor.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using Severity = Finding::Severity;

std::vector<Finding> findings(const std::string& body) {
  const Scene scene = parseScene("format = 1\nworld.spacing = 0.1\n" + body, "pool.toml");
  return examine(scene, assemble(scene));
}

bool has(const std::vector<Finding>& list, Severity severity, const std::string& words) {
  return std::any_of(list.begin(), list.end(), [&](const Finding& f) {
    return f.severity == severity && f.what.find(words) != std::string::npos;
  });
}

std::string water(const std::string& box) {
  return "[[fluid]]\nname = \"water\"\nfill = { box = " + box + " }\n";
}

std::string solid(const std::string& name, const std::string& mesh) {
  return "[[solid]]\nname = \"" + name + "\"\nmesh = { " + mesh + " }\n";
}

const std::string kTank = solid("tank", "box = { corners = [[0,0,0],[2,2,2]], open = [\"+y\"] }");
const std::string kWater = water("[[0,0,0],[1,1,1]]");

TEST(Doctor, FindsNothingInTheExamples) {
  const auto folder = std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes";
  for (const SceneEntry& entry : listScenes(folder)) {
    const Scene scene = readScene(entry.path);
    if (isLarge(scene)) continue;
    for (const Finding& f : examine(scene, assemble(scene))) {
      // What is done about a mesh that needs it is said.
      const bool meant = entry.name == "examples/soft-skin" && f.severity == Severity::Note;
      if (!meant) ADD_FAILURE() << entry.name << ": " << f.what;
    }
  }
}

TEST(Doctor, FindsFluidInsideObstacles) {
  const auto words = "start inside it";
  const auto shell = solid("rock", "sphere = { centre = [1,1,1], radius = 0.4 }");
  EXPECT_TRUE(has(findings(kTank + kWater + shell + "wet = \"both\"\n"), Severity::Problem, words));
  EXPECT_FALSE(has(findings(kTank + kWater + shell), Severity::Problem, words))
      << "for which fluid makes room";
  EXPECT_FALSE(
      has(findings(kTank + kWater + shell + "coupling = \"none\"\n"), Severity::Problem, words));
  const auto container = solid("vessel", "box = [[0,0,0],[2,2,2]]");
  EXPECT_FALSE(has(findings(container + kWater), Severity::Problem, words));
}

TEST(Doctor, FindsFluidTooCloseToWalls) {
  const auto words = "closer than 0.8 spacings";
  const auto close = findings(kTank + water("[[-0.04,0,0],[0.96,1,1]]"));
  EXPECT_TRUE(has(close, Severity::Warning, words));
  EXPECT_FALSE(has(findings(kTank + kWater), Severity::Warning, words));
}

TEST(Doctor, FindsFluidOutsideTheDomain) {
  const auto words = "start outside of it";
  const std::string small = "world.domain = [[0,0,0],[0.5,1,1]]\n";
  const std::string large = "world.domain = [[0,0,0],[1,1,1]]\n";
  EXPECT_TRUE(has(findings(small + kWater + kTank), Severity::Problem, words));
  EXPECT_FALSE(has(findings(large + kWater + kTank), Severity::Problem, words));
}

TEST(Doctor, FindsThinSolids) {
  const auto words = "thinner than a spacing";
  const auto plate = [](double thickness) {
    return solid("plate", fmt::format("box = [[0,0,0],[1,{},1]]", thickness));
  };
  EXPECT_TRUE(has(findings(plate(0.09)), Severity::Warning, words));
  EXPECT_TRUE(has(findings(plate(0.02)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(plate(0.1)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(plate(0.5)), Severity::Warning, words));
  const auto ball = solid("ball", "sphere = { centre = [0,0,0], radius = 0.3 }");
  EXPECT_FALSE(has(findings(ball), Severity::Warning, words));
}

TEST(Doctor, FindsThinSolidsIn2D) {
  const auto words = "thinner than a spacing";
  const auto plate = [](double thickness) {
    return "world.dimensions = 2\n" +
           solid("plate", fmt::format("box = [[0,0],[1,{}]]", thickness));
  };
  EXPECT_TRUE(has(findings(plate(0.05)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(plate(0.3)), Severity::Warning, words));
}

TEST(Doctor, FindsSheetsThatAlmostTouch) {
  const auto words = "less than a spacing apart";
  const auto sheets = [](double gap) {
    return solid("a", "plane = { centre = [0,0,0], size = [1,1] }") +
           solid("b", fmt::format("plane = {{ centre = [0,{},0], size = [1,1] }}", gap));
  };
  EXPECT_TRUE(has(findings(sheets(0.05)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(sheets(0)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(sheets(0.2)), Severity::Warning, words));
  const std::string forced = "coupling = \"direct-forcing\"\n";
  const std::string both = sheets(0.05);
  const std::size_t second = both.rfind("[[solid]]");
  EXPECT_FALSE(has(findings(both.substr(0, second) + forced + both.substr(second) + forced),
                   Severity::Warning, words))
      << "which keeps particles out of what is too narrow";
  const auto floor = solid("a", "plane = { centre = [0,0,0], size = [1,1] }");
  for (const double gap : {0.01, 0.03, 0.05, 0.07, 0.09}) {
    const auto upright = solid("b", fmt::format("plane = {{ centre = [0,{},0], normal = [1,0,0], "
                                                "size = [1,1] }}",
                                                0.5 + gap));
    EXPECT_FALSE(has(findings(floor + upright), Severity::Warning, words)) << gap;
  }
}

TEST(Doctor, FindsMeshFaults) {
  const TemporaryFolder folder;
  const auto findingsOf = [&](const TriangleMesh& mesh) {
    const auto path = (folder / "wall.obj").string();
    writeMesh(path, mesh);
    return findings(solid("wall", "file = \"" + path + "\""));
  };
  const TriangleMesh box = makeBox({{0, 0, 0}, {1, 1, 1}});
  EXPECT_TRUE(findingsOf(box).empty());

  TriangleMesh open = box;
  open.triangles.pop_back();
  EXPECT_TRUE(has(findingsOf(open), Severity::Note, "open edges"));

  TriangleMesh inverted = box;
  for (Triangle& t : inverted.triangles) std::swap(t[0], t[1]);
  EXPECT_TRUE(has(findingsOf(inverted), Severity::Warning, "face inwards"));

  TriangleMesh flipped = box;
  std::swap(flipped.triangles[0][0], flipped.triangles[0][1]);
  EXPECT_TRUE(has(findingsOf(flipped), Severity::Warning, "face opposite sides"));

  TriangleMesh degenerate = box;
  degenerate.triangles.push_back({0, 1, 1});
  EXPECT_TRUE(has(findingsOf(degenerate), Severity::Note, "without area"));
}

TEST(Doctor, WarnsOfSolidsThatKeepWhatFluidExcites) {
  const auto words = "does not calm";
  const std::string block =
      "[[solid]]\nname = \"block\"\nmodel = \"fem\"\n"
      "mesh = { box = [[0, 2, 0], [1, 3, 1]] }\nintegrator = \"midpoint\"\n";
  EXPECT_TRUE(has(findings(kWater + block), Severity::Warning, words));
  EXPECT_FALSE(has(findings(kWater + block + "coupling = \"none\"\n"), Severity::Warning, words));
  EXPECT_FALSE(has(findings(block), Severity::Warning, words));
}

TEST(Doctor, WarnsOfDirectForcingInFluidWhosePressureDoesNotMeetTheSolid) {
  const auto words = "direct forcing disturbs dfsph";
  const std::string forced =
      solid("floor", "box = [[-1,-2,-1],[2,-1,2]]") + "coupling = \"direct-forcing\"\n";
  const auto with = [&](const std::string& solver) {
    return findings(kWater + "solver = \"" + solver + "\"\n" + forced);
  };
  EXPECT_TRUE(has(with("dfsph"), Severity::Warning, words));
  EXPECT_FALSE(has(with("wcsph"), Severity::Warning, "direct forcing disturbs"));
  // Its pressure meets samples on the solid.
  EXPECT_FALSE(has(with("isph"), Severity::Warning, "direct forcing disturbs"));
}

TEST(Doctor, FindsTanksThatAreTooNarrow) {
  const auto words = "start outside of it, but most fluid inside";
  const auto narrow = solid("tank", "box = [[0,0,0],[0.9,2,2]]");
  EXPECT_TRUE(has(findings(kWater + narrow), Severity::Problem, words));
  EXPECT_FALSE(has(findings(kWater + narrow + "wet = \"inside\"\n"), Severity::Problem, words));
  EXPECT_FALSE(
      has(findings(kWater + solid("tank", "box = [[0,0,0],[1,2,2]]")), Severity::Problem, words));
}

TEST(Doctor, FindsDrainsThatNoFluidReaches) {
  const auto words = "lies outside of the domain";
  const auto drain = [](const std::string& region) {
    return "[[drain]]\nname = \"hole\"\nregion = { " + region + " }\n";
  };
  const auto found = [&](const std::string& region) {
    return has(findings(kWater + kTank + drain(region)), Severity::Warning, words);
  };
  EXPECT_TRUE(found("box = [[8,0,0],[9,1,1]]"));
  EXPECT_TRUE(found("sphere = { centre = [0,-9,0], radius = 1 }"));
  EXPECT_TRUE(found("halfSpace = { point = [0,-9,0], normal = [0,-1,0] }"));
  EXPECT_FALSE(found("box = [[1.5,0,0],[9,1,1]]"));
  EXPECT_FALSE(found("sphere = { centre = [0,-1,0], radius = 2 }"));
  EXPECT_FALSE(found("halfSpace = { point = [0,-0.1,0], normal = [0,-1,0] }"));
}

TEST(Doctor, FindsProbesInsideOfSolids) {
  const auto words = "lies inside of solid";
  const auto rock = solid("rock", "sphere = { centre = [1.5,1,1], radius = 0.4 }");
  const auto probe = [](const std::string& at) {
    return "[[probe]]\nname = \"gauge\"\npressure = " + at + "\n";
  };
  EXPECT_TRUE(has(findings(kWater + kTank + rock + probe("[1.5,1,1]")), Severity::Warning, words));
  EXPECT_FALSE(
      has(findings(kWater + kTank + rock + probe("[0.5,0.5,0.5]")), Severity::Warning, words));
  EXPECT_FALSE(has(findings(kWater + kTank + rock + probe("[1.1,1,1]")), Severity::Warning, words))
      << "on its surface";
}

TEST(Doctor, WarnsOfLightBodiesOnTheFloor) {
  const auto words = "nothing lifts it";
  const auto crate = [](double y, double density) {
    return fmt::format(
        "[[solid]]\nname = \"crate\"\nmodel = \"rigid\"\ndensity = {}\n"
        "mesh = {{ box = [[0.3,{},0],[0.7,{},0.4]] }}\n",
        density, y, y + 0.4);
  };
  EXPECT_TRUE(has(findings(kWater + kTank + crate(0, 500)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(kWater + kTank + crate(0.2, 500)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(kWater + kTank + crate(0, 2000)), Severity::Warning, words));
  const std::string plane = "world.dimensions = 2\n";
  EXPECT_TRUE(has(findings(plane + kWater + kTank + crate(0, 500)), Severity::Warning, words));
  EXPECT_FALSE(has(findings(plane + kWater + kTank + crate(0.2, 500)), Severity::Warning, words));
}

TEST(Doctor, AdvisesImplicitViscosityWhereExplicitStepsAreShort) {
  const auto notes = [](const std::string& more) {
    const Scene scene =
        parseScene("format = 1\nworld.spacing = 0.1\n" + kTank + kWater + more, "p");
    World world(worldSetup(scene, assemble(scene)));
    world.examine();
    return examineViscosity(scene, world);
  };
  EXPECT_TRUE(has(notes("viscosity = 1000\n"), Severity::Note, "viscosityModel = \"implicit\""));
  EXPECT_TRUE(notes("viscosity = 0.001\n").empty());
  EXPECT_TRUE(notes("viscosity = 1000\nviscosityModel = \"implicit\"\n").empty());
}

TEST(Doctor, FindsFillsThatStartTooDense) {
  const auto dense = [](const std::string& fluids) {
    const Scene scene = parseScene("format = 1\nworld.spacing = 0.1\n" + kTank + fluids, "p");
    World world(worldSetup(scene, assemble(scene)));
    world.examine();
    return has(examineDensity(world), Severity::Warning, "start too dense");
  };
  EXPECT_FALSE(dense(kWater));
  EXPECT_FALSE(dense(water("[[0,0,0],[2,1,2]]")));
  EXPECT_TRUE(dense(water("[[0,0,0],[1,1,1]]") +
                    "[[fluid]]\nname = \"oil\"\nfill = { box = [[0.96,0,0],[1.96,1,1]] }\n"));
}

TEST(Doctor, FindsNothingInTheFirstStateOfTheExamples) {
  const auto folder = std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes";
  for (const SceneEntry& entry : listScenes(folder)) {
    const Scene scene = readScene(entry.path);
    if (isLarge(scene) || scene.solidsAlone()) continue;
    World world(worldSetup(scene, assemble(scene)));
    world.examine();
    for (const Finding& f : examineDensity(world)) ADD_FAILURE() << entry.name << ": " << f.what;
    // A note on viscosity may be true: scenes that validate the explicit model keep it.
    for (const Finding& f : examineViscosity(scene, world))
      EXPECT_EQ(f.severity, Severity::Note) << entry.name << ": " << f.what;
  }
}

// Frames end steps: at a rate of 250 per second, most steps are shorter than stable ones.
TEST(Doctor, EstimatesTheNumberOfStepsWithinAThird) {
  for (const char* name : {"examples/dam-break", "examples/dam-break-2d"})
    for (const double fps : {30.0, 100.0, 250.0}) {
      Scene scene = projectScene(name, {"world.spacing=0.08"});
      scene.run.fps = fps;
      World tried(worldSetup(scene, assemble(scene))), made(worldSetup(scene, assemble(scene)));
      tried.examine();
      const double estimate = forecast(scene, tried).steps;
      for (double frame = 1; made.time() < scene.run.until;) {
        made.step(std::min(frame / fps, scene.run.until), scene.run.until);
        if (made.time() >= frame / fps) ++frame;
      }
      EXPECT_NEAR(estimate / static_cast<double>(made.steps()), 1, 0.33) << name << " " << fps;
    }
}

TEST(Doctor, NotesFluidWithNothingBeneath) {
  const auto words = "no wall beneath";
  EXPECT_TRUE(has(findings(kWater), Severity::Note, words));
  const auto table = solid("table", "plane = { centre = [0,-1,0], size = [1,9] }");
  EXPECT_TRUE(has(findings(kWater + table), Severity::Note, words));
  const auto floor = solid("floor", "plane = { centre = [0,-1,0], size = [9,9] }");
  EXPECT_FALSE(has(findings(kWater + floor), Severity::Note, words));
  EXPECT_FALSE(has(findings("world.gravity = [0,0,0]\n" + kWater), Severity::Note, words));
}

}  // namespace
}  // namespace shoal
