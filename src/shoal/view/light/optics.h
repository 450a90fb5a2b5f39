// Light at an interface: Fresnel's equations, refraction, microfacets.
#pragma once

#include <array>
#include <optional>

#include "shoal/core/vec.h"

namespace shoal {

// The share of unpolarised light that an interface reflects. `cosine`: of the angle of incidence.
// `index`: that of the far side over that of the near side. 1 for total reflection.
float fresnel(float cosine, float index);

// The same of a metal, which reflects `headOn` at right angles, [Sch94].
Vec3f metalFresnel(float cosine, const Vec3f& headOn);

Vec3f reflected(const Vec3f& direction, const Vec3f& normal);

// Snell's law: the direction behind an interface whose normal points against `direction`; none
// for total reflection.
std::optional<Vec3f> refracted(const Vec3f& direction, const Vec3f& normal, float index);

// A microfacet's normal around n that is seen from `towards`, with the probability of its visible
// area, [Hei18].
Vec3f visibleFacet(const Vec3f& n, const Vec3f& towards, float width,
                   const std::array<float, 2>& u);

// The distribution of microfacets, and the share of them that is seen, of GGX, [WMLT07].
float facetDensity(float cosine, float width);
float facetsSeen(float cosine, float width);

}  // namespace shoal
