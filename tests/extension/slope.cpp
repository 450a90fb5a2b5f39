// A shape that fluid fills: a box whose upper side falls from its left to its right.
#include "extension.h"
#include "shoal/geometry/sampling/fill.h"
#include "shoal/scene/fill_shape.h"

namespace {

struct SlopeShape {
  shoal::Box3d corners;
  double right = 0;  // m
};

}  // namespace

// Scenes say `fill = { slope = { corners = [[0, 0, 0], [1, 1, 1]], right = 0.5 } }`.
template <>
struct shoal::Describe<SlopeShape> {
  static Entries entries() {
    using P = SlopeShape;
    return {
        Required{Corners{"corners", &P::corners, "m", "Two opposite corners, the lower first."}},
        Param{"right", &P::right, 0.0, 1e6, "m", "Height at the end of the box in +x."}};
  }
};

namespace {

// The lattice of the box without what is above the slope. The functions copy the parameters, which
// end before they are called.
shoal::FillVolume slopeVolume(const SlopeShape& slope) {
  const shoal::Vec3d low = slope.corners.lower, size = slope.corners.size();
  shoal::FillVolume volume;
  volume.bounds = slope.corners;
  volume.points = [=](const shoal::WorldParams& world) {
    auto points = shoal::fillBox(slope.corners, world.spacing, world.dimensions);
    std::erase_if(points, [&](const shoal::Vec3d& x) {
      const double along = (x.x - low.x) / size.x;
      return x.y - low.y > (1 - along) * size.y + along * slope.right;
    });
    return points;
  };
  return volume;
}

}  // namespace

void addSlope() {
  shoal::KindTable<shoal::FillShapeKind>::add(
      {"slope", "A box with a slanting upper side.", slopeVolume});
}
