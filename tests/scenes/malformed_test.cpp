// Malformed scenes and meshes end in success or in an Error of one line, never in anything else.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "shoal/core/error.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/doctor/doctor.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "support/mutate.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

constexpr unsigned kFiles = 200;
constexpr double kMostParticles = 20'000;  // larger scenes are fine but would make the test slow

constexpr double kStep = 1e-4;  // s

bool movesWalls(const Scene& scene) {
  return std::ranges::any_of(scene.solids, [](const auto& solid) { return !!solid.motion; });
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcomes {
  unsigned succeeded = 0;
  unsigned refused = 0;
};

std::vector<std::string> goodScenes();

class Malformed : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  void run(const std::string& sceneName, Outcomes& outcomes) {
    try {
      const Scene scene = readScene(folder_ / sceneName);
      if (estimateParticles(scene).total() > kMostParticles) return;
      const Assembly assembly = assemble(scene);
      examine(scene, assembly);
      if (assembly.solids || movesWalls(scene)) World{worldSetup(scene, assembly)}.step(kStep);
      ++outcomes.succeeded;
    } catch (const Error& e) {
      const std::string message = e.what();
      EXPECT_FALSE(message.empty());
      EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
      EXPECT_LT(message.size(), 1000u);
      ++outcomes.refused;
    } catch (const std::exception& e) {
      ADD_FAILURE() << "not an Error: " << e.what();
    }
  }

  // Damages so many scenes, each in its own way, and reads them.
  Outcomes readDamagedScenes(unsigned count) {
    writeMesh(folder_ / "good.obj", makeBox({{0, 0, 0}, {0.5, 0.5, 0.5}}));
    writeMesh(folder_ / "good.ply", makeSphere({0, 0, 0}, 4, 2));
    const std::vector<std::string> good = goodScenes();
    Outcomes outcomes;
    for (unsigned seed = 0; seed < count; ++seed) {
      SCOPED_TRACE(fmt::format("scene with seed {}", seed));
      write("scene.toml", support::Mutator(seed).mutate(good[seed % good.size()]));
      run("scene.toml", outcomes);
    }
    return outcomes;
  }

  TemporaryFolder folder_;
};

