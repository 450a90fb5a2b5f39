// Emitters, inflows, drains and outflows.
#pragma once

#include "shoal/world/sources/drains.h"
#include "shoal/world/sources/emitters.h"

namespace shoal {

class Sources {
 public:
  // An Error if the parameters do not fit each other or the world.
  Sources(const SourceParams& params, const std::vector<std::string>& fluids,
          const WorldParams& world, const KernelChoice& kernel, FluidParticles& fluid);

  // How many particles came and went in a step.
  struct Exchange {
    std::size_t emitted = 0, drained = 0;
  };
  // Removes and adds the particles that are due at the beginning of a step.
  Exchange exchange(FluidParticles& fluid, FluidSolver& solver, double time, std::uint64_t& nextId);

  // Before and after the solver moves particles: those in pipes and buffers move as prescribed.
  void hold(const FluidParticles& fluid, const Neighbours& near);
  void drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt);
  // The particles that were driven.
  std::vector<std::uint32_t> driven() const;

  const Emitters& nozzles() const { return nozzles_; }
  const Drains& sinks() const { return sinks_; }
  std::size_t emitted() const;  // since the beginning
  std::size_t drained() const;

  // State for checkpoints, apart from fields of the particles.
  std::vector<double> state() const;
  void restore(std::span<const double> numbers);

 private:
  Emitters nozzles_;
  Drains sinks_;
};

}  // namespace shoal
