// The table of frame formats, and what a run writes in each.
#include "shoal/formats/frame_format.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/file.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/output/run.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/run/render_run.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

// A format that the library does not have: positions of particles in text. Velocities are lost.
void addPoints() {
  static const bool added = [] {
    addFrameFormat({.word = "points",
                    .sentence = "Positions in text.",
                    .extension = "xyz.txt",
                    .writeParticles =
                        [](const fs::path& path, const ParticleTable& table) {
                          std::ofstream out(path);
                          for (const Vec3f& x : table.positions)
                            out << x.x << ' ' << x.y << ' ' << x.z << '\n';
                        },
                    .readParticles =
                        [](const fs::path& path) {
                          OwnedParticleTable table;
                          std::ifstream in(path);
                          for (Vec3f x; in >> x.x >> x.y >> x.z;) table.positions.push_back(x);
                          const std::vector<Vec3f> none(table.positions.size());
                          table.columns = {{"velocity", none}};
                          return table;
                        }});
    return true;
  }();
  ASSERT_TRUE(added);
}

// A drop above a sheet of cloth, written in the formats given.
Scene dropAndSheet(const std::string& formats) {
  return parseScene(fmt::format(R"toml(
    format = 1
    run = {{ until = 0.01, fps = 100, write = [{}] }}
    world = {{ spacing = 0.05, domain = [[-1, -1, -1], [1, 1, 1]] }}
    [[fluid]]
    name = "drop"
    fill = {{ box = [[-0.1, 0.3, -0.1], [0.1, 0.5, 0.1]] }}
    [[solid]]
    name = "sheet"
    model = "cloth"
    mesh = {{ plane = {{ centre = [0, 0, 0], size = [0.4, 0.2], cell = 0.1 }} }}
  )toml",
                                formats),
                    "drop.toml");
}

class FrameFormats : public testing::Test {
 protected:
  RunFolder write(const std::string& formats) {
    RunOptions options;
    options.folder = folder_.path() / "run";
    run(dropAndSheet(formats), options);
    return RunFolder(options.folder);
  }
  bool has(const RunFolder& run, const std::string& file) {
    return fs::exists(run.frames() / file);
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_F(FrameFormats, EachHoldsWhatItCanAndNothingElse) {
  const RunFolder run = write(R"("vtp", "bgeo", "ply", "obj")");
  for (const FrameFormat& format : frameFormats()) {
    // Volumes are for others alone, and not there in every build.
    if (format.word == "points" || format.word == "vdb") continue;
    EXPECT_EQ(has(run, "particles_000001." + format.extension), bool(format.writeParticles))
        << format.word;
    EXPECT_EQ(has(run, "sheet_000001." + format.extension), bool(format.writeSurface))
        << format.word;
    EXPECT_EQ(bool(format.writeParticles), bool(format.readParticles)) << format.word;
    EXPECT_EQ(bool(format.writeSurface), bool(format.readSurface)) << format.word;
  }
  EXPECT_THAT(readFile(run.series("sheet")), HasSubstr("sheet_000001.vtp"));
  EXPECT_THAT(readFile(run.series()), HasSubstr("particles_000001.vtp"));
}

TEST_F(FrameFormats, AnotherCanBeAddedFromOutside) {
  addPoints();
  const RunFolder run = write(R"("points")");
  ASSERT_EQ(run.listFrames().size(), 2u);
  EXPECT_FALSE(has(run, "sheet_000001.xyz.txt")) << "it does not hold surfaces";
  EXPECT_FALSE(has(run, "particles.pvd")) << "ParaView does not read it";
  const OwnedParticleTable last = readFrame(run.listFrames().back(), 100);
  EXPECT_EQ(last.positions.size(), 64u);
  EXPECT_DOUBLE_EQ(last.time, 0.01) << "by its number";
  ViewParams view;
  view.width = 64;
  view.height = 48;
  EXPECT_EQ(renderRun(run, folder_.path() / "pictures", view, {}, {}).size(), 2u);
}

TEST_F(FrameFormats, TheFirstInTheTableIsRead) {
  addPoints();
  const RunFolder run = write(R"("points", "bgeo", "vtp")");
  EXPECT_EQ(run.listFrames().back().extension(), ".vtp");
}

TEST_F(FrameFormats, UnknownWordsAreRefusedWhereTheyStand) {
  try {
    dropAndSheet(R"("vtp", "vpt")");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("drop.toml:3:"));
    EXPECT_THAT(error.what(), HasSubstr("run.write: \"vpt\" is not one of vtp, bgeo, ply, obj"));
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"vtp\""));
  }
  Scene byCode = dropAndSheet(R"("vtp")");
  byCode.run.write = {"vpt"};
  RunOptions options;
  options.folder = folder_.path() / "run";
  EXPECT_THROW(run(byCode, options), Error);
  EXPECT_FALSE(fs::exists(options.folder));
}

TEST_F(FrameFormats, WordsAndExtensionsAreUnique) {
  EXPECT_THROW(addFrameFormat({.word = "vtp", .sentence = "", .extension = "other"}), Error);
  EXPECT_THROW(addFrameFormat({.word = "other", .sentence = "", .extension = "vtp"}), Error);
}

}  // namespace shoal
