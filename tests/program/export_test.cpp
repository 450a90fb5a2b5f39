// Exports of runs by the program. Long tests follow docs/export.md to its end: Blender, ParaView
// and OpenVDB run the scripts of that page and say what they have before them.
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "program/program.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/output/pose_table.h"
#include "shoal/view/picture/image.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(ExportPage, TellsTheWayIntoEveryProgram) {
  const std::string page = contents(fs::path(SHOAL_SOURCE_DIR) / "docs/export.md");
  for (const char* program : {"blender", "paraview", "houdini"})
    EXPECT_THAT(page, HasSubstr(std::string("--for ") + program));
}

class ExportOfASplash : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("splash.toml", kSplash);
    stateOf({"run", "splash.toml", "--out", "o"});
  }
};

TEST_F(ExportOfASplash, SaysWhereItIsAndHowToOpenIt) {
  for (const char* program : {"blender", "paraview", "houdini"}) {
    const Finished end = shoal({"export", "o", "--for", program});
    ASSERT_EQ(end.exitCode, 0) << end.err;
    EXPECT_THAT(end.out, HasSubstr(std::string("o/export/") + program));
    EXPECT_THAT(contents(path(std::string("o/export/") + program + "/README.txt")),
                HasSubstr("Frames are 100 a second"));
  }
  EXPECT_TRUE(fs::exists(path("o/export/blender/open_in_blender.py")));
  // A new run of the scene leaves no exports of an old one.
  stateOf({"run", "splash.toml", "--out", "o"});
  EXPECT_FALSE(fs::exists(path("o/export")));
}

TEST_F(ExportOfASplash, ExplainsWhatIsWrong) {
  expectError({"export", "o"}, 2, "--for is required");
  expectError({"export", "o", "--for", "blendr"}, 1, "did you mean \"blender\"?");
  expectError({"export", "nowhere", "--for", "blender"}, 1, "is not the folder of a run");
  expectError({"export", "o", "--for", "blender", "--out", "/proc/shoal"}, 1, "cannot be made");
  expectError({"export", "o", "--for", "blender", "--out", "splash.toml"}, 1, "is a file");
  expectError({"export", "o", "--for", "blender", "--out", "o"}, 1,
              "holds something other than an export");
  fs::remove_all(path("o/frames"));
  expectError({"export", "o", "--for", "blender"}, 1, "has no frames to export");
}

TEST_F(ExportOfASplash, OfAKilledExportTheReadmeSaysSo) {
  Subprocess half = start({"export", "o", "--for", "blender"});
  while (half.running() && !fs::exists(path("o/export/blender/README.txt"))) ::usleep(100);
  half.send(SIGKILL);
  if (half.wait().signal != SIGKILL) GTEST_SKIP() << "it was faster";
  for (const auto& entry : fs::recursive_directory_iterator(path("o/export/blender")))
    if (entry.path().extension() == ".ply")
      readMesh(entry.path());  // those that are there are whole
  if (!fs::exists(path("o/export/blender/open_in_blender.py"))) {
    EXPECT_THAT(contents(path("o/export/blender/README.txt")), HasSubstr("Not whole yet"));
  }
  EXPECT_EQ(shoal({"export", "o", "--for", "blender"}).exitCode, 0);
  EXPECT_TRUE(fs::exists(path("o/export/blender/open_in_blender.py")));
}

constexpr const char* kPool = R"(format = 1
title = "A crate falls into a pool"
[run]
until = 0.5
fps = 24
[world]
spacing = 0.04
[[fluid]]
name = "water"
fill = { box = [[0, 0, 0], [0.4, 0.4, 0.48]] }
[[solid]]
name = "tank"
mesh = { box = { corners = [[0, 0, 0], [1.2, 0.8, 0.48]], open = ["+y"] } }
[[solid]]
name = "crate"
model = "rigid"
density = 400
mesh = { box = [[-0.08, -0.08, -0.08], [0.08, 0.08, 0.08]] }
position = [0.8, 0.5, 0.24]
rotation = [20, 30, 0]
[[solid]]
name = "paddle"
model = "kinematic"
mesh = { box = [[1.0, 0.1, 0.2], [1.05, 0.6, 0.3]] }
motion = { rotate = "pi*t", axis = [1, 0, 0], centre = [1, 0.35, 0.25] }
[[solid]]
name = "flag"
model = "cloth"
mesh = { plane = { centre = [0.2, 0.7, 0.24], normal = [0, 1, 0], size = [0.3, 0.3], cell = 0.06 } }
young = 1e4
thickness = 2e-3
density = 300
)";

