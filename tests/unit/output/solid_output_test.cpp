// What a run writes about solids that move, read back.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/core/file.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/output/csv_table.h"
#include "shoal/output/pose_table.h"
#include "shoal/output/run.h"
#include "shoal/output/run_recorder.h"
#include "shoal/output/solid_recorder.h"
#include "shoal/scene/assemble/solid_assembly.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/view/run/render_run.h"
#include "shoal/view/run/run_solids.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;

Scene ballAndSheet() {
  return parseScene(R"toml(
    format = 1
    run = { until = 0.2, fps = 10, write = ["vtp", "ply", "obj"] }
    [[solid]]
    name = "ball"
    model = "rigid"
    mesh = { sphere = { centre = [0, 1, 0], radius = 0.1 } }
    velocity = [1, 0, 0]
    spin = [0, 0, 3]
    [[solid]]
    name = "sheet"
    model = "cloth"
    mesh = { plane = { centre = [0, 0, 0], size = [0.4, 0.2], cell = 0.1 } }
    [[solid]]
    name = "lift"
    model = "kinematic"
    mesh = { box = [[2, 0, 2], [3, 1, 3]] }
    motion = { translate = [0, "t", 0] }
  )toml",
                    "ball.toml");
}

class SolidOutput : public testing::Test {
 protected:
  void SetUp() override {
    RunOptions options;
    options.folder = folder_.path() / "run";
    run(ballAndSheet(), options);
  }
  RunFolder runFolder() const { return RunFolder(folder_.path() / "run"); }

  TemporaryFolder folder_;
};

}  // namespace

TEST_F(SolidOutput, MeshFilesReadBackWithTheSameNumbering) {
  const fs::path frames = runFolder().frames();
  for (const long frame : {0L, 1L, 2L}) {
    const SurfaceFrame vtp = readSurfaceVtp(frames / RunFolder::frameName(frame, "vtp", "sheet"));
    const TriangleMesh ply = readMesh(frames / RunFolder::frameName(frame, "ply", "sheet"));
    const TriangleMesh obj = readMesh(frames / RunFolder::frameName(frame, "obj", "sheet"));
    EXPECT_NEAR(vtp.time, 0.1 * static_cast<double>(frame), 1e-12);
    EXPECT_EQ(vtp.mesh.triangles, ply.triangles);
    EXPECT_EQ(vtp.mesh.triangles, obj.triangles);
    ASSERT_EQ(vtp.mesh.vertices.size(), ply.vertices.size());
    EXPECT_EQ(vtp.mesh.vertices.size(), 15u);
    EXPECT_TRUE(vtp.stresses.empty()) << "cloth does not know it";
    const double t = vtp.time, fallen = 9.81 / 2 * t * t;
    for (std::size_t i = 0; i < ply.vertices.size(); ++i) {
      EXPECT_NEAR(length(vtp.mesh.vertices[i] - ply.vertices[i]), 0, 1e-6);
      EXPECT_NEAR(ply.vertices[i].y, -fallen, 0.01);
    }
  }
  EXPECT_TRUE(fs::exists(frames / "sheet.pvd"));
  EXPECT_FALSE(fs::exists(frames / RunFolder::frameName(0, "vtp"))) << "there is no fluid";
}

