#include "shoal/world/sources/sources.h"

#include "shoal/core/timer.h"
#include "shoal/world/sources/source_check.h"

namespace shoal {

namespace {

const SourceParams& checked(const SourceParams& params, const WorldParams& world,
                            const std::vector<std::string>& fluids) {
  validate(params);
  if (const auto fault = findFault(params, world, fluids))
    throw Error({}, fault->key, fault->message);
  return params;
}

}  // namespace

Sources::Sources(const SourceParams& params, const std::vector<std::string>& fluids,
                 const WorldParams& world, const KernelChoice& kernel, FluidParticles& fluid)
    : nozzles_(makeNozzles(checked(params, world, fluids), world, kernel), fluids, world, fluid),
      sinks_(params, kernel, fluid) {}

Sources::Exchange Sources::exchange(FluidParticles& fluid, FluidSolver& solver, double time,
                                    std::uint64_t& nextId) {
  const Timed t{"world/sources"};
  Exchange done;
  done.drained = sinks_.drain(fluid, time);
  done.emitted = nozzles_.emit(fluid, solver, time, nextId);
  return done;
}

void Sources::hold(const FluidParticles& fluid, const Neighbours& near) {
  const Timed t{"world/sources"};
  nozzles_.hold(fluid, near);
  sinks_.hold(fluid);
}

void Sources::drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt) {
  const Timed t{"world/sources"};
  nozzles_.drive(fluid, solver, time, dt);
  sinks_.drive(fluid, solver, dt);
}

std::vector<std::uint32_t> Sources::driven() const {
  std::vector<std::uint32_t> particles;
  nozzles_.listDriven(particles);
  sinks_.listDriven(particles);
  return particles;
}

std::size_t Sources::emitted() const {
  std::size_t sum = 0;
  for (const Emitters::Tally& tally : nozzles_.tallies()) sum += tally.emitted;
  return sum;
}

std::size_t Sources::drained() const {
  std::size_t sum = 0;
  for (const Drains::Tally& tally : sinks_.tallies()) sum += tally.drained;
  return sum;
}

std::vector<double> Sources::state() const {
  StateWriter state;
  nozzles_.write(state);
  sinks_.write(state);
  return state.numbers();
}

void Sources::restore(std::span<const double> numbers) {
  StateReader state(numbers);
  nozzles_.read(state);
  sinks_.read(state);
  if (!state.exhausted()) fail("there are too many numbers of its sources");
}

}  // namespace shoal
