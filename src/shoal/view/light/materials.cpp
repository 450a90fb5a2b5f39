#include "shoal/view/light/materials.h"

#include <algorithm>
#include <cmath>

#include "shoal/view/picture/shading.h"

namespace shoal {

namespace {

struct LookEntry {
  Look look;
  Material::Kind kind;
  std::optional<Rgb> colour;  // none: what the caller says
  float index;
  float roughness;
};

// Indices of refraction: water at 20 C; blood and milk as their plasma and whey; crown glass.
constexpr std::array<LookEntry, 7> kLooks{{
    {Look::Water, Material::Kind::Clear, Rgb{142, 200, 222}, 1.333f, 0},
    {Look::Blood, Material::Kind::Coated, Rgb{128, 8, 10}, 1.35f, 0.12f},
    {Look::Milk, Material::Kind::Coated, Rgb{244, 240, 230}, 1.35f, 0.15f},
    {Look::Glass, Material::Kind::Clear, Rgb{225, 240, 235}, 1.52f, 0},
    {Look::Metal, Material::Kind::Metal, Rgb{206, 206, 204}, 1, 0.3f},
    {Look::Cloth, Material::Kind::Matt, std::nullopt, 1, 1},
    {Look::Plain, Material::Kind::Matt, std::nullopt, 1, 1},
}};

const LookEntry& entryOf(Look look) {
  for (const LookEntry& entry : kLooks)
    if (entry.look == look) return entry;
  return kLooks.back();
}

}  // namespace

std::optional<Rgb> colourOf(const LookParams& params) {
  if (const auto own = ownColour(params)) return own;
  return entryOf(params.look).colour;
}

Material materialOf(const LookParams& params, const Rgb& own, double depth) {
  const LookEntry& look = entryOf(params.look);
  Material m;
  m.kind = look.kind;
  m.colour = toLinear(colourOf(params).value_or(own));
  m.index = look.index;
  const float roughness =
      params.roughness < 0 ? look.roughness : static_cast<float>(params.roughness);
  m.width = roughness * roughness;
  // A matt look that is asked to shine gets a coat.
  if (m.kind == Material::Kind::Matt && params.roughness >= 0 && params.roughness < 1) {
    m.kind = Material::Kind::Coated;
    m.index = 1.5f;
  }
  if (!m.clear()) return m;
  // Beer's law: what is left after `depth` is the colour.
  const double way = params.depth > 0 ? params.depth : depth;
  for (std::size_t c = 0; c < 3; ++c)
    m.absorption[c] = static_cast<float>(-std::log(std::max(1e-3f, m.colour[c])) / way);
  return m;
}

}  // namespace shoal
