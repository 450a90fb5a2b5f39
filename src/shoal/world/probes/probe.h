// Interface of probes, and the view of the world that they get.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/core/box.h"
#include "shoal/coupling/loads.h"
#include "shoal/coupling/samples/boundary.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// Construction parameters of probes.
struct ProbeSite {
  int dimensions = 3;
  double spacing = 0;  // m
  Vec3d up{0, 1, 0};
  Box3d domain;  // m
  std::vector<std::string> walls;
};

// A solid of the world; none of its members are set where one was removed.
struct ProbedSolid {
  std::string name;
  std::function<std::vector<Body*>()> parts{};  // its bodies; none of what nothing touches
  std::optional<MotionParams> motion{};         // of a kinematic one
  std::function<TriangleMesh()> surface{};      // m, before any motion; empty if unknown
  std::span<const SurfaceSample> samples{};     // while the solids are shown
};

// State of the world after a step, for probes. The grids are sorted like the particles, but hold
// the positions before the step.
struct ProbeView {
  const FluidParticles& fluid;
  const Boundary& boundary;
  const BoundarySamples& walls;
  const CellGrid& fluidGrid;
  const CellGrid& wallGrid;
  KernelChoice kernel;
  Period period;
  // Of each solid, if probes need them: its centre, in m, and the loads on it.
  std::span<const Vec3d> centres;
  std::span<const Loads> loads;
  double time = 0;   // s
  double share = 1;  // of the last step, during which the loads of the fluid acted
};

class Probe {
 public:
  virtual ~Probe() = default;

  // Columns with units: "pressure[Pa]".
  virtual std::vector<std::string> columns() const = 0;

  // Called with all solids, by number: at the start, and when some were added or removed.
  virtual void follow(std::span<const ProbedSolid> /*solids*/) {}

  // Called after every step, for probes that integrate over time.
  virtual void watch(const ProbeView&) {}

  // Writes a value for each column; nan where there is nothing to measure.
  virtual void measure(const ProbeView& view, std::span<double> values) = 0;

  // The mean over the last step, for windows; by default the value at its end.
  virtual void measureStep(const ProbeView& view, std::span<double> values) {
    measure(view, values);
  }

  // State for checkpoints.
  virtual std::span<double> memory() { return {}; }
};

}  // namespace shoal
