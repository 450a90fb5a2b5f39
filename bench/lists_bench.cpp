// What a step does before any physics: sort, rearrange, list neighbours.
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

using Form = CellGrid::Form;

void sort(benchmark::State& state, int edge, int threads) {
  const Tank& t = Tank::ofEdge(edge);
  CellGrid grid(t.kernel.radius, 3);
  timePass(state, t.fluid.size(), threads, [&] { grid.build(t.fluid.x.span()); });
}

// Five fields, 44 bytes a particle, in an order that is nearly the old one.
void rearrange(benchmark::State& state, int edge, int threads) {
  Tank& t = Tank::ofEdge(edge);
  CellGrid grid(t.kernel.radius, 3);
  grid.build(t.fluid.x.span());
  timePass(state, t.fluid.size(), threads, [&] { t.fluid.set.rearrange(grid.order()); });
}

void lists(benchmark::State& state, int edge, int threads, Form form) {
  const Tank& t = Tank::ofEdge(edge);
  CellGrid grid(t.kernel.radius, 3, form);
  grid.build(t.fluid.x.span());
  std::vector<Vec3f> sorted;
  for (const std::uint32_t i : grid.order()) sorted.push_back(t.fluid.x[i]);
  NeighbourList list;
  timePass(state, t.fluid.size(), threads,
           [&] { list.build(sorted, grid, t.kernel.radius, true); });
  state.counters["neighbours"] = double(list.pairs()) / double(t.fluid.size());
}

const bool registered = [] {
  registerSizes("search/counting-sort", sort);
  registerSizes("search/rearrange", rearrange);
  registerSizes("search/lists-plain", [](benchmark::State& state, int edge, int threads) {
    lists(state, edge, threads, Form::Plain);
  });
  registerSizes("search/lists-hashed", [](benchmark::State& state, int edge, int threads) {
    lists(state, edge, threads, Form::Hashed);
  });
  return true;
}();

}  // namespace
}  // namespace shoal::bench