// The runs of the page are in out/dam-break; here a pool that has solids of all kinds is there.
class ExportLong : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("pool.toml", kPool);
    stateOf({"run", "pool.toml", "--out", "out/dam-break"});
  }

  void exportFor(const std::string& program) const {
    const Finished end = shoal({"export", "out/dam-break", "--for", program});
    ASSERT_EQ(end.exitCode, 0) << end.err;
  }

  // The Python of a section of the page.
  static std::string scriptOf(const std::string& section) {
    const std::string page = contents(fs::path(SHOAL_SOURCE_DIR) / "docs/export.md");
    const std::size_t from = page.find("```python\n", page.find("\n## " + section)) + 10;
    return page.substr(from, page.find("```", from) - from);
  }

  // Runs the script of a section, and then `more`, which prints what it sees as "name: numbers".
  std::map<std::string, std::vector<double>> seen(const std::string& section,
                                                  const std::string& more,
                                                  const Words& command) const {
    write("picture.py", scriptOf(section) + more);
    // Blender asks the shell's variable for the folder that it is in.
    Words shell{"/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", path("").string()};
    shell.insert(shell.end(), command.begin(), command.end());
    shell.emplace_back("picture.py");
    Subprocess program(shell, {});
    const Finished end = program.wait(std::chrono::minutes(5));
    EXPECT_EQ(end.exitCode, 0) << end.out << end.err;
    std::map<std::string, std::vector<double>> result;
    std::istringstream lines(end.out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("SEEN ")) continue;
      std::istringstream words(line.substr(5));
      std::string name;
      words >> name;
      std::vector<double>& numbers = result[name];
      for (double number = 0; words >> number;) numbers.push_back(number);
    }
    return result;
  }

  // The box around a solid at frame 10, in the axes of the run.
  Box3d boundsOf(const std::string& solid) const {
    const RunFolder folder(path("out/dam-break"));
    if (solid == "flag")
      return readSurfaceVtp(folder.frames() / RunFolder::frameName(kFrame, "vtp", solid))
          .mesh.bounds();
    if (solid == "tank") return {{0, 0, 0}, {1.2, 0.8, 0.48}};
    const double time = kFrame / 24.0;
    Pose pose{{1, 0.35, 0.25}, rotationBy({std::numbers::pi * time, 0, 0})};
    TriangleMesh mesh{{{0, -0.25, -0.05}, {0.05, 0.25, 0.05}, {0, -0.25, 0.05}, {0, 0.25, -0.05}},
                      {}};
    if (solid == "crate") {
      const PoseTable table = readPoses(folder.poses());
      pose = table.poses.at(solid).at(table.rowAt(time));
      mesh = readMesh(folder.bodies() / (solid + ".ply"));
    }
    for (Vec3d& v : mesh.vertices) v = pose(v);
    return mesh.bounds();
  }
  static constexpr int kFrame = 10;  // as on the page

  static double difference(const Image& a, const Image& b) {
    double sum = 0;
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x)
        for (std::size_t c = 0; c < 3; ++c)
          sum += std::abs(double(a.pixel(x, y)[c]) - double(b.pixel(x, y)[c]));
    return sum / (3.0 * a.width * a.height);
  }
  // From the colour of the first pixel.
  static double contrast(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (std::size_t c = 0; c < 3; ++c)
          sum += std::abs(double(image.pixel(x, y)[c]) - double(image.pixel(0, 0)[c]));
    return sum / (3.0 * image.width * image.height);
  }
};

void expectBox(const std::vector<double>& seen, const Vec3d& lower, const Vec3d& upper,
               double tolerance) {
  ASSERT_EQ(seen.size(), 6u);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(seen[2 * axis], lower[axis], tolerance) << axis;
    EXPECT_NEAR(seen[2 * axis + 1], upper[axis], tolerance) << axis;
  }
}

// y and z of the run are z and -y there.
void expectBlenderBox(const std::vector<double>& seen, const Box3d& box, double tolerance) {
  expectBox(seen, {box.lower.x, -box.upper.z, box.lower.y},
            {box.upper.x, -box.lower.z, box.upper.y}, tolerance);
}

