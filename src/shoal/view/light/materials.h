// What surfaces do with light, and the table of looks.
#pragma once

#include "shoal/scene/look_params.h"
#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

struct Material {
  enum class Kind {
    Matt,    // reflects alike into all directions
    Coated,  // matt under a clear coat that reflects
    Metal,
    Clear  // refracts, and absorbs along the way through it
  };
  Kind kind = Kind::Matt;
  Vec3f colour{0.5f, 0.5f, 0.5f};  // linear: albedo, or reflectance of a metal head-on
  float index = 1;                 // of refraction
  float width = 0;                 // alpha of the distribution of microfacets, [WMLT07]
  Vec3f absorption{};              // 1/m
  bool thin = false;               // clear: a pane, both sides of which are one surface

  bool clear() const { return kind == Kind::Clear; }
};

// The material of a look. `own`: the colour where neither the scene nor the look says one. `depth`:
// the way over which light takes on the colour of what is clear where the scene says none, in m.
Material materialOf(const LookParams& params, const Rgb& own, double depth);

// The colour of a look in pictures without light, if it has one.
std::optional<Rgb> colourOf(const LookParams& params);

}  // namespace shoal
