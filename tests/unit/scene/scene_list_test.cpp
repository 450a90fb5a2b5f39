// Scenes found by name.
#include "shoal/scene/scene_list.h"

#include <fstream>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

class SceneList : public testing::Test {
 protected:
  void SetUp() override {
    add("examples/pool.toml", "format = 1\ntitle = \"A pool\"\n");
    add("paper/wave.toml", "format = 1\n");
    add("paper/pool.toml", "this is not TOML");
    add("paper/notes.txt", "");
  }

  void add(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::string errorOf(const std::string& name) {
    try {
      findScene(name, folder_.path());
    } catch (const Error& e) {
      return e.what();
    }
    return "found";
  }

  TemporaryFolder folder_;
};

TEST_F(SceneList, NamesAreSortedAndHaveTitles) {
  const auto scenes = listScenes(folder_.path());
  ASSERT_EQ(scenes.size(), 3u);
  EXPECT_EQ(scenes[0].name, "examples/pool");
  EXPECT_EQ(scenes[0].title, "A pool");
  EXPECT_EQ(scenes[1].name, "paper/pool");
  EXPECT_EQ(scenes[1].title, "");
  EXPECT_EQ(scenes[2].name, "paper/wave");
}

TEST_F(SceneList, ShortNamesAreFoundWhereTheyAreUnique) {
  EXPECT_EQ(findScene("paper/wave", folder_.path()), folder_ / "paper/wave.toml");
  EXPECT_EQ(findScene("wave", folder_.path()), folder_ / "paper/wave.toml");
  EXPECT_EQ(findScene((folder_ / "paper/pool.toml").string(), folder_.path()),
            folder_ / "paper/pool.toml");
}

TEST_F(SceneList, ShortNamesMeanExamplesFirst) {
  EXPECT_EQ(findScene("pool", folder_.path()), folder_ / "examples/pool.toml");
  std::filesystem::create_directories(folder_ / "other");
  std::filesystem::copy(folder_ / "paper/wave.toml", folder_ / "other/wave.toml");
  EXPECT_EQ(errorOf("wave"), "wave: may mean other/wave or paper/wave; give the longer name");
}

TEST_F(SceneList, MistypedNamesGetTheNearest) {
  EXPECT_EQ(errorOf("waev"),
            "waev: neither a file nor the name of a scene; did you mean \"wave\"?");
  EXPECT_THROW(listScenes(folder_ / "nowhere"), Error);
}

}  // namespace
}  // namespace shoal
