// Drains and outflows: removal of particles.
#pragma once

#include "shoal/core/state_list.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/world/sources/source_params.h"

namespace shoal {

// A drain removes the particles in its region. A particle that crosses an outflow plane keeps its
// velocity, through a buffer two supports long, and is removed at its end: the fluid before the
// plane always has neighbours beyond it, [FMCA12]. Deviation: it keeps the difference of its
// velocity from the mean speed before the plane. With a frozen velocity, a buffer that is a little
// too slow would dam the flow permanently.
class Drains {
 public:
  Drains(const SourceParams& params, const KernelChoice& kernel, FluidParticles& fluid);

  // Removes particles in drains and at the ends of buffers, and marks those that have crossed an
  // outflow. Returns the number of removed ones.
  std::size_t drain(FluidParticles& fluid, double time);

  // Before the solver moves particles: stores the positions of those in buffers.
  void hold(const FluidParticles& fluid);
  // After it: moves them as prescribed in the buffers.
  void drive(FluidParticles& fluid, FluidSolver& solver, double dt);
  void listDriven(std::vector<std::uint32_t>& particles) const {
    for (const auto& held : held_) particles.push_back(held.particle);
  }

  struct Tally {
    std::string name;
    std::size_t drained = 0;
  };
  std::vector<Tally> tallies() const;  // of drains, then of outflows

  void write(StateWriter& state) const;
  void read(StateReader& state);

 private:
  struct Outflow {
    Vec3d centre, normal;
    double radius;
    double mean = 0;  // m/s along the normal, of the fluid just before the plane

    double along(const Vec3d& x) const { return dot(x - centre, normal); }
    bool faces(const Vec3d& x) const;  // whether x is before or behind the open part of the plane
  };
  struct Held {
    std::uint32_t particle;
    Vec3f x;
  };

  std::uint32_t sinkOf(const FluidParticles& fluid, std::size_t i, double time);
  double meanSpeed(const Outflow& outflow, const FluidParticles& fluid) const;

  std::vector<DrainParams> drains_;
  std::vector<Outflow> outflows_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> drained_;
  double support_, length_;       // m; the length is the buffer's
  Field<std::uint32_t> crossed_;  // the outflow whose buffer a particle is in, from 1; 0: none
  Field<Vec3f> deviation_;        // m/s, of its velocity from the mean when it crossed
  std::vector<Held> held_;
};

}  // namespace shoal
