// Emitters and inflows: addition of particles through nozzles.
#pragma once

#include "shoal/core/state_list.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/world/sources/nozzle.h"

namespace shoal {

// A nozzle's pipe is filled when it opens. Then each column moves with the prescribed speed, and
// whenever its youngest particle has moved one spacing, the next one enters behind it, offset by
// the distance beyond that spacing: density and volume flow are exact for any length of step.
class Emitters {
 public:
  Emitters(std::vector<Nozzle> nozzles, const std::vector<std::string>& fluids,
           const WorldParams& world, FluidParticles& fluid);

  // Releases particles that have left the pipes, closes and opens nozzles, and adds the particles
  // that are due, numbered from `nextId` on. Returns their number.
  std::size_t emit(FluidParticles& fluid, FluidSolver& solver, double time, std::uint64_t& nextId);

  // Before the solver moves particles: stores the positions of driven particles, and finds columns
  // that are blocked by fluid.
  void hold(const FluidParticles& fluid, const Neighbours& near);
  // After it: moves driven particles as the nozzles prescribe.
  void drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt);
  void listDriven(std::vector<std::uint32_t>& particles) const {
    for (const auto& held : held_) particles.push_back(held.particle);
  }

  struct Tally {
    std::string name;
    std::size_t emitted = 0;
    std::size_t skipped = 0;  // because fluid blocked their place
  };
  std::vector<Tally> tallies() const;

  // State for checkpoints, apart from the field of columns.
  void write(StateWriter& state) const;
  void read(StateReader& state);

 private:
  struct Column {
    double youngest = 0;  // m, from the entry of the column to its youngest particle
    double withheld = 0;  // m, motion withheld while it was blocked, less than a spacing
    bool blocked = false;
  };
  struct Emitter {
    Nozzle nozzle;
    std::uint32_t phase = 0;
    std::uint32_t firstTag = 1;  // of its columns, in `column_`
    bool opened = false, closed = false;
    std::uint64_t emitted = 0, skipped = 0;
    std::vector<Column> columns;
  };
  struct Entry {
    std::size_t column;
    double along;  // m
  };
  struct Held {
    std::uint32_t particle;
    Vec3f x;
  };

  std::size_t emitterOf(std::uint32_t tag) const;
  void letGo(const FluidParticles& fluid);
  void open(Emitter& emitter, const FluidParticles& fluid, std::vector<Entry>& due);
  void close(Emitter& emitter);
  void adopt(const Emitter& emitter, const FluidParticles& fluid, double within);
  std::size_t place(Emitter& emitter, const std::vector<Entry>& due, float closest,
                    FluidParticles& fluid, FluidSolver& solver, double time, std::uint64_t& nextId);
  double moveColumn(Emitter& emitter, std::size_t c, double time, double dt) const;
  // Visits all state, the same for reading and writing.
  template <class Self, class List>
  static void visitState(Self& self, List& list);
  void checkState() const;

  std::vector<Emitter> emitters_;
  double spacing_;
  Field<std::uint32_t> column_;  // tag of the column that drives a particle; 0: free
  std::vector<Held> held_;
};

}  // namespace shoal
