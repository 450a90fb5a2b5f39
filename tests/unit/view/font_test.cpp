// Text on pictures: letters, their widths, and where lines break.
#include "shoal/view/picture/font.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr Rgb kWhite{255, 255, 255};

Image written(std::string_view text, double size = 20) {
  Image image(120, 60);
  drawText(image, 40, 40, size, kWhite, text);
  return image;
}

bool hasInk(const Image& image) {
  return std::any_of(image.rgb.begin(), image.rgb.end(), [](std::uint8_t c) { return c > 0; });
}

TEST(Font, EveryCharacterHasItsOwnShapeWithinItsLine) {
  std::set<std::string> shapes;
  for (char c = ' '; c <= '~'; ++c) {
    const Image image = written(std::string(1, c));
    EXPECT_TRUE(shapes.emplace(image.rgb.begin(), image.rgb.end()).second) << c;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        if (image.pixel(x, y)[0]) {
          EXPECT_GE(y, 40 - std::ceil(20 * kAscent)) << c;
          EXPECT_LT(y, 40 + std::ceil(20 * kDescent)) << c;
          EXPECT_GE(x, 38) << c;
          EXPECT_LE(x, 42 + textWidth(std::string(1, c), 20)) << c;
        }
  }
}

TEST(Font, ReadsUtf8AndMarksWhatIsNot) {
  std::set<std::string> shapes;
  for (const char* letter : {"u", "\u00fc", "\u00b5", "\u03c3", "\u00b3", "\ufffd"}) {
    const Image image = written(letter);
    EXPECT_TRUE(shapes.emplace(image.rgb.begin(), image.rgb.end()).second) << letter;
  }
  const auto mark = written("\ufffd").rgb;
  for (const char* wrong : {"\xff", "\x80", "\xc3", "\xc0"}) EXPECT_EQ(written(wrong).rgb, mark);
  EXPECT_EQ(written("\xe0\x80\x80").rgb, written("\ufffd\ufffd\ufffd").rgb);  // overlong
  EXPECT_EQ(written("\xed\xa0\x80").rgb, written("\ufffd\ufffd\ufffd").rgb);  // half of a pair
  EXPECT_FALSE(hasInk(written("\n\t ")));
}

TEST(Font, WidthGrowsWithTheSizeAndTheText) {
  EXPECT_NEAR(textWidth("shoal", 40), 2 * textWidth("shoal", 20), 0.1);
  EXPECT_NEAR(textWidth("shoal", 20), textWidth("sho", 20) + textWidth("al", 20), 1e-9);
  EXPECT_EQ(textWidth("", 20), 0);
}

TEST(Font, EdgesAreSoftAndTextIsClipped) {
  const Image image = written("O");
  std::set<std::uint8_t> shades(image.rgb.begin(), image.rgb.end());
  EXPECT_GT(shades.size(), 10u);
  Image small(30, 9);
  drawText(small, -7, 3, 40, kWhite, "clipped on every side");
  EXPECT_TRUE(hasInk(small));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines)
    for (const char c : line)
      if (c != ' ') all += c;
  return all;
}

TEST(Font, LongTextBreaksIntoLinesThatFitAndLosesNothing) {
  std::string words, word(200, 'm');
  while (words.size() < 200) words += "Stra\u00dfe und Wehr ";
  for (const std::string& text : {words, word}) {
    const auto lines = brokenIntoLines(text, 10, 300, 100);
    EXPECT_GT(lines.size(), 2u);
    for (const std::string& line : lines) EXPECT_LE(textWidth(line, 10), 300) << line;
    EXPECT_EQ(joined(lines), joined({text}));
  }
  EXPECT_EQ(brokenIntoLines("two words", 10, 1000, 3), (std::vector<std::string>{"two words"}));
}

TEST(Font, TextOfTooManyLinesEndsInAnEllipsis) {
  const std::string word(200, 'm');
  const auto lines = brokenIntoLines(word, 10, 300, 2);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[1].ends_with("\u2026"));
  EXPECT_LE(textWidth(lines[1], 10), 300);
  EXPECT_TRUE(brokenIntoLines(word, 10, 300, 0).empty());
  EXPECT_TRUE(brokenIntoLines(word, 10, 3, 5).empty());
  EXPECT_TRUE(brokenIntoLines("", 10, 300, 5).empty());
  EXPECT_TRUE(brokenIntoLines(" \n ", 10, 300, 5).empty());
}

}  // namespace
}  // namespace shoal
