// Exports of runs: axes, poses, names of files, and folders that are left alone.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/bgeo.h"
#include "shoal/formats/particle_ply.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/formats/surface_vdb.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/output/export/axis_turn.h"
#include "shoal/output/export/export_run.h"
#include "shoal/output/export/json_text.h"
#include "shoal/output/pvd.h"
#include "shoal/output/run.h"
#include "shoal/output/surface_output.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// Water, a crate that falls, a paddle that turns, a cloth that falls, and a tank.
const char* const kPool = R"toml(
    format = 1
    title = "A \"small\" pool"
    [run]
    until = 0.05
    fps = 50
    [world]
    spacing = 0.05
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [0.3, 0.2, 0.3]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [1, 1, 0.3]], open = ["+y"] } }
    [[solid]]
    name = "crate"
    model = "rigid"
    mesh = { box = [[-0.05, -0.1, -0.05], [0.05, 0.1, 0.05]] }
    position = [0.6, 0.5, 0.15]
    density = 400
    [[solid]]
    name = "paddle"
    model = "kinematic"
    mesh = { box = [[0.8, 0.1, 0.1], [0.85, 0.6, 0.2]] }
    motion = { rotate = "2*pi*t", axis = [0, 0, 1], centre = [0.8, 0.35, 0.15] }
    [[solid]]
    name = "flag"
    model = "cloth"
    mesh = { plane = { centre = [0.2, 0.6, 0.15], normal = [0, 1, 0], size = [0.2, 0.2], cell = 0.1 } }
    young = 1e4
    thickness = 2e-3
  )toml";

TEST(AxisTurn, TurnsUpAndKeepsLengthsAndHands) {
  const Vec3d axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3d& up : axes)
    for (const double sign : {1.0, -1.0})
      for (const Vec3d& there : axes) {
        const AxisTurn turn(sign * up + Vec3d{0.1, 0.1, 0.1}, there);
        EXPECT_EQ(turn(sign * up), there);
        const Vec3d a{1, 2, 3}, b{-4, 0.5, 2};
        EXPECT_EQ(dot(turn(a), turn(b)), dot(a, b));
        EXPECT_EQ(cross(turn(a), turn(b)), turn(cross(a, b)));
      }
  // As Blender turns what it reads from OBJ.
  EXPECT_EQ(AxisTurn({0, 1, 0}, {0, 0, 1})(Vec3d{1, 2, 3}), (Vec3d{1, -3, 2}));
}

TEST(AxisTurn, PosesMoveTurnedMeshesAsBefore) {
  const AxisTurn turn({0, 1, 0}, {0, 0, 1});
  const Pose pose{{1, 2, 3}, rotationBy({0.3, -1.1, 0.4})};
  const Vec3d x{0.2, -0.7, 0.5};
  const Vec3d expected = turn(pose(x)), there = turn(pose)(turn(x));
  EXPECT_LT(length(there - expected), 1e-15);
}

TEST(JsonText, EscapesTextAndWritesNumbersExactly) {
  JsonText json;
  json.openObject().member("a\"b\\\n", 0.1).key("list").openList().value(1.5).value(true);
  json.closeList().member("none", std::numeric_limits<double>::quiet_NaN()).closeObject();
  EXPECT_EQ(json.text(), "{\"a\\\"b\\\\\\u000a\": 0.1,\n\"list\": [1.5,\ntrue],\n\"none\": null}");
}