TEST_F(ExportLong, BlenderOpensIt) {
  exportFor("blender");
  const auto seen = this->seen(
      "Blender", R"(
import numpy as np

def box(thing):
    deps = bpy.context.evaluated_depsgraph_get()
    mesh = thing.evaluated_get(deps).to_mesh()
    x = np.zeros(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", x)
    world = np.array(thing.evaluated_get(deps).matrix_world)
    x = x.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    return np.stack([x.min(0), x.max(0)], 1).ravel()

def say(name, *numbers):
    print("SEEN", name, *[float(n) for n in numbers])

say("objects", *[sum(o.type == t for o in scene.objects) for t in ("MESH", "CAMERA", "LIGHT")])
say("rate", scene.render.fps / scene.render.fps_base, scene.frame_start, scene.frame_end)
for name in ("water", "flag", "crate", "paddle", "tank"):
    say(name, *box(scene.objects[name]))
for name in ("water", "flag", "particles"):
    mesh = scene.objects[name].data
    velocity = mesh.attributes["velocity"]
    assert velocity.domain == "POINT" and velocity.data_type == "FLOAT_VECTOR"
    v = np.zeros(3 * len(mesh.vertices), np.float32)
    velocity.data.foreach_get("vector", v)
    say(name + "-velocity", *v.reshape(-1, 3).mean(0))
    say(name + "-vertices", len(mesh.vertices), len(mesh.polygons))
say("id", len(scene.objects["particles"].data.attributes["id"].data))
say("keys", len(scene.objects["crate"].animation_data.action.fcurves[0].keyframe_points))
say("hidden", scene.objects["particles"].hide_render, scene.objects["water"].hide_render)

scene.render.resolution_x, scene.render.resolution_y = 160, 90
scene.cycles.seed = 1
for name, blur in (("sharp", False), ("sharp-again", False), ("blurred", True)):
    scene.render.use_motion_blur = blur
    scene.render.filepath = os.path.abspath(name + ".png")
    bpy.ops.render.render(write_still=True)
# Velocities alone blur the water: everything else is hidden.
for thing in scene.objects:
    thing.hide_render = thing.type == "MESH" and thing.name != "water"
for name, blur in (("water-sharp", False), ("water-blurred", True)):
    scene.render.use_motion_blur = blur
    scene.render.filepath = os.path.abspath(name + ".png")
    bpy.ops.render.render(write_still=True)
)",
      {"blender", "--background", "--factory-startup", "--python-exit-code", "1", "--python"});
  ASSERT_TRUE(seen.contains("hidden"));
  EXPECT_THAT(seen.at("objects"), testing::ElementsAre(6, 1, 1));
  EXPECT_THAT(seen.at("rate"), testing::ElementsAre(24, 0, 12));
  for (const char* part : {"crate", "paddle", "tank", "flag"})
    expectBlenderBox(seen.at(part), boundsOf(part), 1e-5);
  // Water in the tank, which it may touch on all sides but not leave.
  const std::vector<double>& water = seen.at("water");
  EXPECT_LT(std::abs(water[0]), 0.03);
  EXPECT_LT(std::abs(water[2] + 0.48), 0.03);
  EXPECT_LT(std::abs(water[4]), 0.03);
  EXPECT_GT(water[1], 1.0);
  EXPECT_GT(seen.at("water-velocity")[0], 0.2);  // it runs along +x, and down
  EXPECT_LT(seen.at("particles-velocity")[2], 0);
  EXPECT_EQ(seen.at("particles-vertices")[0], seen.at("id")[0]);
  EXPECT_GT(seen.at("water-vertices")[1], 1000);
  EXPECT_THAT(seen.at("keys"), testing::ElementsAre(13));
  EXPECT_THAT(seen.at("hidden"), testing::ElementsAre(1, 0));

  const auto picture = [&](const std::string& name) { return readPng(path(name + ".png")); };
  EXPECT_GT(contrast(picture("blender")), 3);
  EXPECT_EQ(difference(picture("sharp"), picture("sharp-again")), 0);
  EXPECT_GT(difference(picture("sharp"), picture("blurred")), 0.2);
  EXPECT_GT(difference(picture("water-sharp"), picture("water-blurred")), 0.2);
}

