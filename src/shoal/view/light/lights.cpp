#include "shoal/view/light/lights.h"

#include <cmath>

#include "shoal/view/picture/directions.h"

namespace shoal {

Vec3f Lights::sky(const Vec3f& direction) const {
  const float share = 0.5f + 0.5f * dot(direction, up);
  return below + share * (above - below);
}

float Lights::lampIn(const Vec3f& direction) const {
  const float cosine = std::sqrt(1 - lampWidth * lampWidth);
  return dot(direction, lamp) > cosine ? lampPower / (lampWidth * lampWidth) : 0;
}

Vec3f Lights::towardsLamp(const std::array<float, 2>& u) const {
  const auto [t, b] = tangentsOf(lamp);
  const auto [x, y] = onDisc(u);
  const float x1 = lampWidth * x, y1 = lampWidth * y;
  return x1 * t + y1 * b + std::sqrt(1 - x1 * x1 - y1 * y1) * lamp;
}

std::optional<Vec3f> Lights::groundAt(const Vec3f& origin, const Vec3f& direction) const {
  const float down = -dot(direction, up);
  if (!ground || !(down > 1e-4f)) return std::nullopt;
  const float height = dot(origin, up) - *ground;
  if (!(height > 0)) return std::nullopt;
  return origin + (height / down) * direction;
}

}  // namespace shoal
