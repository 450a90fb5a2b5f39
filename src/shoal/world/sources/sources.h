// Where fluid comes from and where it goes: all nozzles and sinks of a world.
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
  // Takes out and adds what is due at the beginning of a step.
  Exchange exchange(FluidParticles& fluid, FluidSolver& solver, double time, std::uint64_t& nextId);

  // Around the move of all particles: those in pipes and buffers go where they are driven.
  void hold(const FluidParticles& fluid, const Neighbours& near);
  void drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt);

  const Emitters& nozzles() const { return nozzles_; }
  const Drains& sinks() const { return sinks_; }
  std::size_t emitted() const;  // since the beginning
  std::size_t drained() const;

  // All state that is not in fields of the particles.
  std::vector<double> state() const;
  void restore(std::span<const double> numbers);

 private:
  Emitters nozzles_;
  Drains sinks_;
};

}  // namespace shoal
