// Which search structure is faster when: the kd-tree, the plain grid and the hashed grid on one
// thread, building and then finding the neighbours of all points ([Kei06] 7.1.3; docs/search.md).
#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "shoal/search/kd_tree.h"
#include "shoal/search/neighbour_list.h"
#include "support/with_lanes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

using Points = std::vector<Vec3f>;

constexpr float kSpacing = 0.01f;
constexpr float kRadius = 2 * kSpacing;

void shuffle(Points& points) { std::shuffle(points.begin(), points.end(), std::mt19937(1)); }

// As in a simulation: fills its box, and stands in memory along the cells of a grid.
Points even(int edge) {
  Points sorted;
  const Points points = jitteredLattice(edge, kSpacing);
  CellGrid grid(kRadius, 3, CellGrid::Form::Plain);
  grid.build(points);
  for (const std::uint32_t i : grid.order()) sorted.push_back(points[i]);
  return sorted;
}

Points shuffled(int edge) {
  Points points = even(edge);
  shuffle(points);
  return points;
}

// Three cubes of as many points each, with some 3, 30 and 300 neighbours.
Points uneven(int edge) {
  Points points;
  const int each = static_cast<int>(std::cbrt(double(edge) * edge * edge / 3));
  float from = 0;
  for (const float spacing : {2.15f * kSpacing, kSpacing, 0.464f * kSpacing}) {
    for (const Vec3f& p : jitteredLattice(each, spacing)) points.push_back(p + Vec3f{from, 0, 0});
    from += spacing * float(each) + kRadius;
  }
  return points;
}

// Drops of 4^3 particles, with about 30 cells of the plain grid for every particle.
Points scattered(int edge) {
  const int drops = edge * edge * edge / 64;
  const float side = kRadius * std::cbrt(30.f * 64.f * float(drops));
  std::mt19937 engine(9);
  std::uniform_real_distribution<float> along(0, side);
  const Points drop = jitteredLattice(4, kSpacing);
  Points points;
  for (int d = 0; d < drops; ++d) {
    const Vec3f centre{along(engine), along(engine), along(engine)};
    for (const Vec3f& p : drop) points.push_back(centre + p);
  }
  return points;
}

// What is searched: the points, and the cell size of grids in radii of the queries, which is more
// than one when other queries reach further.
struct Case {
  Points (*points)(int edge);
  float cell = 1;
  bool ownOrder = true;  // grids are asked in the order that they sort the points into
  bool scalar = false;   // grids are tried one point at a time too, as the kd-tree works
};

const std::map<std::string, Case> kCases{{"even", {even, 1, true, true}},
                                         {"shuffled", {shuffled, 1, false}},
                                         {"uneven", {uneven, 1, true, true}},
                                         {"scattered", {scattered}},
                                         {"coarse", {even, 2, true, true}}};

// The points of a case; those asked for last are kept, since every benchmark is called repeatedly.
const Points& pointsOf(const Case& which, int edge) {
  static const Case* keptCase = nullptr;
  static int keptEdge = 0;
  static Points points;
  if (keptCase != &which || keptEdge != edge) points = which.points(edge);
  keptCase = &which;
  keptEdge = edge;
  return points;
}

template <class Work>
void timePerPoint(benchmark::State& state, std::size_t points, Work&& work) {
  const ThreadLimit limit(1);
  work();  // asks for memory
  for (auto _ : state) work();
  state.counters["per point"] = benchmark::Counter(
      double(points), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void buildTree(benchmark::State& state, const Case& which, int edge) {
  const Points& points = pointsOf(which, edge);
  timePerPoint(state, points.size(), [&] { benchmark::DoNotOptimize(KdTree(points).size()); });
}

void buildGrid(benchmark::State& state, const Case& which, int edge, CellGrid::Form form) {
  const Points& points = pointsOf(which, edge);
  CellGrid grid(which.cell * kRadius, 3, form);
  timePerPoint(state, points.size(), [&] { grid.build(points); });
}

void queryTree(benchmark::State& state, const Case& which, int edge) {
  const Points& points = pointsOf(which, edge);
  const KdTree tree(points);
  std::vector<std::uint32_t> lists;
  timePerPoint(state, points.size(), [&] {
    lists.clear();
    for (const Vec3f& p : points)
      tree.forEachWithin(p, kRadius, [&](std::uint32_t j, float) { lists.push_back(j); });
  });
  state.counters["neighbours"] = double(lists.size()) / double(points.size());
}

void queryGrid(benchmark::State& state, const Case& which, int edge, CellGrid::Form form) {
  const Points& points = pointsOf(which, edge);
  CellGrid grid(which.cell * kRadius, 3, form);
  grid.build(points);
  Points places = points;
  if (which.ownOrder)
    for (std::size_t k = 0; k < points.size(); ++k) places[k] = points[grid.order()[k]];
  NeighbourList lists;
  timePerPoint(state, points.size(), [&] { lists.build(places, grid, kRadius, false); });
  state.counters["neighbours"] = double(lists.pairs()) / double(points.size());
}

// As queryGrid, but one point at a time.
void queryGridByOne(benchmark::State& state, const Case& which, int edge, CellGrid::Form form) {
  const WithLanes one("scalar");
  queryGrid(state, which, edge, form);
}

void add(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond)->MinTime(0.1);
}

const bool registered = [] {
  constexpr auto plain = CellGrid::Form::Plain;
  constexpr auto hashed = CellGrid::Form::Hashed;
  const std::map<int, std::string> sizes{{22, "/10k"}, {46, "/100k"}, {100, "/1M"}};
  for (const auto& [name, which] : kCases)
    for (const auto& [edge, size] : sizes) {
      const auto place = [&, n = name, s = size](const std::string& what) {
        return "search/" + n + "/" + what + s;
      };
      const Case& c = which;
      const int e = edge;
      add(place("build/kd-tree"), [&c, e](auto& state) { buildTree(state, c, e); });
      add(place("build/plain"), [&c, e](auto& state) { buildGrid(state, c, e, plain); });
      add(place("build/hashed"), [&c, e](auto& state) { buildGrid(state, c, e, hashed); });
      add(place("query/kd-tree"), [&c, e](auto& state) { queryTree(state, c, e); });
      add(place("query/plain"), [&c, e](auto& state) { queryGrid(state, c, e, plain); });
      add(place("query/hashed"), [&c, e](auto& state) { queryGrid(state, c, e, hashed); });
      if (!which.scalar) continue;
      add(place("query/plain-scalar"),
          [&c, e](auto& state) { queryGridByOne(state, c, e, plain); });
      add(place("query/hashed-scalar"),
          [&c, e](auto& state) { queryGridByOne(state, c, e, hashed); });
    }
  return true;
}();

}  // namespace
}  // namespace shoal::bench
