#include "shoal/view/light/lit_picture.h"

#include <cmath>

#include "shoal/view/light/path_tracer.h"

namespace shoal {

namespace {

// Triangle filter from -1 to 1 pixel: wider than a pixel, so that edges have no stairs.
float inFilter(float u) {
  const float v = 2 * u - 1;
  return v < 0 ? std::sqrt(1 + v) - 1 : 1 - std::sqrt(1 - v);
}

float brightness(const Vec3f& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; }

// Of the mean of values that are added one by one.
class Variance {
 public:
  void add(float v) {
    ++n_;
    sum_ += v;
    squares_ += v * v;
  }
  float ofMean() const {
    return n_ < 2 ? 1 : std::max(0.f, squares_ - sum_ * sum_ / n_) / (n_ * (n_ - 1));
  }

 private:
  float n_ = 0, sum_ = 0, squares_ = 0;
};

float over(const Vec3f& light, const Vec3f& albedo) {
  constexpr float kDark = 1e-3f;
  return brightness({light.x / std::max(kDark, albedo.x), light.y / std::max(kDark, albedo.y),
                     light.z / std::max(kDark, albedo.z)});
}

}  // namespace

std::uint32_t pathsOf(LightQuality quality) {
  switch (quality) {
    case LightQuality::Draft:
      return 4;
    case LightQuality::Good:
      return 16;
    case LightQuality::Film:
      return 256;
  }
  return 4;
}

LightImage traceLight(const LightScene& scene, const Camera& camera, const PixelBox& box, int paper,
                      std::uint32_t paths, std::vector<float>* covered) {
  LightImage image(box.width, box.height);
  image.pixel = static_cast<float>(2 * camera.halfHeight / box.height);
  image.eye = Vec3f(camera.eye - scene.origin());
  if (covered) covered->assign(image.light.size(), 0);
  const PathTracer tracer(scene);
  const float share = 1 / static_cast<float>(paths);
  forPixels(0, box.height, box.width, [&](int x, int y) {
    const std::size_t pixel = image.index(x, y);
    const Vec3f backdrop = backdropAt(box.top + y, paper);
    std::vector<Vec3f> lights(paths);
    Vec3f light, albedo;
    Variance ofAlbedo, ofLight;
    float cover = 0, nearest = 9;
    for (std::uint32_t k = 0; k < paths; ++k) {
      const PathSamples samples(x, y, k, paths);
      const auto place = samples.point(0);
      const double u = 2 * (x + 0.5 + double(inFilter(place[0]))) / box.width - 1;
      const double v = 1 - 2 * (y + 0.5 + double(inFilter(place[1]))) / box.height;
      const Camera::Ray ray = camera.ray(u, v);
      const PathLight path =
          tracer.trace(Vec3f(ray.origin - scene.origin()), Vec3f(ray.direction), samples, backdrop);
      const float x1 = inFilter(place[0]), y1 = inFilter(place[1]);
      if (const float distance = x1 * x1 + y1 * y1; distance < nearest) {
        nearest = distance;
        image.normal[pixel] = path.normal;
        image.position[pixel] = path.position;
      }
      ofAlbedo.add(brightness(path.albedo));
      lights[k] = path.light;
      light += path.light;
      albedo += path.albedo;
      cover += path.covered;
      if (path.mirrored) image.mirrored[pixel] = 1;
    }
    image.light[pixel] = share * light;
    image.albedo[pixel] = share * albedo;
    for (const Vec3f& l : lights) ofLight.add(over(l, share * albedo));
    image.variance[pixel] = ofLight.ofMean();
    image.albedoVariance[pixel] = ofAlbedo.ofMean();
    if (covered) (*covered)[pixel] = share * cover;
  });
  return image;
}

Image renderLit(const Shot& shot, const ViewParams& params) {
  const Stage stage(shot, params);
  Image image = stage.background();
  const LightScene scene(shot, params, stage.camera(), stage.frame());
  const PixelBox& box = stage.scene();
  std::vector<float> covered;
  const LightImage traced =
      traceLight(scene, stage.camera(), box, image.height, pathsOf(params.quality), &covered);
  const std::vector<Vec3f> light = denoised(traced);
  for (int y = 0; y < box.height; ++y)
    for (int x = 0; x < box.width; ++x) {
      const std::size_t pixel = traced.index(x, y);
      // Backdrop and shadows on the ground are part of the light, unless there is no background.
      const float share = params.transparent ? covered[pixel] : 1;
      setPixel(image, box.left + x, box.top + y, {light[pixel], share});
    }
  stage.label(image);
  return image;
}

}  // namespace shoal
