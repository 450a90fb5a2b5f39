// Force probe: loads of the fluid on a solid.
#pragma once

#include "shoal/world/probes/probe.h"
#include "shoal/world/probes/probe_params.h"

namespace shoal {

// Force and torque of the fluid on a solid in the last step, optionally split by kind of load.
// Nothing is measured after the solid was removed, until one of its name is added.
class ForceProbe final : public Probe {
 public:
  // An Error that names the nearest wall if there is none of that name.
  ForceProbe(const ForceProbeParams& params, const ProbeSite& site, const std::string& name);
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override;
  void measure(const ProbeView& view, std::span<double> values) override;
  // Loads of the fluid count for the share of the step during which they acted, so that their
  // integral over time is the impulse.
  void measureStep(const ProbeView& view, std::span<double> values) override;

 private:
  void write(const ProbeView& view, double share, std::span<double> values) const;

  int dimensions_;
  std::string solid_;
  std::optional<std::size_t> number_;  // of that solid; none if there is no such solid
  std::optional<Vec3d> about_;         // m
  bool parts_;
};

}  // namespace shoal
