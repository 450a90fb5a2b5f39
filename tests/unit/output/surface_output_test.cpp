// Surfaces of fluids that runs and `shoal surface` write, read back.
#include "shoal/output/surface_output.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/file.h"
#include "shoal/formats/bgeo.h"
#include "shoal/formats/particle_files.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/output/run.h"
#include "support/closed_mesh.h"
#include "support/mutate.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "unit/surface/test_fluids.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;

Scene twoFluids(const std::string& write) {
  return parseScene(R"toml(
    format = 1
    [run]
    until = 0.02
    fps = 100
    write = )toml" + write +
                        R"toml(
    [world]
    spacing = 0.05
    [[fluid]]
    name = "water"
    fill = [{ box = [[0, 0, 0], [0.5, 0.2, 0.5]] }]
    [[fluid]]
    name = "oil"
    density = 800
    fill = [{ box = [[0, 0.2, 0], [0.5, 0.4, 0.5]] }]
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [0.5, 1, 0.5]], open = ["+y"] } }
  )toml",
                    "two.toml");
}

TEST(SurfaceOutput, RunsWriteASurfaceOfEachFluid) {
  const TemporaryFolder folder;
  const Scene scene = twoFluids(R"(["vtp", "surface"])");
  run(scene, {.folder = folder / "run"});
  const RunFolder made(folder / "run");
  for (const char* subject : {"surface-water", "surface-oil"}) {
    EXPECT_TRUE(fs::exists(made.series(subject)));
    const SurfaceFrame frame =
        readSurfaceVtp(made.frames() / RunFolder::frameName(2, "vtp", subject));
    EXPECT_EQ(defectOf(frame.mesh, 1e-12), "") << subject;
    EXPECT_NEAR(frame.mesh.signedVolume(), 0.05, 0.015) << subject;
    EXPECT_EQ(frame.velocities.size(), frame.mesh.vertices.size());
    EXPECT_NEAR(frame.time, 0.02, 1e-9);
  }
  SurfaceJob job;
  job.out = folder / "surfaces";
  job.formats = {"vtp", "ply", "obj"};
  int files = 0;
  job.onFile = [&](const fs::path&) { ++files; };
  surfaceRun(made, scene, job);
  EXPECT_EQ(files, 6);  // three frames of two fluids
  for (const char* name : {"surface-oil_000001.vtp", "surface-oil_000001.ply",
                           "surface-water_000002.obj", "surface-water.pvd"})
    EXPECT_TRUE(fs::exists(job.out / name)) << name;
}

TEST(SurfaceOutput, SurfacesOfOtherProgramsParticles) {
  const TemporaryFolder folder;
  const std::vector<Vec3f> x = ballOfParticles(0.01, 5);
  writeBgeo(folder / "a.bgeo", {x, {{"velocity", std::span<const Vec3f>(x)}}, 0});
  std::string text = "# x y z\n";
  for (const Vec3f& p : x) text += fmt::format("{} {} {} 7\n", p.x, p.y, p.z);
  writeFileAtomically(folder / "b.xyz", text);
  SurfaceJob job;
  job.out = folder / "out";
  surfaceFiles({folder / "a.bgeo", folder / "b.xyz"}, 0.01, 3, job);
  const SurfaceFrame a = readSurfaceVtp(job.out / "surface_a.vtp");
  const SurfaceFrame b = readSurfaceVtp(job.out / "surface_b.vtp");
  EXPECT_EQ(a.mesh.vertices, b.mesh.vertices);
  EXPECT_EQ(a.velocities.size(), a.mesh.vertices.size());
  EXPECT_THROW(surfaceFiles({folder / "c.abc"}, 0.01, 3, job), Error);
}

TEST(SurfaceOutput, DamagedParticleFilesAreErrors) {
  const TemporaryFolder folder;
  const std::vector<Vec3f> x = ballOfParticles(0.01, 2);
  std::string good;
  for (const Vec3f& p : x) good += fmt::format("{} {} {}\n", p.x, p.y, p.z);
  support::Mutator mutator(3);
  for (int k = 0; k < 300; ++k) {
    writeFileAtomically(folder / "a.xyz", mutator.mutate(good));
    try {
      for (const Vec3f& p : readParticleFile(folder / "a.xyz").positions) EXPECT_TRUE(isFinite(p));
    } catch (const Error&) {
    }
  }
}

// A dam that breaks in a tank with 100 k particles, and splashes.
TEST(SurfaceOutputLong, EveryFrameOfASplashIsClosed) {
  const Scene scene = parseScene(R"toml(
    format = 1
    [run]
    until = 1.2
    fps = 20
    [world]
    spacing = 0.0125
    [[fluid]]
    name = "water"
    fill = [{ box = [[0, 0, 0], [0.6, 0.6, 0.55]] }]
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [1.6, 1.2, 0.55]], open = ["+y"] } }
  )toml",
                                 "dam.toml");
  const TemporaryFolder folder;
  run(scene, {.folder = folder / "run"});
  SurfaceReconstruction reconstruction;
  for (const fs::path& file : RunFolder(folder / "run").listFrames()) {
    const OwnedParticleTable table = readFrame(file, 20);
    EXPECT_GT(table.positions.size(), 95'000u);
    const SurfaceMesh mesh =
        reconstruction.surface({.x = table.positions, .spacing = scene.world.spacing});
    EXPECT_EQ(defectOf(mesh), "") << file;
    EXPECT_NE(defectOf(withOneFlipped(mesh)), "") << file;
  }
}

}  // namespace
}  // namespace shoal