class Export : public testing::Test {
 protected:
  void SetUp() override {
    run(scene_, {.folder = folder / "run"});
    folder_.emplace(folder / "run");
  }
  void exportFor(const std::string& program) const { exportTo(program, folder / program); }
  void exportTo(const std::string& program, const fs::path& out) const {
    exportRun(*folder_, scene_, {.program = program, .out = out});
  }
  std::string errorOf(const std::string& program, const fs::path& out) const {
    try {
      exportTo(program, out);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  TemporaryFolder folder;
  Scene scene_ = parseScene(kPool, "pool.toml");
  std::optional<RunFolder> folder_;
};

TEST_F(Export, PartsAreThoseOfTheRunAtEveryFrame) {
  const RunParts parts(*folder_, scene_);
  ASSERT_EQ(parts.frames().size(), 3u);  // at 0, 0.02 and 0.04 s
  EXPECT_EQ(parts.frames()[2].time, 0.04);
  EXPECT_THAT(parts.deforming(), ElementsAre("flag"));
  EXPECT_THAT(parts.points(), ElementsAre("particles"));
  ASSERT_EQ(parts.rigid().size(), 3u);
  const RigidPart &tank = parts.rigid()[0], &paddle = parts.rigid()[1], &crate = parts.rigid()[2];
  EXPECT_FALSE(tank.moves());
  EXPECT_TRUE(paddle.moves());
  EXPECT_TRUE(crate.moves());
  // A corner of the paddle after 14.4 degrees, and the crate after a free fall.
  const double angle = 0.04 * 2 * std::acos(-1.0), height = 0.25;
  const Vec3d corner = (*paddle.poses[2])(Vec3d{0.8, 0.35 + height, 0.15});
  EXPECT_NEAR(corner.x, 0.8 - height * std::sin(angle), 1e-9);
  EXPECT_NEAR(corner.y, 0.35 + height * std::cos(angle), 1e-9);
  EXPECT_NEAR(crate.poses[2]->position.y, 0.5 - 0.5 * 9.81 * 0.04 * 0.04, 1e-3);
}

TEST_F(Export, ForBlenderHasZUpwards) {
  exportFor("blender");
  const fs::path out = folder / "blender";
  const OwnedParticleTable points = readParticlePly(out / "points/particles_000002.ply");
  const OwnedParticleTable before = readFrame(folder_->listFrames()[2], 50);
  ASSERT_EQ(points.positions.size(), before.positions.size());
  const Vec3f x = before.positions[7], v = (*before.column<Vec3f>("velocity"))[7];
  EXPECT_EQ(points.positions[7], (Vec3f{x.x, -x.z, x.y}));
  EXPECT_EQ((*points.column<Vec3f>("velocity"))[7], (Vec3f{v.x, -v.z, v.y}));
  EXPECT_EQ(points.column<std::uint32_t>("id")->size(), points.positions.size());

  const TriangleMesh water = readMesh(out / "surfaces/water_000000.ply");
  EXPECT_NEAR(water.signedVolume(), 0.3 * 0.2 * 0.3, 0.006);
  EXPECT_NEAR(water.bounds().upper.z, 0.2, 0.02);
  EXPECT_NEAR(water.bounds().lower.y, -0.3, 0.02);
  EXPECT_THAT(readFile(out / "surfaces/water_000000.ply"), HasSubstr("property float vx"));
  EXPECT_THAT(readFile(out / "solids/flag_000001.ply"), HasSubstr("property float vx"));
  const Box3d crate = readMesh(out / "solids/crate.ply").bounds();
  EXPECT_EQ(crate.upper, (Vec3d{0.05f, 0.05f, 0.1f}));  // it stands
  std::string line;
  std::ifstream poses(out / "solids/crate.csv");
  std::getline(poses, line);
  std::getline(poses, line);
  EXPECT_THAT(line, testing::StartsWith("0,0.6,-0.15,0.5,1,"));
  EXPECT_THAT(readFile(out / "scene.json"), HasSubstr("\"title\": \"A \\\"small\\\" pool\""));
  EXPECT_THAT(readFile(out / "open_in_blender.py"), HasSubstr("import bpy"));
}

// In the axes of the run. What rests has one file for all times.
TEST_F(Export, ForParaviewHasASeriesOfEachPart) {
  exportFor("paraview");
  const fs::path out = folder / "paraview";
  const auto seriesOf = [&](const std::string& part) {
    return PvdSeries::resume(out / (part + ".pvd"), 1e9).entries();
  };
  for (const char* part : {"water", "particles", "flag", "crate", "paddle", "tank"}) {
    const std::vector<PvdSeries::Entry> series = seriesOf(part);
    ASSERT_EQ(series.size(), 3u) << part;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_DOUBLE_EQ(series[k].time, 0.02 * double(k)) << part;
      EXPECT_TRUE(fs::exists(out / series[k].file)) << part;
    }
    EXPECT_EQ(series[0].file == series[2].file, part == std::string("tank")) << part;
  }
  const RunParts parts(*folder_, scene_);
  const RigidPart& crate = parts.rigid()[2];
  const SurfaceFrame there = readSurfaceVtp(out / seriesOf("crate")[2].file);
  EXPECT_EQ(there.time, 0.04);
  for (std::size_t v = 0; v < there.mesh.vertices.size(); ++v) {
    const Vec3d expected = (*crate.poses[2])(crate.mesh.vertices[v]);
    EXPECT_LT(length(there.mesh.vertices[v] - expected), 1e-6);
  }
  EXPECT_THAT(readFile(out / "scene.json"), HasSubstr("\"file\": \"water.pvd\""));
}

TEST_F(Export, ForHoudiniHasItsAttributes) {
  exportFor("houdini");
  const fs::path out = folder / "houdini";
  const OwnedParticleTable points = readBgeo(out / "points/particles_000001.bgeo");
  const std::size_t count = points.positions.size();
  EXPECT_EQ(points.column<Vec3f>("velocity")->size(), count);  // "v" in the file
  EXPECT_EQ(points.column<std::uint32_t>("id")->size(), count);
  EXPECT_THAT(*points.column<float>("pscale"), testing::Each(0.025f));
  EXPECT_EQ(points.column<Vec3f>("N")->size(), count);
  EXPECT_NEAR(readMesh(out / "surfaces/water_000000.obj").signedVolume(), 0.3 * 0.2 * 0.3, 0.006);
  EXPECT_EQ(fs::exists(out / "surfaces/water_000000.vdb"), vdbMissing().empty());
  EXPECT_TRUE(fs::exists(out / "solids/tank.obj"));
  EXPECT_FALSE(fs::exists(out / "solids/crate.obj"));
  const Box3d crate = readMesh(out / "solids/crate_000000.obj").bounds();
  EXPECT_NEAR(crate.lower.y, 0.4, 1e-9);
  EXPECT_TRUE(fs::exists(out / "solids/flag_000002.obj"));
  EXPECT_THAT(readFile(out / "README.txt"), HasSubstr("pscale"));
}

// Solids that were removed have no pose, and ParaView shows nothing of them.
TEST_F(Export, SolidsThatWereRemovedAreGone) {
  std::string poses = readFile(folder_->poses());
  const std::size_t last = poses.rfind('\n', poses.size() - 2) + 1;
  std::string gone = poses.substr(last, poses.find(',', poses.find(',', last) + 1) - last);
  for (int k = 0; k < 2 * 22; ++k) gone += ",nan";  // of crate and paddle
  writeFileAtomically(folder_->poses(), poses.substr(0, last) + gone + "\n");
  EXPECT_FALSE(RunParts(*folder_, scene_).rigid()[2].poses[2].has_value());
  exportFor("paraview");
  exportFor("blender");
  const auto series = PvdSeries::resume(folder / "paraview/crate.pvd", 1e9).entries();
  EXPECT_TRUE(readVtp(folder / "paraview" / series[2].file).positions.empty());
  const std::string table = readFile(folder / "blender/solids/crate.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);  // names, and two frames
}

// What a run or `shoal surface` made is taken, unless particles are newer.
TEST_F(Export, TakesSurfacesThatAreThere) {
  SurfaceJob job;
  job.out = folder_->surfaces();
  surfaceRun(*folder_, scene_, job);
  const auto written = [&] {
    return fs::last_write_time(folder_->surfaces() / "surface_000001.vtp");
  };
  EXPECT_TRUE(RunParts(*folder_, scene_).fluidSurface(0, 1).has_value());
  fs::last_write_time(folder_->listFrames()[1], written() + std::chrono::seconds(5));
  EXPECT_FALSE(RunParts(*folder_, scene_).fluidSurface(0, 1).has_value());
  EXPECT_TRUE(RunParts(*folder_, scene_).fluidSurface(0, 2).has_value());
}

TEST_F(Export, ReplacesAnEarlierExportAndNothingElse) {
  exportFor("blender");
  const fs::path out = folder / "blender", stale = out / "surfaces/water_000099.ply";
  writeFileAtomically(stale, "of an earlier run");
  exportFor("blender");
  EXPECT_FALSE(fs::exists(stale));

  fs::create_directories(folder / "mine");
  writeFileAtomically(folder / "mine/holiday.jpg", "picture");
  EXPECT_THAT(errorOf("blender", folder / "mine"), HasSubstr("something other than an export"));
  EXPECT_THAT(errorOf("blender", folder / "mine/holiday.jpg"), HasSubstr("is a file"));
  EXPECT_THAT(errorOf("blender", "/proc/shoal"), HasSubstr("cannot be made"));
  EXPECT_THAT(errorOf("maya", folder / "maya"), HasSubstr("blender"));
  EXPECT_EQ(readFile(folder / "mine/holiday.jpg"), "picture");
}

// An export that fails has no script; one that is made again has.
TEST_F(Export, HasItsScriptOnlyWhenItIsWhole) {
  const fs::path damaged = folder_->listFrames()[2];
  const std::string bytes = readFile(damaged);
  exportFor("blender");
  writeFileAtomically(damaged, bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(errorOf("blender", folder / "blender"), HasSubstr("truncated"));
  EXPECT_FALSE(fs::exists(folder / "blender/open_in_blender.py"));
  EXPECT_THAT(readFile(folder / "blender/README.txt"), HasSubstr("Not whole yet"));
  writeFileAtomically(damaged, bytes);
  exportFor("blender");
  EXPECT_TRUE(fs::exists(folder / "blender/open_in_blender.py"));
  EXPECT_THAT(readFile(folder / "blender/README.txt"), HasSubstr("--python open_in_blender.py"));
}

TEST_F(Export, RunsWithoutFramesAreErrors) {
  fs::remove_all(folder_->frames());
  fs::remove(folder_->poses());
  EXPECT_THAT(errorOf("blender", folder / "blender"), HasSubstr("has no frames to export"));
  EXPECT_FALSE(fs::exists(folder / "blender"));
}

}  // namespace
}  // namespace shoal
