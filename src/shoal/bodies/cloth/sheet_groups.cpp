#include "shoal/bodies/cloth/sheet_groups.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/bodies/cloth/sheet_groups.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/bodies/cloth/sheet_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

using Points = std::array<std::uint32_t, kArrayLanes>;

// Places of kDoubleLanes points, from lane `from` on.
HWY_INLINE LaneVec<WideDouble> placesOf(const Points& points, std::size_t from, const Vec3d* x) {
  double axis[3][kDoubleLanes];
  for (std::size_t l = 0; l < kDoubleLanes; ++l) {
    const Vec3d& place = x[points[from + l]];
    axis[0][l] = place.x;
    axis[1][l] = place.y;
    axis[2][l] = place.z;
  }
  LaneVec<WideDouble> r;
  for (std::size_t i = 0; i < 3; ++i) load(r[i], axis[i]);
  return r;
}

// Values of lanes, to be read one lane after the other.
template <std::size_t values>
struct LaneBuffer {
  double of[values][kDoubleLanes];
  std::size_t used = 0;

  HWY_INLINE void add(WideDouble a) { store(a, of[used++]); }
  HWY_INLINE void add(const LaneVec<WideDouble>& p) {
    for (std::size_t i = 0; i < 3; ++i) add(p[i]);
  }
  HWY_INLINE Vec3d vec(std::size_t first, std::size_t l) const {
    return {of[first][l], of[first + 1][l], of[first + 2][l]};
  }
};

void respondInLanes(const TriangleGroups& groups, std::size_t group, const SheetModuli& moduli,
                    std::span<const Vec3d> x, std::span<TriangleResponse> responses) {
  for (std::size_t from = 0; from < kArrayLanes; from += kDoubleLanes) {
    LaneRest<WideDouble> rest;
    LaneVec<WideDouble> corner[3];
    for (std::size_t k = 0; k < 3; ++k) {
      load(rest.u[k], groups.gradient[group][2 * k].of.data() + from);
      load(rest.v[k], groups.gradient[group][2 * k + 1].of.data() + from);
      corner[k] = placesOf(groups.corner[group][k], from, x.data());
    }
    load(rest.volume, groups.volume[group].of.data() + from);
    const LaneResponse<WideDouble> found = respond(rest, moduli, corner);
    LaneBuffer<36> buffer;
    for (const auto& force : found.force) buffer.add(force);
    for (const auto& K : found.K)
      for (const WideDouble entry : K.a) buffer.add(entry);
    const std::size_t first = group * kArrayLanes + from;
    for (std::size_t l = 0; l < kDoubleLanes && first + l < groups.triangles; ++l) {
      TriangleResponse& response = responses[first + l];
      for (std::size_t k = 0; k < 3; ++k) {
        response.force[k] = buffer.vec(3 * k, l);
        for (std::size_t i = 0; i < 9; ++i)
          response.K[k].a[i] = static_cast<float>(buffer.of[9 + 9 * k + i][l]);
      }
    }
  }
}

void measureLanes(const HingeGroups& groups, std::size_t group, std::span<const Vec3d> x,
                  std::span<HingeAngle> hinges) {
  for (std::size_t from = 0; from < kArrayLanes; from += kDoubleLanes) {
    LaneVec<WideDouble> point[4];
    for (std::size_t k = 0; k < 4; ++k) point[k] = placesOf(groups.point[group][k], from, x.data());
    const LaneHinge<WideDouble> found = hingeAngle(point[0], point[1], point[2], point[3]);
    LaneBuffer<13> buffer;
    buffer.add(found.angle);
    for (const auto& gradient : found.gradient) buffer.add(gradient);
    const std::size_t first = group * kArrayLanes + from;
    for (std::size_t l = 0; l < kDoubleLanes && first + l < groups.edge.size(); ++l) {
      HingeAngle& hinge = hinges[groups.edge[first + l]];
      hinge.angle = buffer.of[0][l];
      for (std::size_t k = 0; k < 4; ++k) hinge.gradient[k] = buffer.vec(1 + 3 * k, l);
    }
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(respondInLanes);
HWY_EXPORT(measureLanes);

void respondInGroup(const TriangleGroups& groups, std::size_t group, const SheetModuli& moduli,
                    std::span<const Vec3d> x, std::span<TriangleResponse> responses) {
  HWY_DYNAMIC_DISPATCH(respondInLanes)(groups, group, moduli, x, responses);
}

void measureGroup(const HingeGroups& groups, std::size_t group, std::span<const Vec3d> x,
                  std::span<HingeAngle> hinges) {
  HWY_DYNAMIC_DISPATCH(measureLanes)(groups, group, x, hinges);
}

namespace {

std::size_t groupsFor(std::size_t items) { return (items + kArrayLanes - 1) / kArrayLanes; }

}  // namespace

TriangleGroups::TriangleGroups(std::span<const Triangle> all, std::span<const RestTriangle> rest)
    : triangles(all.size()),
      corner(groupsFor(all.size())),
      gradient(corner.size()),
      volume(corner.size()) {
  for (std::size_t n = 0; n < corner.size() * kArrayLanes; ++n) {
    const std::size_t t = std::min(n, all.size() - 1), g = n / kArrayLanes, lane = n % kArrayLanes;
    volume[g].of[lane] = rest[t].volume;
    for (std::size_t k = 0; k < 3; ++k) {
      corner[g][k][lane] = all[t][k];
      gradient[g][2 * k].of[lane] = rest[t].gradient[k].u;
      gradient[g][2 * k + 1].of[lane] = rest[t].gradient[k].v;
    }
  }
}

HingeGroups::HingeGroups(std::span<const SheetEdge> edges) {
  for (std::uint32_t e = 0; e < edges.size(); ++e)
    if (edges[e].isHinge()) edge.push_back(e);
  point.resize(groupsFor(edge.size()));
  for (std::size_t n = 0; n < point.size() * kArrayLanes; ++n) {
    const SheetEdge& hinge = edges[edge[std::min(n, edge.size() - 1)]];
    const std::array<std::uint32_t, 4> points{hinge.a, hinge.b, hinge.apex[0], hinge.apex[1]};
    for (std::size_t k = 0; k < 4; ++k) point[n / kArrayLanes][k][n % kArrayLanes] = points[k];
  }
}

}  // namespace shoal
#endif  // HWY_ONCE
