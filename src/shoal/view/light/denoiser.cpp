#include "shoal/view/light/denoiser.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr int kPasses = 5, kAlbedoPasses = 2;
constexpr std::array<float, 3> kSpline{3.f / 8, 1.f / 4, 1.f / 16};  // cubic, by distance
// Widths of the weights: of light in deviations of its noise; off the plane in pixels; of albedo.
constexpr float kLight = 3, kPlane = 1.5f, kAlbedo = 0.15f;
constexpr float kNormal = 48;   // times the square of the difference of normals
constexpr float kDark = 1e-3f;  // albedo below which nothing is divided

float brightness(const Vec3f& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }

Vec3f over(const Vec3f& light, const Vec3f& albedo) {
  return {light.x / std::max(kDark, albedo.x), light.y / std::max(kDark, albedo.y),
          light.z / std::max(kDark, albedo.z)};
}

Vec3f times(const Vec3f& a, const Vec3f& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

struct Lit {
  Vec3f light;
  float variance = 0;
};

// How far apart pixels may be in what does not follow from the light itself.
struct Tolerance {
  float normal;  // weight of the square of the difference
  float albedo;  // weight likewise
};

class Filter {
 public:
  Filter(const LightImage& image, const Tolerance& tolerance)
      : image_(image), tolerance_(tolerance) {}

  std::vector<Lit> run(std::vector<Lit> lit, int passes) {
    lit_ = std::move(lit);
    for (int pass = 0; pass < passes; ++pass) {
      std::vector<Lit> next(lit_.size());
      forEachPixel([&](int x, int y) { next[image_.index(x, y)] = filtered(x, y, 1 << pass); });
      lit_ = std::move(next);
    }
    return std::move(lit_);
  }

 private:
  template <class Work>
  void forEachPixel(Work&& work) const {
    parallelChunks(
        static_cast<std::size_t>(image_.height),
        [&](Range rows, std::size_t) {
          for (std::size_t y = rows.begin; y != rows.end; ++y)
            for (int x = 0; x < image_.width; ++x) work(x, static_cast<int>(y));
        },
        4);
  }

  // The variance of few paths is itself noise: the mean of those around.
  float noise(int x, int y) const {
    float sum = 0, weights = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int u = x + dx, v = y + dy;
        if (u < 0 || v < 0 || u >= image_.width || v >= image_.height) continue;
        const float w = (dx == 0 ? 2.f : 1.f) * (dy == 0 ? 2.f : 1.f);
        sum += w * lit_[image_.index(u, v)].variance;
        weights += w;
      }
    return std::sqrt(std::max(0.f, sum / weights));
  }

  Lit filtered(int x, int y, int step) const {
    const std::size_t p = image_.index(x, y);
    const Vec3f& normal = image_.normal[p];
    const Vec3f& position = image_.position[p];
    const float own = brightness(lit_[p].light);
    const float perLight = 1 / (kLight * noise(x, y) + 1e-4f);
    const float width = image_.pixel * length(position - image_.eye);
    const float perPlane = 1 / (kPlane * width * static_cast<float>(step) + 1e-30f);
    Lit sum;
    float weights = 0;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const int u = x + step * dx, v = y + step * dy;
        if (u < 0 || v < 0 || u >= image_.width || v >= image_.height) continue;
        const std::size_t q = image_.index(u, v);
        const Vec3f turn = image_.normal[q] - normal, hue = image_.albedo[q] - image_.albedo[p];
        const float apart = std::abs(dot(normal, image_.position[q] - position)) * perPlane +
                            tolerance_.normal * dot(turn, turn) +
                            std::abs(brightness(lit_[q].light) - own) * perLight +
                            tolerance_.albedo * dot(hue, hue);
        const float w = kSpline[static_cast<std::size_t>(std::abs(dx))] *
                        kSpline[static_cast<std::size_t>(std::abs(dy))] * std::exp(-apart);
        sum.light += w * lit_[q].light;
        sum.variance += w * w * lit_[q].variance;
        weights += w;
      }
    return {sum.light / weights, sum.variance / (weights * weights)};
  }

  const LightImage& image_;
  Tolerance tolerance_;
  std::vector<Lit> lit_;
};

// Takes single bright or dark pixels of mirrors and clear surfaces back to the range of those
// around.
std::vector<Lit> withoutSpeckles(const LightImage& image, const std::vector<Lit>& lit) {
  std::vector<Lit> calm = lit;
  parallelFor(lit.size(), [&](std::size_t i) {
    if (!image.mirrored[i] || lit.size() < 2) return;
    const int x = static_cast<int>(i % static_cast<std::size_t>(image.width));
    const int y = static_cast<int>(i / static_cast<std::size_t>(image.width));
    Vec3f least{1e30f, 1e30f, 1e30f}, most{};
    for (int v = std::max(0, y - 1); v <= std::min(image.height - 1, y + 1); ++v)
      for (int u = std::max(0, x - 1); u <= std::min(image.width - 1, x + 1); ++u) {
        if (u == x && v == y) continue;
        least = min(least, lit[image.index(u, v)].light);
        most = max(most, lit[image.index(u, v)].light);
      }
    calm[i].light = min(most, max(least, lit[i].light));
  });
  return calm;
}

// Albedo is as exact as the edges of a picture on what is matt. In mirrors and clear surfaces it is
// a picture of its own, with a grain.
std::vector<Vec3f> smoothAlbedo(const LightImage& image) {
  std::vector<Lit> albedo(image.light.size());
  parallelFor(albedo.size(), [&](std::size_t i) {
    albedo[i] = {image.albedo[i], image.albedoVariance[i]};
  });
  const std::vector<Lit> smooth =
      Filter(image, {4, 0}).run(withoutSpeckles(image, albedo), kAlbedoPasses);
  std::vector<Vec3f> result(albedo.size());
  parallelFor(result.size(), [&](std::size_t i) {
    result[i] = image.mirrored[i] ? smooth[i].light : image.albedo[i];
  });
  return result;
}

}  // namespace

LightImage::LightImage(int w, int h) : width(w), height(h) {
  const std::size_t pixels = static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
  light.resize(pixels);
  albedo.resize(pixels);
  normal.resize(pixels);
  position.resize(pixels);
  variance.resize(pixels);
  albedoVariance.resize(pixels);
  mirrored.resize(pixels);
}

std::vector<Vec3f> denoised(const LightImage& image) {
  std::vector<Lit> lit(image.light.size());
  parallelFor(lit.size(), [&](std::size_t i) {
    lit[i] = {over(image.light[i], image.albedo[i]), image.variance[i]};
  });
  lit = Filter(image, {48, 40}).run(withoutSpeckles(image, lit), kPasses);
  const std::vector<Vec3f> albedo = smoothAlbedo(image);
  std::vector<Vec3f> light(lit.size());
  parallelFor(light.size(), [&](std::size_t i) {
    light[i] = times(lit[i].light, max(Vec3f{kDark, kDark, kDark}, albedo[i]));
  });
  return light;
}

}  // namespace shoal
