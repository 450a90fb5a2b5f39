// A resolved scene says everything, and reads back as the same scene.
#include "shoal/scene/read/scene_writer.h"

#include <gtest/gtest.h>

#include "shoal/core/parameter_difference.h"
#include "shoal/scene/read/parameter_reference.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/scene_list.h"
#include "support/random_scene.h"

namespace shoal {
namespace {

const std::filesystem::path kScenes = std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes";

std::string differenceAfterRoundTrip(const Scene& scene) {
  return firstDifference(scene, parseScene(writeScene(scene), "elsewhere/scene.toml")).value_or("");
}

TEST(SceneWriter, EverySceneReadsBackEqual) {
  const auto scenes = listScenes(kScenes);
  ASSERT_GE(scenes.size(), 5u);
  for (const SceneEntry& entry : scenes)
    EXPECT_EQ(differenceAfterRoundTrip(readScene(entry.path)), "") << entry.name;
}

TEST(SceneWriter, RandomScenesReadBackEqual) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Scene scene = support::randomScene(seed);
    EXPECT_EQ(differenceAfterRoundTrip(scene), "") << writeScene(scene);
  }
}

TEST(SceneWriter, EqualityNoticesEveryKindOfDifference) {
  const Scene scene = support::randomScene(3);
  const auto differs = [&](auto change) {
    Scene other = scene;
    change(other);
    return firstDifference(scene, other).value_or("");
  };
  EXPECT_EQ(differs([](Scene&) {}), "");
  EXPECT_EQ(differs([](Scene& s) { s.world.spacing *= 1 + 1e-15; }), "world.spacing");
  EXPECT_EQ(differs([](Scene& s) { s.fluids[0].material.density += 1; }), "fluid[0].density");
  EXPECT_EQ(differs([](Scene& s) { s.fluids[0].solving.wcsph.soundSpeed += 1; }),
            "fluid[0].wcsph.soundSpeed");
  EXPECT_EQ(differs([](Scene& s) { s.fluids[0].fill[0] = {}; }).find("fluid[0].fill[0]."), 0u);
  EXPECT_EQ(differs([](Scene& s) { s.solids.pop_back(); }), "solid");
  EXPECT_EQ(differs([](Scene& s) { s.camera.target.reset(); }), "camera.target");
  EXPECT_EQ(differs([](Scene& s) { s.title += "!"; }), "title");
}

TEST(SceneWriter, DefaultsAreWrittenOut) {
  const std::string text = writeScene(parseScene(
      "format = 1\n[[fluid]]\nname = \"water\"\nfill = { box = [[0,0,0],[1,1,1]] }\n", "a.toml"));
  for (const char* line : {"spacing = 0.02  # m\n", "\n[fluid.wcsph]\n", "soundSpeed = 0  # m/s\n",
                           "fill = [{ box = [[0, 0, 0], [1, 1, 1]] }]\n", "statsEvery = 1"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "is not in\n" << text;
}

TEST(SceneWriter, ZerosKeepTheirSign) {
  const std::string text = writeScene(
      parseScene("format = 1\n[world]\ngravity = [-0.0, -1, 0]\n[[fluid]]\nname = \"w\"\nvelocity "
                 "= [-0.0, 0, 0]\nfill = { box = [[-0.0,0,0],[1,1,1]] }\n",
                 "a.toml"));
  EXPECT_NE(text.find("gravity = [-0.0, -1, 0]"), std::string::npos) << text;
  EXPECT_EQ(writeScene(parseScene(text, "a.toml")), text);
}

TEST(SceneWriter, MeshPathsDoNotDependOnTheFolder) {
  const Scene scene = parseScene(
      "format = 1\n[[solid]]\nname = \"a\"\nmesh = { file = \"../m/a.obj\" }\n", "/x/y/s.toml");
  EXPECT_NE(writeScene(scene).find("\"/x/m/a.obj\""), std::string::npos);
}

// The keys that hold values, of all tables.
void collectKeys(const ParameterTable& table, std::vector<std::string>& keys) {
  for (const Parameter& e : table.entries) {
    if (e.parts)
      collectKeys(e.parts->table(), keys);
    else if (!e.added)
      keys.emplace_back(e.name);
  }
}

bool isListed(const std::string& reference, const std::string& key) {
  return reference.find("`" + key + "` |") != std::string::npos ||
         reference.find("." + key + "` |") != std::string::npos;
}

TEST(ParameterReference, ListsEveryKey) {
  const std::string reference = parameterReference();
  std::vector<std::string> keys;
  collectKeys(parametersOf<Scene>(), keys);
  EXPECT_GT(keys.size(), 40u);
  for (const std::string& key : keys) EXPECT_TRUE(isListed(reference, key)) << key;
  EXPECT_FALSE(isListed(reference, "yuong"));
}

TEST(ParameterReference, RowsSayUnitRangeDefaultAndMeaning) {
  EXPECT_NE(parameterReference().find("| `spacing` | m | 1e-06 to 1000 | `0.02` | Distance between "
                                      "particles at rest. |"),
            std::string::npos);
  EXPECT_NE(parameterReference().find("## `[fluid.wcsph]`"), std::string::npos);
}

}  // namespace
}  // namespace shoal
