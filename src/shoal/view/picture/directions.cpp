#include "shoal/view/picture/directions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shoal {

std::array<Vec3f, 2> tangentsOf(const Vec3f& n) {
  const float sign = std::copysign(1.f, n.z);
  const float a = -1 / (sign + n.z);
  const float b = n.x * n.y * a;
  return {Vec3f{1 + sign * n.x * n.x * a, sign * b, -sign * n.x},
          Vec3f{b, sign + n.y * n.y * a, -n.y}};
}

std::array<float, 2> onDisc(const std::array<float, 2>& u) {
  const float a = 2 * u[0] - 1, b = 2 * u[1] - 1;
  constexpr float kQuarter = std::numbers::pi_v<float> / 4;
  if (std::abs(a) > std::abs(b)) {
    const float angle = kQuarter * b / a;
    return {a * std::cos(angle), a * std::sin(angle)};
  }
  const float angle = b == 0 ? 0 : kQuarter * a / b;
  return {b * std::sin(angle), b * std::cos(angle)};
}

Vec3f cosineDirection(const Vec3f& n, const std::array<float, 2>& u) {
  const auto [t, b] = tangentsOf(n);
  const auto [x, y] = onDisc(u);
  const float z = std::sqrt(std::max(0.f, 1 - x * x - y * y));
  return x * t + y * b + z * n;
}

}  // namespace shoal
