// What pictures are made of: pixels, PNG files, colours, numbers on the colour bar.
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/colouring.h"
#include "shoal/view/picture/shading.h"
#include "shoal/view/picture/ticks.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

Image noise(int width, int height) {
  Image image(width, height);
  std::mt19937 random(1);
  for (std::uint8_t& c : image.rgb) c = static_cast<std::uint8_t>(random());
  return image;
}

TEST(Png, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const Image image = noise(37, 21);
  writePng(folder / "a.png", image);
  const Image read = readPng(folder / "a.png");
  EXPECT_EQ(read.width, 37);
  EXPECT_EQ(read.height, 21);
  EXPECT_EQ(read.rgb, image.rgb);
  EXPECT_TRUE(read.alpha.empty());
}

TEST(Png, KeepsTransparency) {
  const TemporaryFolder folder;
  Image image = noise(5, 3);
  for (int i = 0; i < 15; ++i) image.alpha.push_back(static_cast<std::uint8_t>(17 * i));
  writePng(folder / "a.png", image);
  EXPECT_EQ(readPng(folder / "a.png").alpha, image.alpha);
  EXPECT_EQ(readPng(folder / "a.png").rgb, image.rgb);
  image.alpha.pop_back();
  EXPECT_THROW(writePng(folder / "a.png", image), Error);
}

TEST(Blend, OverTransparentPixelsKeepsItsColour) {
  Image image(2, 1);
  image.alpha = {0, 255};
  for (const int x : {-1, 0, 1, 2}) blend(image, x, 0, 0.5, {200, 100, 0});
  EXPECT_EQ(image.pixel(0, 0), (Rgb{200, 100, 0}));
  EXPECT_EQ(image.pixel(1, 0), (Rgb{100, 50, 0}));
  EXPECT_EQ(image.alpha, (std::vector<std::uint8_t>{128, 255}));
}

TEST(Png, DamagedFilesAreReadOrRefused) {
  const TemporaryFolder folder;
  writePng(folder / "a.png", noise(8, 8));
  const std::string whole = readFile(folder / "a.png");
  std::mt19937 random(2);
  int refused = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto path = folder / fmt::format("{}.png", trial);
    std::ofstream(path, std::ios::binary) << damaged.substr(0, whole.size() - random() % 3);
    try {
      readPng(path);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
}

TEST(Png, PicturesWithoutPixelsOrWithTooManyAreRefused) {
  const TemporaryFolder folder;
  Image wrong(4, 4);
  wrong.rgb.pop_back();
  EXPECT_THROW(writePng(folder / "a.png", Image{}), Error);
  EXPECT_THROW(writePng(folder / "a.png", wrong), Error);
  EXPECT_THROW(writePng(folder / "a.png", Image(kLargestImage + 1, 1)), Error);
}

double luminance(const Rgb& colour) {
  const Vec3f c = toLinear(colour);
  return 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z;
}

TEST(ColourMap, LuminanceGrowsFromEndToEnd) {
  for (int i = 0; i < 100; ++i)
    EXPECT_LT(luminance(mapColour(i / 100.0)), luminance(mapColour((i + 1) / 100.0))) << i;
  EXPECT_GT(luminance(mapColour(1)), 10 * luminance(mapColour(0)));
}

TEST(ColourMap, ValuesOutsideTakeTheEndsAndNotANumberStandsOut) {
  EXPECT_EQ(mapColour(-5), mapColour(0));
  EXPECT_EQ(mapColour(HUGE_VAL), mapColour(1));
  EXPECT_EQ(mapColour(NAN), kNotANumberColour);
}

TEST(LinearLight, IsTheInverseOfThePicture) {
  for (int c = 0; c < 256; ++c) {
    const auto v = static_cast<std::uint8_t>(c);
    EXPECT_EQ(toPicture(toLinear({v, v, v})), (Rgb{v, v, v}));
  }
}

std::vector<std::string> tickTexts(double low, double high) {
  std::vector<std::string> texts;
  for (const Tick& t : ticks(low, high)) texts.push_back(t.text);
  return texts;
}

TEST(ColourBar, TicksAreRoundNumbersInRange) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(tickTexts(0, 1), (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(tickTexts(-3, 8), (Texts{"-2", "0", "2", "4", "6", "8"}));
  EXPECT_EQ(tickTexts(998.7, 1001.2), (Texts{"999.0", "999.5", "1000.0", "1000.5", "1001.0"}));
  EXPECT_EQ(tickTexts(0, 5e6), (Texts{"0", "1e+06", "2e+06", "3e+06", "4e+06", "5e+06"}));
  for (const auto& [low, high] : {std::pair{1e-9, 2e-9}, {-1e12, 1e12}, {1e12, 1e12 + 1e-3}}) {
    const auto list = ticks(low, high);
    EXPECT_LT(list.size(), 30u);
    for (const Tick& t : list) EXPECT_LE(t.text.size(), 9u) << t.text;
  }
}

TEST(ScaleBar, LengthsAreRoundAndHaveUnitsThatSuit) {
  EXPECT_DOUBLE_EQ(roundedDown(0.3), 0.2);
  EXPECT_DOUBLE_EQ(roundedDown(4999), 2000);
  EXPECT_DOUBLE_EQ(roundedDown(7e-4), 5e-4);
  EXPECT_EQ(lengthText(0.2), "0.2 m");
  EXPECT_EQ(lengthText(500), "500 m");
  EXPECT_EQ(lengthText(2000), "2 km");
  EXPECT_EQ(lengthText(0.05), "50 mm");
  EXPECT_EQ(lengthText(2e-5), "20 \u00b5m");
  EXPECT_EQ(lengthText(2e-9), "2e-09 m");
}

TEST(Colouring, RangeIgnoresOutliersAndWhatIsNotANumber) {
  std::vector<Vec3f> positions(1001);
  std::vector<float> pressure(1001);
  for (std::size_t i = 0; i < 1001; ++i) pressure[i] = static_cast<float>(i);
  pressure[1000] = 1e30f;
  pressure[3] = NAN;
  const ParticleTable table{positions, {{"pressure", std::span<const float>(pressure)}}, 0};
  ViewParams params;
  params.colourBy = ColourBy::Pressure;
  const Colouring c = colourParticles(table, params);
  EXPECT_NEAR(c.low, 10, 2);
  EXPECT_NEAR(c.high, 990, 2);
  EXPECT_TRUE(std::isnan(c.at(3)));
  params.low = -1;
  params.high = 1;
  EXPECT_EQ(colourParticles(table, params).at(0), 0.5);
}

TEST(Colouring, MissingColumnsAndEmptyRangesAreErrors) {
  const std::vector<Vec3f> positions(2);
  const ParticleTable table{positions, {}, 0};
  for (const ColourBy by : {ColourBy::Speed, ColourBy::Pressure, ColourBy::Density}) {
    ViewParams params;
    params.colourBy = by;
    EXPECT_THROW(colourParticles(table, params), Error);
  }
  const std::vector<float> density(2, 1000.f);
  const ParticleTable still{positions, {{"density", std::span<const float>(density)}}, 0};
  ViewParams params;
  params.colourBy = ColourBy::Density;
  EXPECT_GT(colourParticles(still, params).high, colourParticles(still, params).low);
  params.low = 2;
  params.high = 1;
  EXPECT_THROW(colourParticles(still, params), Error);
}

}  // namespace
}  // namespace shoal
