// The nozzles of a world at work: they add particles and drive them to their mouths.
#pragma once

#include "shoal/core/state_list.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/world/sources/nozzle.h"

namespace shoal {

// A nozzle's pipe is filled when it opens. From then on each column moves by the speed of the flow,
// and whenever its youngest particle has gone one spacing, the next one enters behind it, as far
// into the pipe as that spacing was passed: density and volume are right for any length of step.
class Emitters {
 public:
  Emitters(std::vector<Nozzle> nozzles, const std::vector<std::string>& fluids,
           const WorldParams& world, FluidParticles& fluid);

  // Lets go of what has left the pipes, closes and opens nozzles, and adds the particles that are
  // due, numbered from `nextId` on. Returns how many there are.
  std::size_t emit(FluidParticles& fluid, FluidSolver& solver, double time, std::uint64_t& nextId);

  // Before the solver moves particles: remembers where driven ones are, and which columns are
  // blocked because fluid stands in their way.
  void hold(const FluidParticles& fluid, const Neighbours& near);
  // After it: puts them where the nozzles drive them.
  void drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt);

  struct Tally {
    std::string name;
    std::size_t emitted = 0;
    std::size_t skipped = 0;  // since fluid stood in the way
  };
  std::vector<Tally> tallies() const;

  // All state but the field of columns.
  void write(StateWriter& state) const;
  void read(StateReader& state);

 private:
  struct Column {
    double youngest = 0;  // m from where the column enters to its last particle
    double withheld = 0;  // m that it did not move since it was blocked, less than a spacing
    bool blocked = false;
  };
  struct Bank {
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

  std::size_t bankOf(std::uint32_t tag) const;
  void letGo(const FluidParticles& fluid);
  void open(Bank& bank, const FluidParticles& fluid, std::vector<Entry>& due);
  void close(Bank& bank);
  void adopt(const Bank& bank, const FluidParticles& fluid, double within);
  std::size_t place(Bank& bank, const std::vector<Entry>& due, float closest, FluidParticles& fluid,
                    FluidSolver& solver, double time, std::uint64_t& nextId);
  double moveColumn(Bank& bank, std::size_t c, double time, double dt) const;
  // Passes all state to the list, the same for reading and writing.
  template <class Self, class List>
  static void visitState(Self& self, List& list);
  void checkState() const;

  std::vector<Bank> banks_;
  double spacing_;
  Field<std::uint32_t> column_;  // that drives a particle; 0: none, it is free
  std::vector<Held> held_;
};

}  // namespace shoal
