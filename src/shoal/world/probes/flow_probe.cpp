#include "shoal/world/probes/flow_probe.h"

#include <cmath>

#include "shoal/core/error.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

FlowProbe::FlowProbe(const FlowProbeParams& params, const ProbeSite& site)
    : dimensions_(site.dimensions), point_(params.point), normal_(normalised(params.normal)) {
  if (!(length(normal_) > 0.5)) fail("probe: the normal of a flow must not be zero");
  const bool flat = dimensions_ == 2;
  sides_[0] = flat ? cross(Vec3d{0, 0, 1}, normal_) : planeTangent(normal_);
  sides_[1] = cross(normal_, sides_[0]);
  for (std::size_t k = 0; k < 2; ++k) {
    const bool bounded = params.size[k] > 0 && !(flat && k == 1);
    halfSizes_[k] = bounded ? params.size[k] / 2 : std::numeric_limits<double>::infinity();
  }
}

std::vector<std::string> FlowProbe::columns() const {
  if (dimensions_ == 2) return {"flow[m^2/s]", "volume[m^2]"};
  return {"flow[m^3/s]", "volume[m^3]"};
}

void FlowProbe::watch(const ProbeView& view) {
  const std::size_t n = view.fluid.size();
  std::vector<long> partial(chunkCount(n));
  parallelChunks(n, [&](Range r, std::size_t chunk) { partial[chunk] = crossings(view, r); });
  for (const long net : partial) memory_[0] += static_cast<double>(net);
}

// Particles far from the plane are skipped in blocks, in a loop that compilers vectorise; in
// periodic space, where the plane repeats, all are tested.
long FlowProbe::crossings(const ProbeView& view, Range particles) const {
  constexpr std::size_t kBlock = 16;
  const CellGrid::Coordinates before = view.fluidGrid.sorted();
  const Vec3f n(normal_);
  const auto offset = static_cast<float>(dot(normal_, point_));
  const float reach = sq(view.kernel.radius / 2);  // a step that carries further has diverged
  const auto isNear = [&](std::size_t i) {
    const float d = n.x * before.x[i] + n.y * before.y[i] + n.z * before.z[i] - offset;
    return d * d < reach ? 1 : 0;
  };
  long net = 0;
  std::size_t i = particles.begin;
  for (; !view.period.any() && i + kBlock <= particles.end; i += kBlock) {
    int near = 0;
    for (std::size_t k = 0; k < kBlock; ++k) near += isNear(i + k);
    for (std::size_t k = 0; near > 0 && k < kBlock; ++k)
      if (isNear(i + k)) net += crossing(view, i + k);
  }
  for (; i < particles.end; ++i) net += crossing(view, i);
  return net;
}

int FlowProbe::crossing(const ProbeView& view, std::size_t i) const {
  const CellGrid::Coordinates sorted = view.fluidGrid.sorted();
  const Vec3f from{sorted.x[i], sorted.y[i], sorted.z[i]};
  Vec3d a = Vec3d(from) - point_;
  Vec3d b = Vec3d(view.fluid.x[i]) - point_;
  if (view.period.any()) {  // seen from the nearest image of the point
    const Vec3d image = Vec3d(view.period.shortest(Vec3f(a))) - a;
    a += image;
    b += image;
  }
  const double before = dot(normal_, a), after = dot(normal_, b);
  if ((before < 0) == (after < 0)) return 0;
  const double share = before / (before - after);
  if (!within(a + share * (b - a))) return 0;
  return after < 0 ? -1 : 1;
}

bool FlowProbe::within(const Vec3d& fromPoint) const {
  return std::abs(dot(sides_[0], fromPoint)) <= halfSizes_[0] &&
         std::abs(dot(sides_[1], fromPoint)) <= halfSizes_[1];
}

void FlowProbe::measure(const ProbeView& view, std::span<double> values) {
  auto& [net, netBefore, timeBefore] = memory_;
  const double elapsed = view.time - timeBefore;
  const auto volume = double(view.fluid.volume);
  values[0] = elapsed > 0 ? volume * (net - netBefore) / elapsed : 0;
  values[1] = volume * net;
  netBefore = net;
  timeBefore = view.time;
}

}  // namespace shoal
