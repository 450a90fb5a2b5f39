#include "shoal/world/probes/point_probes.h"

#include <limits>

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Calls visit(j, W(place - x_j)) for the particles within a support of the place.
template <class Visit>
void forEachNear(const CellGrid& grid, const Field<Vec3f>& x, const ProbeView& view,
                 const Vec3d& place, Visit&& visit) {
  const Vec3f at = view.period.wrapped(Vec3f(place));
  const CellGrid::Candidates found = grid.candidates(at);
  view.kernel.visit<double>([&](const auto& kernel) {
    for (int k = 0; k < found.count; ++k) {
      const CellGrid::Span span = found.spans[static_cast<std::size_t>(k)];
      for (std::uint32_t j = span.begin; j < span.end; ++j) {
        const Vec3f d = view.period.shortest(at - x[j]);
        if (dot(d, d) < sq(view.kernel.radius)) visit(j, kernel.weight(double(length(d))));
      }
    }
  });
}

// The average of value(j) around a place, of type T, by Shepard's weights; `dry` without fluid.
template <class T, class Value>
T averageAround(const Vec3d& place, const ProbeView& view, const T& dry, Value&& value) {
  T sum{};
  double weight = 0;
  forEachNear(view.fluidGrid, view.fluid.x, view, place, [&](std::uint32_t j, double W) {
    sum += value(j) * W;
    weight += W;
  });
  return weight > 0 ? sum / weight : dry;
}

// How far it is from a place to the end of the box along a direction.
double distanceWithin(const Box3d& box, const Vec3d& from, const Vec3d& direction) {
  double distance = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double along = direction[axis];
    if (along == 0) continue;
    const double wall = along > 0 ? box.upper[axis] : box.lower[axis];
    distance = std::min(distance, (wall - from[axis]) / along);
  }
  return std::max(0.0, distance);
}

}  // namespace

std::vector<std::string> PressureProbe::columns() const { return {"pressure[Pa]"}; }

void PressureProbe::measure(const ProbeView& view, std::span<double> values) {
  const auto at = place_.in(view);
  if (!at) return;
  values[0] = averageAround(*at, view, kNothing,
                            [&](std::uint32_t j) { return double(view.fluid.virialPressure[j]); });
}

std::vector<std::string> VelocityProbe::columns() const {
  return {"velocityX[m/s]", "velocityY[m/s]", "velocityZ[m/s]"};
}

void VelocityProbe::measure(const ProbeView& view, std::span<double> values) {
  const auto at = place_.in(view);
  if (!at) return;
  const Vec3d v = averageAround(*at, view, Vec3d{kNothing, kNothing, kNothing},
                                [&](std::uint32_t j) { return Vec3d(view.fluid.v[j]); });
  for (std::size_t axis = 0; axis < 3; ++axis) values[axis] = v[axis];
}

HeightProbe::HeightProbe(const HeightProbeParams& params, ProbePlace place, const ProbeSite& site,
                         const std::string& name)
    : place_(std::move(place)),
      up_(site.up),
      reach_(params.reach),
      reading_(params.reading),
      domain_(site.domain),
      spacing_(site.spacing) {
  constexpr double kMostSpacings = 1e5;  // a sample searches all of the line
  const double reach = line({}).reach;
  if (!(reach <= kMostSpacings * spacing_))
    fail("probe {}: looks {:.3g} m up, more than {:g} spacings; give it a smaller height.{}", name,
         reach, kMostSpacings, entryName(&HeightProbeParams::reach));
}

std::vector<std::string> HeightProbe::columns() const { return {"height[m]"}; }

HeightProbe::Line HeightProbe::line(const Pose& frame) const {
  const Vec3d foot = frame(place_.given()), up = rotate(frame.rotation, up_);
  const double free = distanceWithin(domain_, foot, up);
  return {foot, up, reach_ > 0 ? std::min(reach_, free) : free};
}

void HeightProbe::measure(const ProbeView& view, std::span<double> values) {
  const auto frame = place_.frame(view.time);
  if (!frame) return;
  const Line at = line(*frame);
  values[0] = reading_ == HeightReading::Wetted ? wettedLength(view, at) : level(view, at);
}

HeightProbe::Place HeightProbe::look(const ProbeView& view, const Line& line, double height) const {
  constexpr double kLeast = 0.05;  // a position among wall samples alone is not wet
  const Vec3d place = line.foot + height * line.up;
  if (view.fluidGrid.candidates(view.period.wrapped(Vec3f(place))).count == 0) return Place::Air;
  double fluid = 0, wall = 0;
  forEachNear(view.fluidGrid, view.fluid.x, view, place,
              [&](std::uint32_t, double W) { fluid += double(view.fluid.volume) * W; });
  forEachNear(view.wallGrid, view.walls.x, view, place,
              [&](std::uint32_t b, double W) { wall += double(view.walls.volume[b]) * W; });
  return fluid > std::max(kLeast, (1 - wall) / 2) ? Place::Wet : Place::Dry;
}

double HeightProbe::below(const ProbeView& view, double from, Place place) const {
  const double step = place == Place::Air ? double(view.kernel.radius) : spacing_ / 4;
  return std::max(0.0, from - step);
}

double HeightProbe::border(const ProbeView& view, const Line& line, double dry, double wet) const {
  while (std::abs(dry - wet) > 1e-3 * spacing_) {
    const double middle = (dry + wet) / 2;
    (look(view, line, middle) == Place::Wet ? wet : dry) = middle;
  }
  return (dry + wet) / 2;
}

double HeightProbe::level(const ProbeView& view, const Line& line) const {
  double dry = line.reach, height = line.reach;
  for (Place place = look(view, line, height); place != Place::Wet;
       place = look(view, line, height)) {
    if (height <= 0) return 0;
    dry = height;
    height = below(view, height, place);
  }
  return border(view, line, dry, height);
}

double HeightProbe::wettedLength(const ProbeView& view, const Line& line) const {
  double length = 0, height = line.reach;
  Place place = look(view, line, height);
  double top = height;  // of the fluid that the line is in, while it is in some
  while (height > 0) {
    const double next = below(view, height, place);
    const Place there = look(view, line, next);
    if (place != Place::Wet && there == Place::Wet) top = border(view, line, height, next);
    if (place == Place::Wet && there != Place::Wet)
      length += top - border(view, line, next, height);
    height = next;
    place = there;
  }
  return place == Place::Wet ? length + top : length;
}

}  // namespace shoal
