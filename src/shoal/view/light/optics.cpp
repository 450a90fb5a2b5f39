#include "shoal/view/light/optics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/view/picture/directions.h"

namespace shoal {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

}  // namespace

float fresnel(float cosine, float index) {
  const float sine2 = (1 - cosine * cosine) / (index * index);
  if (sine2 >= 1) return 1;
  const float behind = std::sqrt(1 - sine2);
  const float across = (cosine - index * behind) / (cosine + index * behind);
  const float along = (index * cosine - behind) / (index * cosine + behind);
  return (across * across + along * along) / 2;
}

Vec3f metalFresnel(float cosine, const Vec3f& headOn) {
  const float left = 1 - std::clamp(cosine, 0.f, 1.f);
  const float fifth = left * left * left * left * left;
  return headOn + fifth * (Vec3f{1, 1, 1} - headOn);
}

Vec3f reflected(const Vec3f& direction, const Vec3f& normal) {
  return normalised(direction - 2 * dot(direction, normal) * normal);
}

std::optional<Vec3f> refracted(const Vec3f& direction, const Vec3f& normal, float index) {
  const float cosine = -dot(direction, normal);
  const float sine2 = (1 - cosine * cosine) / (index * index);
  if (sine2 >= 1) return std::nullopt;
  return normalised(direction / index + (cosine / index - std::sqrt(1 - sine2)) * normal);
}

Vec3f visibleFacet(const Vec3f& n, const Vec3f& towards, float width,
                   const std::array<float, 2>& u) {
  if (width <= 0) return n;
  const auto [t, b] = tangentsOf(n);
  // Stretched until facets are those of a hemisphere, whose visible part is sampled.
  const Vec3f view =
      normalised(Vec3f{width * dot(towards, t), width * dot(towards, b), dot(towards, n)});
  const float across2 = view.x * view.x + view.y * view.y;
  const Vec3f t1 = across2 > 0 ? Vec3f{-view.y, view.x, 0} / std::sqrt(across2) : Vec3f{1, 0, 0};
  const Vec3f t2 = cross(view, t1);
  auto [p1, p2] = onDisc(u);
  const float share = (1 + view.z) / 2;
  p2 = (1 - share) * std::sqrt(std::max(0.f, 1 - p1 * p1)) + share * p2;
  const Vec3f facet = p1 * t1 + p2 * t2 + std::sqrt(std::max(0.f, 1 - p1 * p1 - p2 * p2)) * view;
  const Vec3f local = normalised(Vec3f{width * facet.x, width * facet.y, std::max(1e-6f, facet.z)});
  return normalised(local.x * t + local.y * b + local.z * n);
}

float facetDensity(float cosine, float width) {
  if (cosine <= 0) return 0;
  const float w2 = width * width;
  const float d = cosine * cosine * (w2 - 1) + 1;
  return w2 / (kPi * d * d);
}

float facetsSeen(float cosine, float width) {
  if (cosine <= 0) return 0;
  const float tangent2 = (1 - cosine * cosine) / (cosine * cosine);
  return 2 / (1 + std::sqrt(1 + width * width * tangent2));
}

}  // namespace shoal
