#include "shoal/bodies/fem/fem_strength.h"

#include <algorithm>

namespace shoal {

namespace {

double orNever(double strength) {
  return strength > 0 ? strength : std::numeric_limits<double>::infinity();
}

bool contains(const FemPlace& place, const Vec3d& p) {
  if (place.box) return place.box->contains(p);
  const FemSlab& slab = *place.slab;
  return std::abs(dot(p - slab.point, normalised(slab.normal))) <= slab.thickness / 2;
}

}  // namespace

bool canBreak(const FemFractureParams& params) {
  return leastStrength(params) < std::numeric_limits<double>::infinity();
}

void requirePlaces(const FemFractureParams& params) {
  for (std::size_t i = 0; i < params.weak.size(); ++i) {
    const FemPlace& place = params.weak[i].place;
    const std::string key = fmt::format("weak[{}]", i);
    if (place.box.has_value() == place.slab.has_value())
      throw Error({}, key, "give either a box or a slab");
    if (place.slab && !(length(place.slab->normal) > 0))
      throw Error({}, key + ".slab.normal", "give it a direction");
  }
}

double strengthAt(const FemFractureParams& params, const Vec3d& rest) {
  const auto last =
      std::find_if(params.weak.rbegin(), params.weak.rend(),
                   [&](const FemWeakness& weak) { return contains(weak.place, rest); });
  return orNever(last == params.weak.rend() ? params.strength : last->strength);
}

double leastStrength(const FemFractureParams& params) {
  double least = orNever(params.strength);
  for (const FemWeakness& weak : params.weak) least = std::min(least, orNever(weak.strength));
  return least;
}

}  // namespace shoal
