// Pressure, velocity and height probes.
#pragma once

#include "shoal/world/probes/probe_params.h"
#include "shoal/world/probes/probe_place.h"

namespace shoal {

// Virial pressure, averaged with kernel weights over the particles within a support of a point. At
// a wall these are the particles in front of it.
class PressureProbe final : public Probe {
 public:
  explicit PressureProbe(ProbePlace place) : place_(std::move(place)) {}
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override { place_.follow(solids); }
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  ProbePlace place_;
};

// Velocity, averaged in the same way; that of the fluid in the world, also where the probe moves.
class VelocityProbe final : public Probe {
 public:
  explicit VelocityProbe(ProbePlace place) : place_(std::move(place)) {}
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override { place_.follow(solids); }
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  ProbePlace place_;
};

// Free-surface height above a point: the highest position at which fluid fills more than half of
// the volume that walls leave free,
//   sum_j V W(x - x_j) > (1 - sum_b V_b W(x - x_b)) / 2;
// 0 if there is none. At the surface of lattice fluid both sides are equal by symmetry, beside
// walls too. On a solid that turns, the line turns with it. HeightReading::Wetted adds up all parts
// of the line where that holds: a drop in the air counts by its own size, not by its height.
class HeightProbe final : public Probe {
 public:
  HeightProbe(const HeightProbeParams& params, ProbePlace place, const ProbeSite& site,
              const std::string& name);
  std::vector<std::string> columns() const override;
  void follow(std::span<const ProbedSolid> solids) override { place_.follow(solids); }
  void measure(const ProbeView& view, std::span<double> values) override;

 private:
  enum class Place { Air, Dry, Wet };  // Air: no particle within a support
  // The vertical line at present.
  struct Line {
    Vec3d foot, up;
    double reach;  // m
  };
  Line line(const Pose& frame) const;
  Place look(const ProbeView& view, const Line& line, double height) const;
  // The next height below `from` to look at, where that is what `place` says.
  double below(const ProbeView& view, double from, Place place) const;
  // The border between a dry and a wet height, to a thousandth of a spacing.
  double border(const ProbeView& view, const Line& line, double dry, double wet) const;
  double level(const ProbeView& view, const Line& line) const;
  double wettedLength(const ProbeView& view, const Line& line) const;

  ProbePlace place_;
  Vec3d up_;
  double reach_;  // m; 0: to the end of the domain
  HeightReading reading_;
  Box3d domain_;
  double spacing_;  // m
};

}  // namespace shoal
