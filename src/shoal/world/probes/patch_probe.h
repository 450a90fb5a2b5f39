// Patch probe: mean pressure of the fluid on a part of a solid's surface.
#pragma once

#include "shoal/world/probes/patch_area.h"
#include "shoal/world/probes/solid_point.h"

namespace shoal {

// The sum of the pressure forces F_b on the boundary samples of the patch over its area,
//   p = -A . sum_b F_b / |A|^2,   A = sum_b A_b,
// with the vector areas A_b of the samples, which point into the fluid: exact for uniform pressure,
// on curved patches too. Positive pressure presses on the solid.
class PatchProbe final : public Probe {
 public:
  PatchProbe(const PatchProbeParams& params, const ProbeSite& site, std::string name);
  std::vector<std::string> columns() const override;
  // An Error unless the solid keeps its shape and has samples within the patch.
  void follow(std::span<const ProbedSolid> solids) override;
  void measure(const ProbeView& view, std::span<double> values) override;
  // As ForceProbe.
  void measureStep(const ProbeView& view, std::span<double> values) override;

 private:
  std::string name_;
  PatchRegion region_;
  SolidPoint frame_;
  std::optional<std::size_t> number_;  // of the solid
  std::vector<std::uint8_t> chosen_;   // by number of the sample: whether it is part of the patch
  Vec3d area_;                         // m^2 (m in the plane), before any motion
};

}  // namespace shoal
