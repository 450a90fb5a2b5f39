// Several times of a run on one sheet.
#include "shoal/view/picture/sheet.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/output/run.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/run/render_run.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

Image plain(int width, int height, std::uint8_t shade) {
  Image image(width, height);
  std::fill(image.rgb.begin(), image.rgb.end(), shade);
  return image;
}

bool isOnSheet(const Image& sheet, const Image& picture, int left, int top) {
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      if (sheet.pixel(left + x, top + y) != picture.pixel(x, y)) return false;
  return true;
}

TEST(Sheet, HasAsFewRowsAsFitAndThoseEven) {
  const auto size = [](std::size_t pictures, int width, int height) {
    const PictureSheet sheet(pictures, width, height);
    return std::pair{sheet.image().width / width, sheet.image().height / height};
  };
  EXPECT_EQ(size(1, 30, 20), (std::pair{1, 1}));
  EXPECT_EQ(size(5, 30, 20), (std::pair{5, 1}));
  EXPECT_EQ(size(6, 30, 20), (std::pair{6, 1}));
  EXPECT_EQ(size(7, 30, 20), (std::pair{4, 2}));
  EXPECT_EQ(size(13, 30, 20), (std::pair{5, 3}));
  EXPECT_EQ(size(5, 2000, 20), (std::pair{3, 2}));  // four would fit beside each other
  EXPECT_EQ(size(2, 8192, 20), (std::pair{1, 2}));
}

TEST(Sheet, TakesPicturesInReadingOrderAndLeavesTheRestWhite) {
  PictureSheet sheet(7, 3, 2);
  for (std::uint8_t k = 0; k < 7; ++k) sheet.add(plain(3, 2, k));
  for (int k = 0; k < 8; ++k)
    EXPECT_TRUE(isOnSheet(sheet.image(), plain(3, 2, k < 7 ? static_cast<std::uint8_t>(k) : 255),
                          k % 4 * 3, k / 4 * 2))
        << k;
  EXPECT_THROW(sheet.add(plain(3, 2, 0)), Error);  // it is full
  EXPECT_THROW(PictureSheet(2, 3, 2).add(plain(2, 3, 0)), Error);
}

TEST(Sheet, OfTransparentPicturesIsTransparent) {
  Image clear = plain(3, 2, 90);
  clear.alpha.assign(6, 40);
  PictureSheet sheet(7, 3, 2);
  for (int k = 0; k < 7; ++k) sheet.add(clear);
  const Image& image = sheet.image();
  ASSERT_EQ(3 * image.alpha.size(), image.rgb.size());
  EXPECT_EQ(image.alpha[image.index(4, 3) / 3], 40);
  EXPECT_EQ(image.alpha[image.index(11, 3) / 3], 0);  // no picture is there
}

TEST(Sheet, IsRefusedBeforeItIsTooLarge) {
  for (const auto& [pictures, width, height] : {std::tuple{std::size_t{0}, 10, 10},
                                                {1, 0, 10},
                                                {1, 8193, 10},
                                                {1, 10, 8193},
                                                {3, 8192, 4096},
                                                {std::size_t{1} << 62, 960, 720}})
    EXPECT_THROW(PictureSheet(pictures, width, height), Error) << pictures << " " << width;
}

// A run of a column of water that is at rest in frame 0 and has collapsed in frame 4.
class SheetOfRun : public testing::Test {
 protected:
  SheetOfRun() {
    const Scene scene = parseScene(R"toml(
      format = 1
      run = { until = 0.2, fps = 20 }
      world = { dimensions = 2, spacing = 0.1, domain = [[-1, -1, -1], [3, 2, 1]] }
      fluid = { name = "water", fill = { box = [[0, 0], [0.3, 0.6]] } }
      solid = { name = "tank", mesh = { box = [[0, 0], [1, 1]] } }
    )toml",
                                   "sheet.toml");
    RunOptions options;
    options.folder = runFolder.path();
    run(scene, options);
    params.width = 120;
    params.height = 90;
    choice.sheet = true;
  }

  const TemporaryFolder folder;
  const RunFolder runFolder{folder / "run"};
  ViewParams params;
  FrameChoice choice;
};

TEST_F(SheetOfRun, HoldsItsSinglePicturesInOrderOfTime) {
  choice.some = 3;
  const auto files = renderRun(runFolder, folder / "pictures", params, choice, {});
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files.back().filename(), "sheet.png");
  const Image sheet = readPng(files.back());
  EXPECT_EQ(sheet.width, 360);
  EXPECT_EQ(sheet.height, 90);
  for (int k = 0; k < 3; ++k)
    EXPECT_TRUE(isOnSheet(sheet, readPng(files[static_cast<std::size_t>(k)]), 120 * k, 0)) << k;
  EXPECT_FALSE(isOnSheet(sheet, readPng(files[2]), 0, 0));
  choice.sheet = false;
  EXPECT_EQ(renderRun(runFolder, folder / "pictures", params, choice, {}).size(), 3u);
  choice.sheet = true;
  params.height = 8192;
  params.width = 8192;
  EXPECT_THROW(renderRun(runFolder, folder / "none", params, choice, {}), Error);
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_F(SheetOfRun, TakesItsColoursFromFramesInWhichSomethingMoves) {
  choice.some = 2;
  const auto files = renderRun(runFolder, folder / "pictures", params, choice, {});
  ASSERT_EQ(files.size(), 3u);
  FrameChoice last;
  last.frame = 4;
  const auto alone = renderRun(runFolder, folder / "last", params, last, {});
  EXPECT_EQ(readPng(files[1]).rgb, readPng(alone[0]).rgb);
  params.high = 1;  // what a frame at rest would make up
  EXPECT_NE(readPng(renderRun(runFolder, folder / "wide", params, last, {})[0]).rgb,
            readPng(alone[0]).rgb);
}

TEST(SceneCamera, GivesPicturesWhatTheirCallerLeavesToIt) {
  CameraParams camera;
  camera.position = Vec3d{1, 2, 3};
  camera.colour = CameraColour::Pressure;
  camera.cut = ViewCutParams{{0, 0, 0}, {0, 1, 0}, false};
  ViewParams params;
  params.width = 77;
  const ViewParams view = seenBy(camera, params);
  EXPECT_EQ(view.width, 77);
  EXPECT_EQ(view.position, camera.position);
  EXPECT_EQ(view.colourBy, ColourBy::Pressure);
  ASSERT_TRUE(view.cut);
  EXPECT_EQ(view.cut->normal, camera.cut->normal);
  EXPECT_FALSE(view.cut->solids);
}

}  // namespace
}  // namespace shoal
