#include "shoal/core/file.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;

std::size_t filesIn(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicFile, ReplacesTheOldFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "a", std::string(100000, 'x'));
  writeFileAtomically(folder / "a", std::string("\0new", 4));
  EXPECT_EQ(readFile(folder / "a"), std::string("\0new", 4));
  EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(AtomicFile, FailureKeepsTheOldFileAndRemovesTheTemporaryOne) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "taken/inside");  // a folder that is not empty cannot be replaced
  EXPECT_THROW(writeFileAtomically(folder / "taken", "x"), Error);
  EXPECT_TRUE(fs::is_directory(folder / "taken"));
  EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(AtomicFile, MissingFolderAndFullDiskAreErrorsThatNameTheFile) {
  const TemporaryFolder folder;
  try {
    writeFileAtomically(folder / "none/frame.vtp", "x");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("none/frame.vtp"), std::string::npos);
  }
  fs::create_symlink("/dev/full", folder / "frame.vtp.tmp");
  EXPECT_THROW(writeFileAtomically(folder / "frame.vtp", "x"), Error);
  EXPECT_FALSE(fs::exists(folder / "frame.vtp"));
}

}  // namespace
}  // namespace shoal
