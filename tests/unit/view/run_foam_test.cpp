// Spray, foam and bubbles in pictures.
#include "shoal/view/run/run_foam.h"

#include <gtest/gtest.h>

#include "shoal/formats/particle_vtp.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

TEST(RunFoam, ParticlesAreSmallWhiteBalls) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  EXPECT_FALSE(foamAt(run, 3, 0.1));
  EXPECT_TRUE(foamFile(run, 3).empty());
  std::filesystem::create_directories(run.foam());
  const std::vector<Vec3f> x{{0, 1, 0}, {2, 0, 0}};
  writeVtp(run.foam() / "foam_000003.vtp", {x, {}, 0.1});
  const auto mesh = foamAt(run, 3, 0.1);
  ASSERT_TRUE(mesh);
  const MeshReport report = checkMesh({mesh->vertices, mesh->triangles});
  EXPECT_TRUE(report.closed());
  EXPECT_EQ(report.components, 2u);
  EXPECT_GT((TriangleMesh{mesh->vertices, mesh->triangles}).signedVolume(), 0);
  const Box3d box = boundsOf(*mesh);
  EXPECT_NEAR(box.size().x, 2 + 0.026, 1e-6);
  EXPECT_EQ(mesh->colour, (Rgb{250, 252, 255}));
  // What the run itself wrote comes first.
  std::filesystem::create_directories(run.frames());
  const std::vector<Vec3f> one{{0, 0, 0}};
  writeVtp(run.frames() / "foam_000003.vtp", {one, {}, 0.1});
  EXPECT_EQ(foamAt(run, 3, 0.1)->vertices.size(), 6u);
}

}  // namespace
}  // namespace shoal