TEST_F(SolidOutput, FilesOfFemSolidsHoldTheirStress) {
  FemParams params;
  params.material.young = 1e5;
  FemBody body("cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {1, 1, 1}), params);
  for (Vec3d& x : body.solid().x) x.x *= 1.1;
  body.showSurface();
  const fs::path file = folder_.path() / "cube.vtp";
  writeSurfaceVtp(file, frameOf(body, 0));
  const std::vector<double> stresses = body.vertexStresses();
  const SurfaceFrame read = readSurfaceVtp(file);
  ASSERT_EQ(read.stresses.size(), stresses.size());
  for (std::size_t k = 0; k < stresses.size(); ++k) {
    EXPECT_GT(stresses[k], 1e3);
    EXPECT_NEAR(read.stresses[k], stresses[k], 1e-5 * stresses[k]);
  }
}

TEST_F(SolidOutput, DamagedMeshFilesAreErrors) {
  const fs::path file = runFolder().frames() / RunFolder::frameName(0, "vtp", "sheet");
  const std::string bytes = readFile(file);
  for (const std::size_t size : {bytes.size() / 4, bytes.size() / 2, bytes.size() - 1}) {
    writeFileAtomically(file, bytes.substr(0, size));
    EXPECT_THROW(readSurfaceVtp(file), Error) << size;
  }
}

TEST_F(SolidOutput, PosesFollowTheBodies) {
  const PoseTable table = readPoses(runFolder().poses());
  ASSERT_EQ(table.times.size(), 3u);
  const Pose last = table.poses.at("ball").at(2);
  EXPECT_NEAR(length(last.position - Vec3d{0.2, 1 - 9.81 / 2 * 0.04, 0}), 0, 1e-9);
  EXPECT_NEAR(turnOf(last.rotation).z, 0.6, 1e-6);
  EXPECT_NEAR(table.poses.at("lift").at(1).position.y, 0.1, 1e-9);
  EXPECT_EQ(table.rowAt(0.11), 1u);
}

TEST_F(SolidOutput, BodiesHaveVelocityAndSpinOfTheirCentre) {
  const CsvTable table(runFolder().poses());
  EXPECT_NEAR(table.column("ball.cy").back(), 1 - 9.81 / 2 * 0.04, 1e-9);
  EXPECT_NEAR(table.column("ball.vx").back(), 1, 1e-9);
  EXPECT_NEAR(table.column("ball.vy").back(), -9.81 * 0.2, 1e-9);
  EXPECT_NEAR(table.column("ball.wz").back(), 3, 1e-6);
  EXPECT_NEAR(table.column("lift.vy").back(), 1, 1e-6);
  EXPECT_EQ(table.column("ball.fy").back(), 0) << "there is no fluid";
}

// Rows between frames do not disturb what shows frames.
TEST_F(SolidOutput, BodiesAreWrittenOftenerOnRequest) {
  Scene scene = ballAndSheet();
  scene.run.bodiesEvery = 0.03;
  RunOptions options;
  options.folder = folder_.path() / "often";
  run(scene, options);
  const RunFolder often(options.folder);
  const CsvTable table(often.poses());
  EXPECT_EQ(table.rows(), 9u) << "0, 0.03, 0.06, 0.09, 0.1, 0.12, 0.15, 0.18, 0.2";
  EXPECT_EQ(RunSolids(often, scene).frames(), (std::vector<long>{0, 1, 2}));
  EXPECT_EQ(CsvTable(runFolder().poses()).column("ball.y").back(), table.column("ball.y").back());
}

TEST_F(SolidOutput, PosesOfEarlierTablesAreRead) {
  const fs::path file = folder_.path() / "old.csv";
  writeFileAtomically(file,
                      "step,time,ball.x,ball.y,ball.z,ball.qw,ball.qx,ball.qy,ball.qz\n"
                      "0,0,1,2,3,1,0,0,0\n");
  EXPECT_EQ(readPoses(file).poses.at("ball").at(0).position, (Vec3d{1, 2, 3}));
  writeFileAtomically(file, "step,time,ball.x,ball.y\n0,0,1,2\n");
  EXPECT_THROW(readPoses(file), Error);
}

// The force on a body that floats is its weight, and as a probe of it says.
TEST(BodiesTable, HasTheForceOfTheFluid) {
  const TemporaryFolder temporary;
  RunOptions options;
  options.folder = temporary.path() / "run";
  run(parseScene(R"toml(format = 1
    run = { until = 0.1, fps = 50 }
    world = { dimensions = 2, spacing = 0.025, domain = [[-1, -1, -1], [2, 2, 1]] }
    fluid = { name = "w", fill = { box = [[0, 0], [0.6, 0.3]] } }
    probe = { name = "load", force = "block" }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0], [0.6, 0.8]], open = ["+y"] } }
    [[solid]]
    name = "block"
    model = "rigid"
    density = 500
    mesh = { box = [[0.2, 0.2], [0.4, 0.4]] })toml",
                 "t.toml"),
      options);
  const RunFolder folder(options.folder);
  const CsvTable bodies(folder.poses()), probes(folder.probes());
  ASSERT_EQ(bodies.rows(), 6u);
  EXPECT_GT(bodies.column("block.fy").back(), 0.3 * 500 * 0.04 * 9.81);
  const auto steps = probes.column("step");
  for (std::size_t k = 1; k < bodies.rows(); ++k) {
    const auto row = static_cast<std::size_t>(
        std::find(steps.begin(), steps.end(), bodies.column("step")[k]) - steps.begin());
    EXPECT_EQ(bodies.column("block.fy")[k], probes.column("load.forceY[N/m]")[row]);
    EXPECT_EQ(bodies.column("block.tz")[k], probes.column("load.torqueZ[N]")[row]);
  }
}

