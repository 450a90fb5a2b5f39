// Pressure, velocity and height probes.
#pragma once

#include "shoal/world/probes/probe.h"
#include "shoal/world/probes/probe_params.h"

namespace shoal {

// Virial pressure, averaged with kernel weights over the particles within a support of a point. At
// a wall these are the particles in front of it.
class PressureProbe final : public Probe {
 public:
  explicit PressureProbe(const Vec3d& at) : at_(at) {}
  std::vector<std::string> columns() const override;
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  Vec3d at_;  // m
};

// Velocity, averaged in the same way.
class VelocityProbe final : public Probe {
 public:
  explicit VelocityProbe(const Vec3d& at) : at_(at) {}
  std::vector<std::string> columns() const override;
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  Vec3d at_;  // m
};

// Free-surface height above a point: the highest position at which fluid fills more than half of
// the volume that walls leave free,
//   sum_j V W(x - x_j) > (1 - sum_b V_b W(x - x_b)) / 2;
// 0 if there is none. At the surface of lattice fluid both sides are equal by symmetry, beside
// walls too.
class HeightProbe final : public Probe {
 public:
  HeightProbe(const HeightProbeParams& params, const ProbeSite& site, const std::string& name);
  std::vector<std::string> columns() const override;
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  enum class Place { Air, Dry, Wet };  // Air: no particle within a support
  Place look(const ProbeView& view, double height) const;
  double level(const ProbeView& view) const;

  Vec3d at_;  // m
  Vec3d up_;
  double reach_;    // m
  double spacing_;  // m
};

}  // namespace shoal
