// Neighbour lists in a form that tests can compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "shoal/search/cell_grid.h"
#include "shoal/search/neighbour_list.h"
#include "unit/search/test_points.h"

namespace shoal {

using Lists = std::vector<std::vector<std::uint32_t>>;

// Points in the order that a grid sorts them into, and the grid over them.
struct Sorted {
  Points points;
  CellGrid grid;

  Sorted(const Points& unsorted, float cellSize, int dimensions, CellGrid::Form form,
         const Period& period = {})
      : grid(cellSize, dimensions, form, period) {
    grid.build(unsorted);
    for (const std::uint32_t i : grid.order()) points.push_back(unsorted[i]);
  }
};

inline Lists listsOf(const NeighbourList& list) {
  Lists lists;
  for (std::size_t i = 0; i < list.size(); ++i)
    lists.emplace_back(list.of(i).begin(), list.of(i).end());
  return lists;
}

inline Lists ownLists(const Sorted& s, float radius) {
  NeighbourList list;
  list.build(s.points, s.grid, radius, true);
  return listsOf(list);
}

inline Lists sortedEach(Lists lists) {
  for (auto& list : lists) std::sort(list.begin(), list.end());
  return lists;
}

inline std::size_t pairsOf(const Lists& lists) {
  std::size_t n = 0;
  for (const auto& list : lists) n += list.size();
  return n;
}

}  // namespace shoal
