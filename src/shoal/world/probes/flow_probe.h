// Flow probe: volume of fluid that crosses a plane.
#pragma once

#include <array>

#include "shoal/world/probes/probe.h"
#include "shoal/world/probes/probe_params.h"

namespace shoal {

// A particle that a step carries from one side to the other counts with its rest volume, once:
// positive along the normal. A particle exactly on the plane belongs to the positive side.
class FlowProbe final : public Probe {
 public:
  FlowProbe(const FlowProbeParams& params, const ProbeSite& site);
  std::vector<std::string> columns() const override;
  void watch(const ProbeView& view) override;
  void measure(const ProbeView& view, std::span<double> values) override;
  std::span<double> memory() override { return memory_; }

 private:
  long crossings(const ProbeView& view, Range particles) const;
  int crossing(const ProbeView& view, std::size_t i) const;
  bool within(const Vec3d& fromPoint) const;

  int dimensions_;
  Vec3d point_;  // m
  Vec3d normal_;
  std::array<Vec3d, 2> sides_;       // directions of the rectangle
  std::array<double, 2> halfSizes_;  // m; infinite: unbounded

  // Net particles until now, the same until the last sample, and its time in s.
  std::array<double, 3> memory_{};
};

}  // namespace shoal
