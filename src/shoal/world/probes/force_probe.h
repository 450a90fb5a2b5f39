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
  void follow(std::span<const std::string> solids) override;
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  int dimensions_;
  std::string solid_;
  std::optional<std::size_t> number_;  // of that solid; none if there is no such solid
  std::optional<Vec3d> about_;         // m
  bool parts_;
};

}  // namespace shoal
