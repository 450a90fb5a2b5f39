#include "shoal/view/picture/shading.h"

#include <cmath>

#include "shoal/view/picture/directions.h"

namespace shoal {

namespace {

constexpr float kSky = 0.78f;       // of the light, straight up
constexpr float kSkyBelow = 0.55f;  // straight down, as if from a bright floor
constexpr float kLamp = 0.5f;
constexpr float kLampSpread = 0.08f;  // radius of the lamp at distance 1

}  // namespace

Vec3f toLinear(const Rgb& colour) {
  static const auto kChannels = [] {
    std::array<float, 256> channels{};
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const float s = static_cast<float>(c) / 255;
      channels[c] = s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
    }
    return channels;
  }();
  return {kChannels[colour[0]], kChannels[colour[1]], kChannels[colour[2]]};
}

Rgb toPicture(const Vec3f& light) {
  const auto channel = [](float l) {
    l = std::clamp(l, 0.f, 1.f);
    const float s = l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(255 * s));
  };
  return {channel(light.x), channel(light.y), channel(light.z)};
}

Vec3f lampDirection(const Camera& camera, const Vec3d& up) {
  const Vec3d level = normalised(cross(up, camera.right));  // away from the camera or towards it
  const Vec3d back = dot(level, camera.forward) > 0 ? -level : level;
  return Vec3f(normalised(1.2 * normalised(up) - 0.55 * camera.right + 0.6 * back));
}

Lighting::Lighting(const RayScene& scene, const Camera& camera, const Vec3d& up, float reach)
    : scene_(scene), up_(normalised(up)), lamp_(lampDirection(camera, up)), reach_(reach) {}

float Lighting::skyShare(const SurfacePoint& at, const PixelSamples& points,
                         std::uint32_t k) const {
  const Vec3f& normal = at.normal;
  int open = 0;
  constexpr std::uint32_t kRays = PixelSamples::kSkyRays;
  for (std::uint32_t ray = 0; ray < kRays; ++ray) {
    const Vec3f direction = cosineDirection(normal, points.point(SampleUse::Sky, k * kRays + ray));
    open += !scene_.isBlocked(at.start, direction, reach_);
  }
  return static_cast<float>(open) / static_cast<float>(kRays);
}

bool Lighting::seesLamp(const SurfacePoint& at, const PixelSamples& points, std::uint32_t k) const {
  const auto [t, b] = tangentsOf(lamp_);
  const auto [x, y] = onDisc(points.point(SampleUse::Lamp, k));
  const Vec3f towards = normalised(lamp_ + kLampSpread * (x * t + y * b));
  return dot(towards, at.normal) > 0 &&
         !scene_.isBlocked(at.start, towards, std::numeric_limits<float>::max());
}

Vec3f Lighting::shade(const SurfacePoint& at, const Vec3f& albedo, const PixelSamples& points,
                      std::uint32_t k) const {
  const float upwards = 0.5f + 0.5f * dot(at.normal, up_);
  float light = (kSkyBelow + (kSky - kSkyBelow) * upwards) * skyShare(at, points, k);
  const float facing = dot(at.normal, lamp_);
  if (facing > 0 && seesLamp(at, points, k)) light += kLamp * facing;
  return light * albedo;
}

}  // namespace shoal
