#include "layers/house_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shoal::house {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::filesystem::path kRoot = SHOAL_SOURCE_DIR;
const std::filesystem::path kFixture = kRoot / "tests/layers/fixture";

TEST(Layers, NoFolderIncludesOneAboveIt) { EXPECT_THAT(checkLayers(kRoot), IsEmpty()); }

TEST(Layers, AllSourcesAreWalked) {
  EXPECT_FALSE(filesBelow(kRoot / "src/shoal", {".h", ".cpp"}).empty());
}

TEST(Layers, LowerFoldersOwnHeadersAndCommentsAreAllowed) {
  EXPECT_THAT(checkLayers(kFixture / "allowed"), IsEmpty());
}

TEST(Layers, UpwardIncludeIsAnOffence) {
  EXPECT_THAT(checkLayers(kFixture / "upward"),
              ElementsAre("src/shoal/core/low.h: core must not include shoal/world/high.h"));
}

TEST(Layers, FluidsAndBodiesAreStrangersEvenByRelativePath) {
  EXPECT_THAT(checkLayers(kFixture / "strangers"),
              ElementsAre("src/shoal/bodies/cloth.h: bodies must not include ../sph/kernel.h"));
}

TEST(Layers, SubFoldersHaveAnOrderToo) {
  EXPECT_THAT(checkLayers(kFixture / "within"),
              ElementsAre("src/shoal/bodies/rigid/ball.h: bodies/rigid must not include "
                          "shoal/bodies/fem/mesh.h",
                          "src/shoal/sph/attic/old.h: folder \"sph/attic\" has no layer"));
}

TEST(Layers, FolderOutsideTheListIsAnOffence) {
  EXPECT_THAT(checkLayers(kFixture / "unlisted"),
              ElementsAre("src/shoal/attic/box.h: folder \"attic\" has no layer"));
}

TEST(Layers, IncludeThatDoesNotResolveIsAnOffence) {
  EXPECT_THAT(checkLayers(kFixture / "unresolved"),
              ElementsAre("src/shoal/core/lost.h: there is no shoal/core/nowhere.h"));
}

TEST(Layers, LibraryMustNotKnowTheCommandLine) {
  EXPECT_THAT(checkLayers(kFixture / "foreign"),
              ElementsAre("src/shoal/scene/options.h: the library must not know CLI/CLI.hpp"));
}

TEST(Citations, EveryKeyResolves) { EXPECT_THAT(checkCitations(kRoot), IsEmpty()); }

TEST(Citations, UnknownAndRepeatedKeysAreOffences) {
  EXPECT_THAT(checkCitations(kFixture / "citations"),
              ElementsAre("docs/references.bib: Mon92 twice",
                          "src/bad.h: [Nob99] is not in docs/references.bib"));
}

TEST(Portability, NoStateDependsOnFunctionsThatDifferBetweenProcessors) {
  EXPECT_THAT(checkPortability(kRoot), IsEmpty());
}

TEST(Portability, SuchCallsAreOffencesOutsideOfPictures) {
  EXPECT_THAT(
      checkPortability(kFixture / "processor"),
      ElementsAre("src/shoal/sph/wave.h: std::cos differs between processors; use portable::cos"));
}

TEST(Descriptions, StandInSources) { EXPECT_THAT(checkDescriptions(kRoot), IsEmpty()); }

TEST(Descriptions, InAHeaderAreAnOffence) {
  EXPECT_THAT(checkDescriptions(kFixture / "described"),
              ElementsAre("src/shoal/sph/drop_params.h: define the entries of DropParams in a "
                          "source"));
}

TEST(Readme, LibraryExampleIsTheProgramThatThePackageTestBuilds) {
  const std::string program = readFile(kRoot / "tests/package/main.cpp");
  EXPECT_THAT(readFile(kRoot / "README.md"), testing::HasSubstr("```cpp\n" + program + "```\n"));
}

TEST(Extending, PageShowsTheCodeOfTheExtensionTest) {
  const std::string page = readFile(kRoot / "docs/extending.md");
  for (const auto& file : filesBelow(kRoot / "tests/extension", {".cpp", ".h"}))
    EXPECT_THAT(page, testing::HasSubstr("```cpp\n" + readFile(file) + "```\n")) << file;
  EXPECT_THAT(page,
              testing::HasSubstr("```toml\n" + readFile(kRoot / "tests/extension/everything.toml") +
                                 "```\n"));
}

}  // namespace
}  // namespace shoal::house
