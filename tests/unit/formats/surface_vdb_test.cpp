// Volumes of surfaces, in builds with OpenVDB and without. What is in them, a long test asks
// OpenVDB's own Python module.
#include "shoal/formats/surface_vdb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/frame_format.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

template <class Work>
std::string errorOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(SurfaceVdb, IsWrittenWholeOrRefusedWithThePackages) {
  const TemporaryFolder folder;
  SurfaceFrame ball{.mesh = {makeSphere({0, 0, 0}, 0.5, 3), {}}, .cell = 0.05};
  ball.velocities.assign(ball.mesh.vertices.size(), Vec3f{1, 2, 3});
  const std::string error =
      errorOf([&] { frameFormat("vdb").writeSurface(folder / "a.vdb", ball); });
  if (!vdbMissing().empty()) {
    EXPECT_THAT(error, HasSubstr("libopenvdb-dev"));
    EXPECT_THAT(error, HasSubstr("vtp, ply or obj"));
    return;
  }
  EXPECT_EQ(error, "no error");
  const std::string bytes = readFile(folder / "a.vdb");
  EXPECT_TRUE(bytes.starts_with(" BDV")) << "the magic number of the format";
  EXPECT_THAT(bytes, HasSubstr("surface"));
  EXPECT_THAT(bytes, HasSubstr("vel"));
  EXPECT_FALSE(std::filesystem::exists((folder / "a.vdb").string() + kTemporaryExtension));
}

TEST(SurfaceVdb, OfNothingIsEmptyAndOfOutlinesAnError) {
  if (!vdbMissing().empty()) GTEST_SKIP() << vdbMissing();
  const TemporaryFolder folder;
  writeSurfaceVdb(folder / "none.vdb", {});
  EXPECT_TRUE(std::filesystem::exists(folder / "none.vdb"));
  SurfaceFrame line;
  line.mesh.vertices = {{0, 0, 0}, {1, 0, 0}};
  line.outline = {{0, 1}};
  EXPECT_THAT(errorOf([&] { writeSurfaceVdb(folder / "line.vdb", line); }),
              HasSubstr("has no volume"));
}

}  // namespace
}  // namespace shoal
