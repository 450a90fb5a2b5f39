// Interface of probes, and the view of the world that they get.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/coupling/loads.h"
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

// State of the world after a step, for probes. The grids are sorted like the particles, but hold
// the positions before the step.
struct ProbeView {
  const FluidParticles& fluid;
  const BoundarySamples& walls;
  const CellGrid& fluidGrid;
  const CellGrid& wallGrid;
  KernelChoice kernel;
  Period period;
  // Of each solid, if probes need them: its centre, in m, and the loads on it.
  std::span<const Vec3d> centres;
  std::span<const Loads> loads;
  double time = 0;  // s
};

class Probe {
 public:
  virtual ~Probe() = default;

  // Columns with units: "pressure[Pa]".
  virtual std::vector<std::string> columns() const = 0;

  // Called when solids were added or removed, with their names by index, "" where one was removed.
  virtual void follow(std::span<const std::string> /*solids*/) {}

  // Called after every step, for probes that integrate over time.
  virtual void watch(const ProbeView&) {}

  // Writes a value for each column; nan where there is nothing to measure.
  virtual void measure(const ProbeView& view, std::span<double> values) = 0;

  // State for checkpoints.
  virtual std::span<double> memory() { return {}; }
};

}  // namespace shoal
