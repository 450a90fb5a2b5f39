// How a fluid or a solid looks in pictures.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Materials of pictures; see view/light/materials.cpp for what they do with light.
enum class Look { Auto, Water, Blood, Milk, Glass, Metal, Cloth, Plain };

template <>
struct EnumWords<Look> {
  static constexpr EnumWord<Look> words[] = {{Look::Auto, "auto"},   {Look::Water, "water"},
                                             {Look::Blood, "blood"}, {Look::Milk, "milk"},
                                             {Look::Glass, "glass"}, {Look::Metal, "metal"},
                                             {Look::Cloth, "cloth"}, {Look::Plain, "plain"}};
};

struct LookParams {
  Look look = Look::Auto;
  std::optional<Vec3d> colour;  // red, green and blue of a screen, 0 to 1
  double roughness = -1;        // below 0: that of the look
  double depth = 0;             // m
};

template <>
struct Describe<LookParams> {
  static Entries entries();
};

}  // namespace shoal