TEST_F(ExportLong, ParaviewOpensIt) {
  exportFor("paraview");
  const auto seen = this->seen("ParaView", R"(
times.AnimationTime = times.TimeKeeper.TimestepValues[10]
print("SEEN times", *times.TimeKeeper.TimestepValues)
for (name, _), source in simple.GetSources().items():
    source.UpdatePipeline(times.TimeKeeper.TimestepValues[10])
    about = source.GetDataInformation()
    print("SEEN", name, *about.GetBounds())
    print("SEEN", name + "-count", about.GetNumberOfPoints(), about.GetNumberOfCells())
    velocity = source.PointData.GetArray("velocity")
    if velocity:
        print("SEEN", name + "-velocity", velocity.GetRange(0)[1])
)",
                               {"xvfb-run", "-a", "pvpython"});
  ASSERT_TRUE(seen.contains("times"));
  ASSERT_EQ(seen.at("times").size(), 13u);
  for (std::size_t k = 0; k < 13; ++k) EXPECT_NEAR(seen.at("times")[k], double(k) / 24, 1e-9);
  for (const char* part : {"crate", "paddle", "tank", "flag"}) {
    const Box3d box = boundsOf(part);
    expectBox(seen.at(part), box.lower, box.upper, 1e-5);
  }
  EXPECT_LT(std::abs(seen.at("water")[0]), 0.03);
  EXPECT_GT(seen.at("water")[1], 1.0);
  EXPECT_GT(seen.at("particles-count")[0], 1000);
  for (const char* part : {"water", "particles", "flag"})
    EXPECT_TRUE(seen.contains(std::string(part) + "-velocity")) << part;
  const Image picture = readPng(path("paraview.png"));
  EXPECT_EQ(picture.width, 640);
  EXPECT_GT(contrast(picture), 1);
}

TEST_F(ExportLong, OpenvdbReadsIt) {
  exportFor("houdini");
  const auto seen = this->seen("Houdini", R"(
import numpy as np
assert surface.gridClass == "level set", surface.gridClass
lower, upper = surface.evalActiveVoxelBoundingBox()
distance = np.zeros([u - l + 1 for l, u in zip(lower, upper)], np.float32)
surface.copyToArray(distance, ijk=lower)
voxel = surface.transform.voxelSize()[0]
print("SEEN volume", np.clip(0.5 - distance / voxel, 0, 1).sum() * voxel ** 3)
print("SEEN voxel", *surface.transform.voxelSize())
velocity = next(grid for grid in grids if grid.name == "vel")
values = np.array([v.value for v in velocity.citerOnValues()])
print("SEEN velocity", *values.mean(0), *np.abs(values).max(0))
inside = surface.getConstAccessor()
print("SEEN signs", inside.getValue((2, 2, 6)), inside.getValue((2, 1000, 6)))
)",
                               {"/usr/bin/python3"});
  ASSERT_TRUE(seen.contains("signs"));
  const TriangleMesh mesh =
      readMesh(path("out/dam-break/export/houdini/surfaces/water_000010.obj"));
  EXPECT_NEAR(seen.at("volume")[0] / mesh.signedVolume(), 1, 0.01);
  EXPECT_NEAR(seen.at("voxel")[0], 0.02, 1e-9);
  EXPECT_LT(seen.at("signs")[0], 0);
  EXPECT_GT(seen.at("signs")[1], 0);
  EXPECT_GT(seen.at("velocity")[0], 0.2);
  for (std::size_t axis = 3; axis < 6; ++axis) EXPECT_LT(seen.at("velocity")[axis], 5);
}

// A ball of particles of another program, and its surface as OpenVDB's own mesher finds it.
TEST_F(ExportLong, OpenvdbFindsTheVolumeOfABall) {
  constexpr double kSpacing = 0.01;  // m
  constexpr int kRadius = 20;        // spacings
  std::string text;
  std::size_t count = 0;
  for (int z = -kRadius; z <= kRadius; ++z)
    for (int y = -kRadius; y <= kRadius; ++y)
      for (int x = -kRadius; x <= kRadius; ++x)
        if (x * x + y * y + z * z < kRadius * kRadius) {
          text += fmt::format("{} {} {}\n", x * kSpacing, y * kSpacing, z * kSpacing);
          ++count;
        }
  write("ball.xyz", text);
  const std::string surfaces = "out/dam-break/export/houdini/surfaces";
  const Finished end =
      shoal({"surface", "ball.xyz", "--spacing", "0.01", "--format", "vdb", "--out", surfaces});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  fs::rename(path(surfaces + "/surface_ball.vdb"), path(surfaces + "/water_000010.vdb"));
  const auto seen = this->seen("Houdini", R"(
import numpy as np
a, b, c, d = (points[quads[:, k]].astype(float) for k in range(4))
cone = lambda p, q, r: np.einsum("ij,ij->i", p, np.cross(q, r)).sum() / 6
print("SEEN volume", abs(cone(a, b, c) + cone(a, c, d)))
)",
                               {"/usr/bin/python3"});
  ASSERT_TRUE(seen.contains("volume"));
  const double volume = static_cast<double>(count) * std::pow(kSpacing, 3);
  EXPECT_NEAR(seen.at("volume")[0] / volume, 1, 0.01);
}

}  // namespace
}  // namespace shoal
