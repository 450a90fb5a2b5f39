#include "shoal/view/picture/shading.h"

#include <numbers>

namespace shoal {

namespace {

constexpr int kSkyRays = 7;         // per sample
constexpr float kSky = 0.78f;       // of the light, straight up
constexpr float kSkyBelow = 0.55f;  // straight down, as if from a bright floor
constexpr float kLamp = 0.5f;
constexpr float kLampSpread = 0.08f;  // radius of the lamp at distance 1

// An orthonormal basis around n without branches on the axes, [DBC17].
std::array<Vec3f, 2> tangents(const Vec3f& n) {
  const float sign = std::copysign(1.f, n.z);
  const float a = -1 / (sign + n.z);
  const float b = n.x * n.y * a;
  return {Vec3f{1 + sign * n.x * n.x * a, sign * b, -sign * n.x},
          Vec3f{b, sign + n.y * n.y * a, -n.y}};
}

// Maps the unit square to the unit disc.
std::array<float, 2> onDisc(const std::array<float, 2>& u) {
  const float r = std::sqrt(u[0]), angle = 2 * std::numbers::pi_v<float> * u[1];
  return {r * std::cos(angle), r * std::sin(angle)};
}

// In which order the pixels of a 4 x 4 block take their part of the directions: neighbours far
// apart.
constexpr std::array<std::array<int, 4>, 4> kOrder{
    {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}};

float fraction(double v) { return static_cast<float>(v - std::floor(v)); }

}  // namespace

Vec3f toLinear(const Rgb& colour) {
  const auto channel = [](std::uint8_t c) {
    const float s = static_cast<float>(c) / 255;
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
  };
  return {channel(colour[0]), channel(colour[1]), channel(colour[2])};
}

Rgb toPicture(const Vec3f& light) {
  const auto channel = [](float l) {
    l = std::clamp(l, 0.f, 1.f);
    const float s = l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(255 * s));
  };
  return {channel(light.x), channel(light.y), channel(light.z)};
}

std::array<float, 2> PixelPattern::point(int k) const {
  // Multiples of the powers of the plastic number cover the square evenly, [Rob18].
  const int n = 16 * k + kOrder[static_cast<std::size_t>(y % 4)][static_cast<std::size_t>(x % 4)];
  return {fraction(0.7548776662466927 * n), fraction(0.5698402909980532 * n)};
}

Lighting::Lighting(const RayScene& scene, const Camera& camera, const Vec3d& up, float reach)
    : scene_(scene), up_(normalised(up)), reach_(reach) {
  const Vec3d level = normalised(cross(up, camera.right));  // away from the camera or towards it
  const Vec3d back = dot(level, camera.forward) > 0 ? -level : level;
  lamp_ = Vec3f(normalised(1.2 * normalised(up) - 0.55 * camera.right + 0.6 * back));
}

float Lighting::skyShare(const Vec3f& point, const Vec3f& normal, const PixelPattern& pattern,
                         int sample) const {
  const auto [t, b] = tangents(normal);
  int open = 0;
  for (int k = 0; k < kSkyRays; ++k) {
    const auto [x, y] = onDisc(pattern.point(sample * kSkyRays + k));
    const float z = std::sqrt(std::max(0.f, 1 - x * x - y * y));
    open += !scene_.isBlocked(point, x * t + y * b + z * normal, reach_);
  }
  return static_cast<float>(open) / kSkyRays;
}

bool Lighting::seesLamp(const Vec3f& point, const Vec3f& normal, const PixelPattern& pattern,
                        int sample) const {
  const auto [t, b] = tangents(lamp_);
  const auto [x, y] = onDisc(pattern.point(sample));
  const Vec3f towards = normalised(lamp_ + kLampSpread * (x * t + y * b));
  return dot(towards, normal) > 0 &&
         !scene_.isBlocked(point, towards, std::numeric_limits<float>::max());
}

Vec3f Lighting::shade(const Vec3f& point, const Vec3f& normal, const Vec3f& albedo,
                      const PixelPattern& pattern, int sample) const {
  const float upwards = 0.5f + 0.5f * dot(normal, up_);
  float light =
      (kSkyBelow + (kSky - kSkyBelow) * upwards) * skyShare(point, normal, pattern, sample);
  const float facing = dot(normal, lamp_);
  if (facing > 0 && seesLamp(point, normal, pattern, sample)) light += kLamp * facing;
  return light * albedo;
}

}  // namespace shoal
