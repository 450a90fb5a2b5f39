// Labels beside the scene: neither lies on the other.
#include "shoal/view/picture/labels.h"

#include <sstream>

#include <gtest/gtest.h>

#include "test_shots.h"

namespace shoal {
namespace {

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{320, 240}, {480, 360},  {640, 200},
                           {960, 720}, {720, 1280}, {3840, 2160}};

Colouring coloured(double low, double high) {
  Colouring colouring;
  colouring.name = "pressure";
  colouring.unit = "Pa";
  colouring.low = low;
  colouring.high = high;
  colouring.values = {1};
  return colouring;
}

Image paper(const Size& size) {
  Image image(size.width, size.height);
  std::fill(image.rgb.begin(), image.rgb.end(), std::uint8_t{255});
  return image;
}

bool isPaper(const Image& image, int x, int y) { return image.pixel(x, y) == Rgb{255, 255, 255}; }

TEST(Labels, LieWithinThePictureAndBesideTheScene) {
  std::ostringstream words;
  for (int k = 0; k < 10; ++k) words << "a title of many words ";
  const std::string longTitle = words.str();
  for (const Size& size : kSizes)
    for (const std::string& title : {std::string("Dam break"), longTitle, std::string(200, 'W')})
      for (const auto& [low, high, scale] :
           {std::tuple{0.0, 1.0, 300.0}, {-1e12, 1e12, 0.5}, {998.7, 1001.2, 1e7}}) {
        const Colouring colouring = coloured(low, high);
        const Labels labels(size.width, size.height, title, colouring, true);
        Image image = paper(size);
        labels.draw(image, colouring, 12.345, scale);
        const PixelBox& scene = labels.scene();
        EXPECT_GT(scene.width, size.width * 0.7);
        EXPECT_GT(scene.height, size.height * 0.55);
        int ink = 0;
        for (int y = 0; y < size.height; ++y)
          for (int x = 0; x < size.width; ++x) {
            if (isPaper(image, x, y)) continue;
            ++ink;
            const bool atTheEdge = x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1;
            ASSERT_FALSE(atTheEdge || scene.contains(x, y)) << size.width << " " << x << " " << y;
          }
        EXPECT_GT(ink, 200);
      }
}

TEST(Labels, ATitleOfTwoHundredLettersIsShownInFull) {
  const auto ending = [](const char* word) {
    std::ostringstream text;
    for (int k = 0; k < 39; ++k) text << "flow ";
    text << "+" << word;
    return text.str();
  };
  for (const Size& size : kSizes) {
    if (size.height < 240) continue;
    const Colouring colouring = coloured(0, 1);
    // Without its last word the picture is another one.
    const auto picture = [&](const std::string& text) {
      Image image = paper(size);
      Labels(size.width, size.height, text, colouring, true).draw(image, colouring, 0, {});
      return image.rgb;
    };
    EXPECT_NE(picture(ending("last")), picture(ending("lost"))) << size.width;
  }
}

TEST(Labels, SmallPicturesHaveNone) {
  const Colouring colouring = coloured(0, 1);
  for (const Size& size : {Size{16, 16}, Size{30, 40}}) {
    const Labels labels(size.width, size.height, "title", colouring, true);
    EXPECT_EQ(labels.scene().width, size.width);
    EXPECT_EQ(labels.scene().height, size.height);
  }
}

// Both shots fill the picture and more: only the scene may differ.
TEST(Labels, TheSceneIsDrawnNowhereElseAlsoWhenTheCameraIsPlaced) {
  for (const int dimensions : {2, 3})
    for (const Size& size : {Size{320, 240}, Size{500, 300}}) {
      Cloud slow, fast;
      for (int i = 0; i < 900; ++i) {
        const Vec3f p{static_cast<float>(i % 30) - 15, static_cast<float>(i / 30) - 15, 0};
        slow.add(p, 0.1f);
        fast.add(p, 1);
      }
      ViewParams params;
      params.width = size.width;
      params.height = size.height;
      params.high = 1;
      if (dimensions == 3) params.position = Vec3d{0, 0, 9};
      params.target = Vec3d{0, 0, 0};
      const auto picture = [&](const Cloud& cloud, const std::string& title) {
        Shot shot = cloud.shot(0.9);
        shot.dimensions = dimensions;
        shot.frame = {{-2, -2, -1}, {2, 2, 1}};
        shot.title = title;
        return render(shot, params);
      };
      const Image one = picture(slow, "title"), other = picture(fast, "title"),
                  renamed = picture(slow, "TITLE");
      const Colouring colouring = colourParticles(slow.shot(0.9).particles, params);
      const PixelBox scene = Labels(size.width, size.height, "title", colouring, true).scene();
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
          if (scene.contains(x, y)) {
            ASSERT_NE(one.pixel(x, y), other.pixel(x, y)) << x << " " << y;
            ASSERT_EQ(one.pixel(x, y), renamed.pixel(x, y)) << x << " " << y;
          } else {
            ASSERT_EQ(one.pixel(x, y), other.pixel(x, y)) << x << " " << y;
          }
      EXPECT_GT(pixelsThatDiffer(one, renamed), 20);
    }
}

TEST(Labels, AreLeftOutOnDemand) {
  Cloud cloud;
  cloud.add({0, 0, 0});
  Shot shot = cloud.shot(0.1);
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  ViewParams params = smallPicture(320, 240);
  const auto titled = [&](char letter) {
    shot.title.assign(1, letter);
    return render(shot, params);
  };
  EXPECT_EQ(pixelsThatDiffer(titled('a'), titled('b')), 0);
  params.labels = true;
  EXPECT_GT(pixelsThatDiffer(titled('a'), titled('b')), 0);
}

TEST(Render, TransparentPicturesHaveNoBackground) {
  Cloud cloud;
  cloud.add({0, 0, 0});
  Shot shot = cloud.shot(0.5);
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  ViewParams params = smallPicture();
  const Image opaque = render(shot, params);
  params.transparent = true;
  const Image image = render(shot, params);
  ASSERT_EQ(image.alpha.size(), std::size_t{160} * 120);
  EXPECT_EQ(image.alpha[0], 0);
  EXPECT_EQ(image.alpha[image.index(80, 60) / 3], 255);
  EXPECT_EQ(image.pixel(80, 60), opaque.pixel(80, 60));
  EXPECT_TRUE(opaque.alpha.empty());
  EXPECT_TRUE(std::any_of(image.alpha.begin(), image.alpha.end(),
                          [](std::uint8_t a) { return a > 20 && a < 235; }));
}

}  // namespace
}  // namespace shoal