TEST_F(SolidOutput, PicturesShowSolidsWhereTheyAre) {
  const RunSolids solids(runFolder(), readScene(runFolder().scene()));
  EXPECT_EQ(solids.frames(), (std::vector<long>{0, 1, 2}));
  const std::vector<PictureMesh> walls = solids.at(2);
  ASSERT_EQ(walls.size(), 3u);
  EXPECT_NEAR(boundsOf(walls[0]).lower.y, 0.2, 1e-9);        // the lift
  EXPECT_NEAR(boundsOf(walls[1]).centre().x, 0.2, 1e-3);     // the ball
  EXPECT_NEAR(boundsOf(walls[2]).centre().y, -0.196, 0.02);  // the sheet
  ViewParams view;
  view.width = 64;
  view.height = 48;
  EXPECT_EQ(renderRun(runFolder(), folder_.path() / "p", view, {}, {}).size(), 3u);
}

// A rigid solid that comes later is written as those that deform are; one that left has no pose.
TEST(SolidOutputOfLivingWorlds, FollowsSolidsThatComeAndGo) {
  const TemporaryFolder temporary;
  const RunFolder folder(temporary.path() / "run");
  folder.prepare();
  const Scene scene = ballAndSheet();
  writeFileAtomically(folder.scene(), writeScene(scene));
  const auto world = makeWorld(scene);
  RunRecorder recorder(folder, scene, *world, false);
  recorder.writeFrame(*world, 0);
  recorder.writeTables(*world, world->step(0.1), 0);
  SceneSolid second = scene.solids[0];
  second.name = "second";
  second.position = Vec3d{5, 5, 5};
  addSolid(*world, second);
  world->remove(*world->solids()->find("ball"));
  recorder.writeFrame(*world, 1);
  recorder.writeTables(*world, world->step(0.2), 0);
  recorder.writeFrame(*world, 2);

  const PoseTable table = readPoses(folder.poses());
  EXPECT_EQ(table.poses.at("ball").at(0).position.y, 1);
  EXPECT_TRUE(std::isnan(table.poses.at("ball").at(2).position.y));
  EXPECT_TRUE(std::isfinite(table.poses.at("lift").at(2).position.y));
  EXPECT_FALSE(table.poses.contains("second"));
  const SurfaceFrame frame =
      readSurfaceVtp(folder.frames() / RunFolder::frameName(2, "vtp", "second"));
  EXPECT_NEAR(frame.mesh.bounds().centre().y, world->solids()->findRigid("second").centre().y,
              1e-3);
  EXPECT_EQ(RunSolids(folder, scene).at(2).size(), 1u) << "the sheet; walls were not written";
}

// The table of the ledger keeps its columns.
TEST(SolidOutputOfLivingWorlds, BeginsWithTheFirstSolid) {
  const TemporaryFolder temporary;
  const RunFolder folder(temporary.path() / "run");
  folder.prepare();
  Scene scene = ballAndSheet();
  const SceneSolid ball = scene.solids[0];
  scene.solids.erase(scene.solids.begin(), scene.solids.begin() + 2);
  const auto world = makeWorld(scene);
  RunRecorder recorder(folder, scene, *world, false);
  recorder.writeFrame(*world, 0);
  recorder.writeTables(*world, world->step(0.1), 0);
  addSolid(*world, ball);
  recorder.writeTables(*world, world->step(0.1), 0);
  recorder.writeFrame(*world, 1);
  EXPECT_EQ(readPoses(folder.poses()).poses.at("ball").size(), 1u);
  EXPECT_TRUE(fs::exists(folder.bodies() / "ball.ply"));
}

}  // namespace shoal
