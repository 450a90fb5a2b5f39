#include "shoal/output/export/part_material.h"

namespace shoal {

namespace {

using Colour = std::array<double, 3>;

constexpr Colour kLiquids[] = {
    {0.80, 0.92, 0.97}, {0.95, 0.76, 0.30}, {0.62, 0.85, 0.62}, {0.85, 0.62, 0.80}};
// Those of `shoal render`.
constexpr Colour kSolids[] = {{0.84, 0.54, 0.30}, {0.37, 0.58, 0.75}, {0.50, 0.67, 0.44},
                              {0.77, 0.43, 0.42}, {0.87, 0.74, 0.38}, {0.59, 0.51, 0.71},
                              {0.47, 0.67, 0.67}};

}  // namespace

PartMaterial liquidMaterial(std::size_t fluid) {
  constexpr double kWater = 1.333;
  return {.colour = kLiquids[fluid % std::size(kLiquids)],
          .roughness = 0,
          .transmission = 1,
          .ior = kWater};
}

PartMaterial solidMaterial(std::size_t solid) {
  return {.colour = kSolids[solid % std::size(kSolids)]};
}

PartMaterial wallMaterial(bool container) {
  return {.colour = {0.75, 0.75, 0.75}, .opacity = container ? 0.12 : 1};
}

PartMaterial pointMaterial() { return {.colour = {0.35, 0.60, 0.85}, .roughness = 0.3}; }

}  // namespace shoal
