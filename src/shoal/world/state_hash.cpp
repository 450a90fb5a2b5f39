#include "shoal/core/byte_hash.h"
#include "shoal/world/world.h"

namespace shoal {

namespace {

void addTo(ByteHash& hash, const World::Snapshot& state) {
  hash.addNumber(state.time);
  hash.addNumber(state.lastStep);
  hash.addNumber(std::int64_t{state.steps});
  hash.addNumber(state.escaped);
  hash.addNumber(state.work);
  hash.addNumber(state.wallSurplus);
  hash.addNumbers(state.probes);
  hash.addNumber(state.nextId);
  hash.addNumbers(state.sources);
  hash.addNumbers(state.solids);
  hash.addNumbers(state.coupling);
  hash.addNumber(state.cleared);
  for (const std::string& solid : state.freeSolids) {
    hash.addNumber(std::uint64_t{solid.size()});
    hash.add(solid);
  }
  hash.addNumbers(state.surfaceOrder);
}

}  // namespace

std::uint64_t World::hash() const {
  ByteHash hash;
  hash.addNumber(std::uint64_t{fluid_.size()});
  hash.addNumber(hashState(fluid_.set, fluid_.id.span()));
  addTo(hash, snapshot());
  return hash.value();
}

}  // namespace shoal