// The examples, coarser so that each is assembled in an instant.
std::vector<std::string> goodScenes() {
  std::vector<std::string> scenes;
  for (const SceneEntry& entry : listScenes(std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes")) {
    std::string text = contents(entry.path);
    const std::size_t at = text.find("spacing = 0.0");
    if (at == std::string::npos) continue;
    text.replace(at, std::string("spacing = 0.0").size() + 1, "spacing = 0.05");
    scenes.push_back(text);
  }
  scenes.push_back(
      "format = 1\nworld.spacing = 0.1\n[[fluid]]\nname = \"w\"\nfill = [{ file = { path = "
      "\"good.obj\", scale = 2.0, translate = [0.1, 0, 0] } }, { sphere = { centre = [0, 3, 0], "
      "radius = 0.5 } }]\n[[solid]]\nname = \"s\"\nmesh = { file = \"good.ply\" }\n");
  scenes.push_back(
      "format = 1\n[[solid]]\nname = \"b\"\nmodel = \"rigid\"\nmesh = { box = [[0, 0, 0], [1, 1, "
      "1]] }\nrotation = [0, 30, 0]\nmass = 2\n[[solid]]\nname = \"f\"\nmodel = \"fem\"\nmesh = { "
      "pool = { size = [1, 1, 1], wall = 0.2, cell = 0.2 } }\nyoung = 1e5\n[[solid]]\nname = "
      "\"c\"\nmodel = \"cloth\"\nmesh = { plane = { centre = [0, 0, 0], size = [1, 1], cell = 0.2 "
      "} "
      "}\n[[joint]]\nbody = \"b\"\n[[event]]\npin = { solid = \"f\", box = [[0, 0, 0], [1, 1, 1]] "
      "}\n[[event]]\nat = 1\npull = { solid = \"c\", point = [0, 0, 0], to = [1, 0, 0] }\n");
  return scenes;
}

TEST_F(Malformed, ScenesNeverDoAnythingButSucceedOrExplain) {
  const Outcomes outcomes = readDamagedScenes(kFiles);
  EXPECT_GT(outcomes.succeeded, kFiles / 50);  // else the damage is too crude for the deeper code
  EXPECT_GT(outcomes.refused, kFiles / 4);
}

using MalformedLong = Malformed;

TEST_F(MalformedLong, TenThousandScenesSucceedOrExplain) {
  constexpr unsigned kMany = 10'000;
  const Outcomes outcomes = readDamagedScenes(kMany);
  EXPECT_GT(outcomes.succeeded, kMany / 50);
  EXPECT_GT(outcomes.refused, kMany / 4);
}

// Every formula of a scene in turn, by each of the formulas: motions, body forces, inflows,
// profiles.
TEST_F(Malformed, FormulasThatGiveNoNumberAreNamed) {
  const std::string scene =
      "format = 1\nworld = { dimensions = 2, spacing = 0.1, bodyForce = [\"A\", \"B\", 0] }\n"
      "[[fluid]]\nname = \"w\"\nfill = { box = [[0.1, 0.1], [0.5, 0.5]] }\nvelocity = [\"C\", 0, "
      "0]\n[[solid]]\nname = \"m\"\nmodel = \"kinematic\"\nmesh = { box = [[0, 0, -0.1], [1, 1, "
      "0.1]] }\nmotion = { translate = [\"D\", \"E\", 0], rotate = \"F\" }\n"
      "[[emitter]]\nname = \"e\"\nfluid = \"w\"\ncentre = [0.5, 0.9, 0]\ndirection = [0, -1, "
      "0]\nradius = 0.1\nspeed = 1\nprofile = \"G\"\n";
  for (const char* formula : {"log(-1)", "1/0", "0/0", "1e200^2", "-1e300", "sqrt(-1-t)"})
    for (char place = 'A'; place <= 'G'; ++place) {
      SCOPED_TRACE(fmt::format("{} in the place of {}", formula, place));
      std::string text = scene;
      for (char other = 'A'; other <= 'G'; ++other)
        text.replace(text.find(fmt::format("\"{}\"", other)) + 1, 1,
                     other == place ? formula : "0");
      write("scene.toml", text);
      Outcomes outcomes;
      run("scene.toml", outcomes);
      EXPECT_EQ(outcomes.succeeded + outcomes.refused, 1);
      // Any finite angle is one.
      const bool isMotion = place == 'D' || place == 'E' || (place == 'F' && *formula != '-');
      EXPECT_TRUE(!isMotion || outcomes.refused == 1);
    }
}

TEST_F(Malformed, MeshesNeverDoAnythingButSucceedOrExplain) {
  const std::vector<std::string> kinds{".obj", ".ply", ".stl"};
  Outcomes outcomes;
  for (unsigned seed = 0; seed < kFiles; ++seed) {
    SCOPED_TRACE(fmt::format("mesh with seed {}", seed));
    const std::string mesh = "mesh" + kinds[seed % kinds.size()];
    writeMesh(folder_ / mesh,
              seed % 2 ? makeBox({{0, 0, 0}, {1, 1, 1}}) : makeSphere({0, 0, 0}, 1, 1));
    write(mesh, support::Mutator(seed).mutate(contents(folder_ / mesh)));
    write("wall.toml", fmt::format("format = 1\nworld.spacing = 0.1\n[[solid]]\nname = \"s\"\n"
                                   "mesh = {{ file = \"{}\" }}\n[[fluid]]\nname = \"w\"\n"
                                   "fill = {{ box = [[0,0,0],[0.4,0.4,0.4]] }}\n",
                                   mesh));
    write("fill.toml", fmt::format("format = 1\nworld.dimensions = {}\nworld.spacing = 0.1\n"
                                   "[[fluid]]\nname = \"w\"\nfill = {{ file = \"{}\" }}\n",
                                   2 + seed % 2, mesh));
    run("wall.toml", outcomes);
    run("fill.toml", outcomes);
  }
  EXPECT_GT(outcomes.succeeded, 20);
  EXPECT_GT(outcomes.refused, 50);
}

}  // namespace
}  // namespace shoal
