// Flow probe: volume of fluid that crosses a plane.
#pragma once

#include <array>

#include "shoal/world/probes/probe_params.h"
#include "shoal/world/probes/probe_place.h"

namespace shoal {

// A particle that a step carries from one side to the other counts with its rest volume, once:
// positive along the normal. A particle exactly on the plane belongs to the positive side. On a
// solid the plane moves and turns with it, and the flow is that relative to the plane.
class FlowProbe final : public Probe {
 public:
  FlowProbe(const FlowProbeParams& params, ProbePlace place, const ProbeSite& site);
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override { place_.follow(solids); }
  void watch(const ProbeView& view) override;
  void measure(const ProbeView& view, std::span<double> values) override;
  std::span<double> memory() override { return memory_; }

 private:
  // From where the plane is given to where it is before and after a step.
  struct Frames {
    Pose before, after;
  };
  std::optional<Frames> framesOfStep(const ProbeView& view);
  long crossings(const ProbeView& view, const Frames& frames, Range particles) const;
  int crossing(const ProbeView& view, const Frames& frames, std::size_t i) const;
  bool within(const Vec3d& fromPoint) const;

  int dimensions_;
  ProbePlace place_;
  Vec3d normal_;                     // like the sides, before any motion
  std::array<Vec3d, 2> sides_;       // directions of the rectangle
  std::array<double, 2> halfSizes_;  // m; infinite: unbounded

  // Net particles until now, the same until the last sample, and its time in s. If it rides, then
  // the position in m and the quaternion of its last frame; zeros before it has any.
  std::vector<double> memory_;
};

}  // namespace shoal
