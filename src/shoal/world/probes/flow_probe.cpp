#include "shoal/world/probes/flow_probe.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

constexpr std::size_t kCounts = 3, kFrame = 7;  // numbers in the memory

Pose readFrame(std::span<const double> m) { return {{m[0], m[1], m[2]}, {m[3], m[4], m[5], m[6]}}; }

void writeFrame(const Pose& frame, std::span<double> m) {
  const auto& [x, q] = frame;
  const std::array numbers{x.x, x.y, x.z, q.w, q.x, q.y, q.z};
  std::copy(numbers.begin(), numbers.end(), m.begin());
}

}  // namespace

FlowProbe::FlowProbe(const FlowProbeParams& params, ProbePlace place, const ProbeSite& site)
    : dimensions_(site.dimensions),
      place_(std::move(place)),
      normal_(normalised(params.normal)),
      memory_(place_.rides() ? kCounts + kFrame : kCounts) {
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
  const auto frames = framesOfStep(view);
  if (!frames) return;
  const std::size_t n = view.fluid.size();
  std::vector<long> partial(chunkCount(n));
  parallelChunks(n,
                 [&](Range r, std::size_t chunk) { partial[chunk] = crossings(view, *frames, r); });
  for (const long net : partial) memory_[0] += static_cast<double>(net);
}

// None while its solid is not there. Bodies know only their present frame, so the one before is
// remembered.
std::optional<FlowProbe::Frames> FlowProbe::framesOfStep(const ProbeView& view) {
  if (!place_.rides()) return Frames{};
  const auto remembered = std::span(memory_).subspan(kCounts);
  const auto after = place_.frame(view.time);
  if (!after) {
    std::fill(remembered.begin(), remembered.end(), 0.0);
    return std::nullopt;
  }
  Frames frames{readFrame(remembered), *after};
  if (frames.before.rotation == Quaternion{0, 0, 0, 0}) frames.before = *after;
  writeFrame(*after, remembered);
  return frames;
}

// Particles far from the plane are skipped in blocks, in a loop that compilers vectorise. All are
// tested in periodic space, where the plane repeats, and if it rides: far from the solid it may
// turn by any distance.
long FlowProbe::crossings(const ProbeView& view, const Frames& frames, Range particles) const {
  constexpr std::size_t kBlock = 16;
  const CellGrid::Coordinates before = view.fluidGrid.sorted();
  const Vec3f n(normal_);
  const auto offset = static_cast<float>(dot(normal_, place_.given()));
  const float reach = sq(view.kernel.radius / 2);  // a step that carries further has diverged
  const auto isNear = [&](std::size_t i) {
    const float d = n.x * before.x[i] + n.y * before.y[i] + n.z * before.z[i] - offset;
    return d * d < reach ? 1 : 0;
  };
  const bool testAll = view.period.any() || place_.rides();
  long net = 0;
  std::size_t i = particles.begin;
  for (; !testAll && i + kBlock <= particles.end; i += kBlock) {
    int near = 0;
    for (std::size_t k = 0; k < kBlock; ++k) near += isNear(i + k);
    for (std::size_t k = 0; near > 0 && k < kBlock; ++k)
      if (isNear(i + k)) net += crossing(view, frames, i + k);
  }
  for (; i < particles.end; ++i) net += crossing(view, frames, i);
  return net;
}

int FlowProbe::crossing(const ProbeView& view, const Frames& frames, std::size_t i) const {
  const CellGrid::Coordinates sorted = view.fluidGrid.sorted();
  // From the point, before and after the step.
  Vec3d a = Vec3d(Vec3f{sorted.x[i], sorted.y[i], sorted.z[i]}) - frames.before(place_.given());
  Vec3d b = Vec3d(view.fluid.x[i]) - frames.after(place_.given());
  if (view.period.any()) {  // seen from the nearest image of the point
    const Vec3d image = Vec3d(view.period.shortest(Vec3f(a))) - a;
    a += image;
    b += image;
  }
  a = rotate(conjugate(frames.before.rotation), a);
  b = rotate(conjugate(frames.after.rotation), b);
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
  if (!place_.frame(view.time)) return;
  const double net = memory_[0];
  double &netBefore = memory_[1], &timeBefore = memory_[2];
  const double elapsed = view.time - timeBefore;
  const auto volume = double(view.fluid.volume);
  values[0] = elapsed > 0 ? volume * (net - netBefore) / elapsed : 0;
  values[1] = volume * net;
  netBefore = net;
  timeBefore = view.time;
}

}  // namespace shoal
