// What of a world goes into checkpoints and hashes.
#include <bit>

#include "shoal/world/boundary.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/sources/sources.h"
#include "shoal/world/world.h"

namespace shoal {

std::size_t World::bytes() const {
  return fluid_.set.bytes() + boundary_->bytes() + fluidGrid_.bytes() + near_.fluidOfFluid.bytes() +
         near_.wallOfFluid.bytes() + near_.fluidOfWall.bytes() + solver_->bytes();
}

std::uint64_t World::hash() const {
  std::uint64_t hash = hashState(fluid_.set, fluid_.id.span());
  const auto add = [&](std::uint64_t bits) {
    hash = (hash ^ bits) * 1099511628211ULL;  // as hashState does
  };
  if (sources_) {
    for (const double number : sources_->state()) add(std::bit_cast<std::uint64_t>(number));
    add(nextId_);
  }
  if (solids_)
    for (const double number : solids_->state()) add(std::bit_cast<std::uint64_t>(number));
  for (const double number : boundary_->state()) add(std::bit_cast<std::uint64_t>(number));
  return hash;
}

World::Snapshot World::snapshot() const {
  return {time_,
          solver_->lastStep,
          steps_,
          escaped_,
          work_,
          wallSurplus_,
          probes_.memory(),
          nextId_,
          sources_ ? sources_->state() : std::vector<double>{},
          solids_ ? solids_->state() : std::vector<double>{},
          boundary_->state()};
}

void World::setSnapshot(const Snapshot& snapshot) {
  time_ = snapshot.time;
  solver_->lastStep = snapshot.lastStep;
  steps_ = snapshot.steps;
  escaped_ = static_cast<std::size_t>(snapshot.escaped);
  work_ = snapshot.work;
  wallSurplus_ = snapshot.wallSurplus;
  probes_.remember(snapshot.probes);
  nextId_ = snapshot.nextId;
  if (sources_) sources_->restore(snapshot.sources);
  if (solids_) solids_->restore(snapshot.solids);
  boundary_->restore(snapshot.coupling);
}

}  // namespace shoal
