// What shines in pictures: a sky, one lamp in it, and a ground that takes shadows.
#pragma once

#include <array>
#include <optional>

#include "shoal/core/vec.h"

namespace shoal {

struct Lights {
  Vec3f up{0, 1, 0};
  Vec3f above{0.97f, 0.985f, 1}, below{0.6f, 0.61f, 0.63f};  // radiance straight up and down
  Vec3f lamp{0, 1, 0};                                       // direction towards it
  float lampWidth = 0.08f;                                   // sine of its angular radius
  float lampPower = 0.55f;        // light that a white matt surface reflects when it faces the lamp
  std::optional<float> ground{};  // its height, in m along `up`, if there is one
  float reach = 1;                // m, up to which things take sky from the ground

  Vec3f sky(const Vec3f& direction) const;
  // Radiance of the lamp in its own directions, else 0.
  float lampIn(const Vec3f& direction) const;
  // A direction towards a point of the lamp.
  Vec3f towardsLamp(const std::array<float, 2>& u) const;
  // Where a ray that meets nothing else meets the ground.
  std::optional<Vec3f> groundAt(const Vec3f& origin, const Vec3f& direction) const;
};

}  // namespace shoal
