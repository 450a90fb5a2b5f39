// Spray, foam and bubbles that runs and `shoal foam` write, read back.
#include "shoal/output/foam_output.h"

#include <array>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/formats/particle_vtp.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/output/run.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;

// A small dam that breaks against the end of its tank.
Scene dam(const std::string& write = R"(["vtp", "bgeo", "foam"])") {
  return parseScene(R"toml(
    format = 1
    [run]
    until = 0.55
    fps = 100
    write = )toml" + write +
                        R"toml(
    [world]
    spacing = 0.03
    [foam]
    trappedRate = 60
    crestRate = 100
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [0.3, 0.6, 0.3]] }
    [[solid]]
    name = "tank"
    mesh = { box = [[0, 0, 0], [0.75, 1, 0.3]] }
  )toml",
                    "dam.toml");
}

std::array<double, 3> kindsIn(const OwnedParticleTable& table) {
  std::array<double, 3> kinds{};
  for (const std::uint32_t kind : *table.column<std::uint32_t>("kind")) ++kinds.at(kind);
  return kinds;
}

std::string messageOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class FoamOutput : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = std::make_unique<TemporaryFolder>();
    run(dam(), {.folder = *made_ / "run"});
  }
  static void TearDownTestSuite() { made_.reset(); }
  static RunFolder folder() { return RunFolder(*made_ / "run"); }
  static FoamJob job(const fs::path& out) {
    FoamJob job;
    job.params = dam().foam;
    job.out = out;
    job.solidsAt = [](long) {
      return std::vector<TriangleMesh>{makeBox({{0, 0, 0}, {0.75, 1, 0.3}})};
    };
    return job;
  }

  static std::unique_ptr<TemporaryFolder> made_;
};
std::unique_ptr<TemporaryFolder> FoamOutput::made_;

TEST_F(FoamOutput, RunsWriteFramesInTheFormatsThatHoldParticles) {
  EXPECT_TRUE(fs::exists(folder().series(RunFolder::kFoam)));
  const auto frames = folder().listFrames(RunFolder::kFoam);
  ASSERT_EQ(frames.size(), 56u);
  EXPECT_TRUE(fs::exists(folder().frames() / "foam_000055.bgeo"));
  const OwnedParticleTable last = readFrame(frames.back(), 100);
  EXPECT_NEAR(last.time, 0.55, 1e-9);
  EXPECT_GT(last.positions.size(), 300u);
  EXPECT_EQ(last.column<Vec3f>("velocity")->size(), last.positions.size());
  const auto& life = *last.column<float>("life");
  const auto& id = *last.column<std::uint32_t>("id");
  const Box3f tank{{0, 0, 0}, {0.75f, 1, 0.3f}};
  for (std::size_t i = 0; i < last.positions.size(); ++i) {
    EXPECT_TRUE(tank.contains(last.positions[i]));
    EXPECT_GT(life[i], 0);
  }
  EXPECT_EQ(std::set(id.begin(), id.end()).size(), id.size());
  const OwnedParticleTable houdini =
      frameFormat("bgeo").readParticles(folder().frames() / "foam_000055.bgeo");
  EXPECT_EQ(houdini.positions, last.positions);
}

// The same laws on the same flow, whose places between frames are a little different.
TEST_F(FoamOutput, FramesGiveTheSameKindsAsTheRun) {
  const TemporaryFolder out;
  foamRun(folder(), dam(), job(out.path()));
  EXPECT_TRUE(fs::exists(out / "foam.pvd"));
  std::array<double, 3> during{}, after{};
  for (const long frame : {35, 40, 45, 50, 55}) {
    const std::string name = RunFolder::frameName(frame, "vtp", RunFolder::kFoam);
    const auto a = kindsIn(readVtp(folder().frames() / name)), b = kindsIn(readVtp(out / name));
    for (std::size_t k = 0; k < 3; ++k) {
      during[k] += a[k];
      after[k] += b[k];
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_GT(during[k], 100) << k;
    EXPECT_NEAR(after[k] / during[k], 1, 0.25) << k;
  }
  const Box3f tank{{0, 0, 0}, {0.75f, 1, 0.3f}};
  for (const Vec3f& x : readVtp(out / "foam_000055.vtp").positions) EXPECT_TRUE(tank.contains(x));
}

TEST_F(FoamOutput, FramesGiveTheSameBitsAgain) {
  const TemporaryFolder out;
  foamRun(folder(), dam(), job(out / "a"));
  foamRun(folder(), dam(), job(out / "b"));
  const auto a = readVtp(out / "a/foam_000055.vtp"), b = readVtp(out / "b/foam_000055.vtp");
  EXPECT_EQ(a.positions, b.positions);
  FoamJob other = job(out / "c");
  other.params.seed = 2;
  foamRun(folder(), dam(), other);
  EXPECT_NE(readVtp(out / "c/foam_000055.vtp").positions, a.positions);
}

TEST_F(FoamOutput, FluidIsTheSameWithAndWithoutFoam) {
  const TemporaryFolder out;
  const auto with = run(dam(), {.folder = out / "with", .steps = 60});
  const auto without = run(dam(R"(["vtp"])"), {.folder = out / "without", .steps = 60});
  EXPECT_EQ(with.hash, without.hash);
}

TEST_F(FoamOutput, FramesThatLackSomethingAreNamed) {
  using testing::HasSubstr;
  const TemporaryFolder out;
  const RunFolder bad(out / "bad");
  fs::create_directories(bad.frames());
  const auto jobOf = [&] { foamRun(bad, dam(), job(out / "made")); };
  EXPECT_THAT(messageOf(jobOf), HasSubstr("no frames of particles"));
  const std::vector<Vec3f> x{{0.1f, 0.1f, 0.1f}, {0.2f, 0.1f, 0.1f}};
  const std::vector<std::uint32_t> id{0, 1};
  const fs::path file = bad.frames() / "particles_000000.vtp";
  writeVtp(file, {x, {{"id", std::span(id)}}, 0});
  EXPECT_THAT(messageOf(jobOf), HasSubstr("has no velocity of its particles"));
  writeVtp(file, {x, {{"velocity", std::span(x)}}, 0});
  EXPECT_THAT(messageOf(jobOf), HasSubstr("has no id of its particles"));
  const std::vector<Vec3f> broken{{0, NAN, 0}, {0, 0, 0}};
  writeVtp(file, {x, {{"velocity", std::span(broken)}, {"id", std::span(id)}}, 0});
  EXPECT_THAT(messageOf(jobOf), HasSubstr("velocity of particle 0 is not a finite number"));
  FoamJob surfaces = job(out / "made");
  surfaces.formats = {"ply"};
  EXPECT_THAT(messageOf([&] { foamRun(folder(), dam(), surfaces); }),
              HasSubstr("ply holds surfaces and no particles"));
}

TEST_F(FoamOutput, SolidsMayNotBeNamedFoam) {
  EXPECT_THAT(messageOf([] {
                parseScene(
                    "format = 1\n[[solid]]\nname = \"foam\"\nmesh = { box = [[0, 0, 0], [1, "
                    "1, 1]] }\n",
                    "a.toml");
              }),
              testing::HasSubstr("foam"));
}

}  // namespace
}  // namespace shoal
