// Light on surfaces: grain, shadows of a surface on itself, facets.
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "shoal/view/picture/pixel_samples.h"
#include "shoal/view/picture/smooth_normals.h"
#include "test_shots.h"

namespace shoal {
namespace {

TEST(PixelSamples, SquaresOfPixelsHaveEvenPointsTogether) {
  // 4 x 4 pixels of 32 sky points: one point in each of 512 cells, in both shapes of 16 x 32.
  for (const auto& [left, top] : {std::pair{0, 0}, {132, 64}, {8188, 8188}}) {
    std::vector<int> wide(512), high(512);
    for (int y = top; y < top + 4; ++y)
      for (int x = left; x < left + 4; ++x) {
        const PixelSamples points(x, y);
        for (std::uint32_t k = 0; k < PixelSamples::kPlaces * PixelSamples::kSkyRays; ++k) {
          const auto [u, v] = points.point(SampleUse::Sky, k);
          ASSERT_TRUE(u >= 0 && u < 1 && v >= 0 && v < 1);
          ++wide[static_cast<std::size_t>(16 * u) * 32 + static_cast<std::size_t>(32 * v)];
          ++high[static_cast<std::size_t>(32 * u) * 16 + static_cast<std::size_t>(16 * v)];
        }
      }
    EXPECT_EQ(wide, std::vector<int>(512, 1));
    EXPECT_EQ(high, std::vector<int>(512, 1));
  }
}

// A wall that rises from a floor, which takes some of its sky, under the lamp; much wider than the
// picture, so that all pixels of a row are to have the same light.
Shot wallOnFloor() {
  PictureMesh corner;
  corner.vertices = {{-9, -1, -1}, {9, -1, -1}, {9, -1, 3}, {-9, -1, 3}, {-9, 5, -1}, {9, 5, -1}};
  corner.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4}};
  corner.colour = Rgb{196, 196, 192};
  Shot shot;
  shot.walls = {corner};
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  return shot;
}

struct Grain {
  double deviation = 0;  // over the mean
  double alongRows = 0, alongColumns = 0;
};

// Deviations from the mean of each row, and their autocorrelation four pixels away.
Grain grainOf(const Image& image, int left, int top, int width, int height) {
  std::vector<std::vector<double>> rows;
  double mean = 0, variance = 0;
  for (int y = top; y < top + height; ++y) {
    std::vector<double> row;
    for (int x = left; x < left + width; ++x) row.push_back(image.pixel(x, y)[0]);
    const double ofRow = std::accumulate(row.begin(), row.end(), 0.0) / width;
    mean += ofRow / height;
    for (double& v : row) {
      v -= ofRow;
      variance += v * v / (width * height);
    }
    rows.push_back(row);
  }
  Grain grain;
  grain.deviation = std::sqrt(variance) / mean;
  const auto columns = static_cast<std::size_t>(width);
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < columns; ++x) {
      if (x + 4 < columns)
        grain.alongRows += rows[y][x] * rows[y][x + 4] / (height * (width - 4) * variance);
      if (y + 4 < rows.size())
        grain.alongColumns += rows[y][x] * rows[y + 4][x] / ((height - 4) * width * variance);
    }
  return grain;
}

TEST(Grain, OfAPlainWallIsFineAndHasNoPeriod) {
  ViewParams params = smallPicture(960, 720);
  params.position = Vec3d{0, 0, 6};
  params.target = Vec3d{0, -0.6, -1};
  params.fieldOfView = 20;
  const Image image = render(wallOnFloor(), params);
  for (int top = 330; top < 450; top += 40) {
    const Grain grain = grainOf(image, 200, top, 500, 40);
    EXPECT_GT(grain.deviation, 0.0005) << top;  // the wall has a part of the sky
    EXPECT_LT(grain.deviation, 0.005) << top;
    EXPECT_LT(std::abs(grain.alongRows), 0.05) << top;
    EXPECT_LT(std::abs(grain.alongColumns), 0.05) << top;
  }
}

