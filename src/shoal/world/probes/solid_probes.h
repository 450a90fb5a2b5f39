// Probes of points of solids: motion and stress.
#pragma once

#include "shoal/world/probes/probe_params.h"
#include "shoal/world/probes/solid_point.h"

namespace shoal {

// Displacement from the rest shape, velocity and acceleration of a point of a solid. The
// acceleration is the mean over the last step, from the change of velocity; 0 before the first.
class MotionProbe final : public Probe {
 public:
  MotionProbe(const SolidPointParams& params, const ProbeSite& site, std::string name);
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override;
  void watch(const ProbeView& view) override;
  void measure(const ProbeView& view, std::span<double> values) override;
  std::span<double> memory() override { return memory_; }

 private:
  std::string name_;
  SolidPoint point_;
  // Acceleration, velocity and time at the end of the last step, and whether there was one.
  std::array<double, 8> memory_{};
};

// Cauchy stress of the element of finite elements that a point belongs to.
class StressProbe final : public Probe {
 public:
  StressProbe(const SolidPointParams& params, const ProbeSite& site, std::string name);
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override;
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  std::string name_;
  SolidPoint point_;
};

}  // namespace shoal
