// What every kind of probe offers, and what it sees of the world.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/coupling/loads.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

// What a probe is told once.
struct ProbeSite {
  int dimensions = 3;
  double spacing = 0;  // m
  Vec3d up{0, 1, 0};
  Box3d domain;  // m
  std::vector<std::string> walls;
};

// What a probe sees after a step. The grids are sorted like the particles, but hold the places
// from which the step moved them.
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

  // What is measured, with units: "pressure[Pa]".
  virtual std::vector<std::string> columns() const = 0;

  // Solids came or went: these are their names by number, "" where one was removed.
  virtual void follow(std::span<const std::string> /*solids*/) {}

  // Called after every step, for probes that count.
  virtual void watch(const ProbeView&) {}

  // Writes a value for each column; nan where there is nothing to measure.
  virtual void measure(const ProbeView& view, std::span<double> values) = 0;

  // What a checkpoint has to hold.
  virtual std::span<double> memory() { return {}; }
};

}  // namespace shoal