// Nothing stands before a plane or above a ball: a pixel that is darker than those around it is a
// shadow of the surface on itself.
TEST(Light, SurfacesDoNotShadeThemselvesInScenesOfAnySize) {
  for (const double size : {1e-3, 1.0, 1e3})
    for (const double offset : {0.0, 20.0}) {
      const auto at = [&](double x, double y, double z) {
        return size * (Vec3d{x, y, z} + Vec3d{offset, 0, offset / 3});
      };
      PictureMesh floor;
      floor.vertices = {at(-5, 0, -5), at(5, 0.7, -5), at(5, 0.7, 5), at(-5, 0, 5)};
      floor.triangles = {{0, 2, 1}, {0, 3, 2}};
      floor.colour = Rgb{200, 200, 200};
      Shot shot;
      shot.walls = {floor};
      shot.radius = 1e-3 * size;
      shot.frame = {at(-1, 0, -1), at(1, 1, 1)};
      ViewParams params = smallPicture();
      params.position = at(0, 1.2, 6);
      params.target = at(0, 0.2, 0);
      params.fieldOfView = 12;
      const Image image = render(shot, params);
      const Rgb middle = image.pixel(80, 60);
      for (int y = 40; y < 110; ++y)
        for (int x = 10; x < 150; ++x)
          ASSERT_EQ(image.pixel(x, y), middle) << size << " " << offset << " " << x << " " << y;
    }
}

TEST(Light, BallsOfAnySizeLookTheSame) {
  const auto picture = [](double size) {
    Cloud cloud;
    cloud.add({0, 0, 0});
    Shot shot = cloud.shot(0.5 * size);
    shot.frame = {Vec3d{-1, -1, -1} * size, Vec3d{1, 1, 1} * size};
    return render(shot, smallPicture());
  };
  const Image one = picture(1);
  for (const double size : {1e-3, 1e3}) {
    const Image other = picture(size);
    int far = 0;
    for (std::size_t i = 0; i < one.rgb.size(); ++i) far += std::abs(one.rgb[i] - other.rgb[i]) > 2;
    EXPECT_LT(far, 30) << size;
  }
}

// A ball of triangles between circles of latitude.
PictureMesh facetedBall(int around) {
  PictureMesh ball;
  const int rings = around / 2;
  const double step = 2 * std::numbers::pi / around;
  for (int ring = 0; ring <= rings; ++ring)
    for (int k = 0; k < around; ++k)
      ball.vertices.push_back({std::sin(ring * step) * std::cos(k * step), std::cos(ring * step),
                               std::sin(ring * step) * std::sin(k * step)});
  const auto vertex = [&](int ring, int k) {
    return static_cast<std::uint32_t>(ring * around + k % around);
  };
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < around; ++k) {
      if (ring > 0)
        ball.triangles.push_back({vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k)});
      if (ring + 1 < rings)
        ball.triangles.push_back(
            {vertex(ring, k + 1), vertex(ring + 1, k + 1), vertex(ring + 1, k)});
    }
  ball.colour = Rgb{200, 200, 200};
  return ball;
}

TEST(SmoothNormals, OfABallAreItsRadii) {
  const PictureMesh ball = facetedBall(24);
  const auto normals = smoothNormals(ball, ball.triangles);
  for (std::size_t t = 0; t < normals.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_GT(dot(Vec3d(normals[t][k]), ball.vertices[ball.triangles[t][k]]), 0.999);
}

TEST(SmoothNormals, EdgesOfABoxStaySharp) {
  const PictureMesh box = boxWall({0, 0, 0}, {1, 2, 3});
  const auto normals = smoothNormals(box, box.triangles);
  for (std::size_t t = 0; t < normals.size(); ++t)
    for (const Vec3f& normal : normals[t])
      EXPECT_EQ(normal, Vec3f(normalOf(box, box.triangles[t])));
}

// Facets show as steps of light from pixel to pixel, which a smooth ball does not have.
TEST(SmoothNormals, AFacetedBallLooksRound) {
  Shot shot;
  shot.walls = {facetedBall(24)};
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  ViewParams params = smallPicture(320, 240);
  params.position = Vec3d{0, 0, 6};
  params.target = Vec3d{0, 0, 0};
  const Image image = render(shot, params);
  double largest = 0;
  for (int x = 110; x < 210; ++x)
    largest = std::max(
        largest, std::abs(double(image.pixel(x, 120)[0]) - double(image.pixel(x + 1, 120)[0])));
  EXPECT_LT(largest, 6);
}

}  // namespace
}  // namespace shoal
