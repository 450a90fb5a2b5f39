// Rest state of sheets after cuts and in checkpoints.
#include <algorithm>

#include "shoal/bodies/cloth/sheet_forces.h"

namespace shoal {

namespace {

using Corners3 = std::array<Vec3d, 3>;

// Rest position of a vertex of a part in the whole triangle.
Vec3d restPlace(const Triangle& whole, const Corners3& rest, const SheetCut::Origin& origin) {
  const auto placeOf = [&](std::uint32_t v) {
    return rest[static_cast<std::size_t>(std::ranges::find(whole, v) - whole.begin())];
  };
  return placeOf(origin.a) + origin.share * (placeOf(origin.b) - placeOf(origin.a));
}

template <class State, class Corners>
void pass(State& state, Corners& corners) {
  for (auto& corner : corners)
    for (std::size_t axis = 0; axis < 3; ++axis) state(corner[axis]);
}

std::array<std::uint32_t, 2> sorted(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

void SheetForces::refine(const SheetCut& cut) {
  std::vector<Corners3> corners;
  for (std::size_t t = 0; t < cut.triangles.size(); ++t) {
    const std::uint32_t parent = cut.parents[t];
    Corners3& corner = corners.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] =
          restPlace(triangles_[parent], restCorners_[parent], cut.origins[cut.triangles[t][k]]);
  }
  // The rest angle between parts of one triangle is zero.
  std::map<std::array<std::uint32_t, 2>, double> angles;
  for (const SheetEdge& edge : sheetTopology(cut.triangles, cut.origins.size()).edges) {
    if (!edge.isHinge()) continue;
    const auto found = restAngleBetween_.find(
        sorted(cut.parents[edge.triangle[0]], cut.parents[edge.triangle[1]]));
    angles[edge.triangle] = found == restAngleBetween_.end() ? 0 : found->second;
  }
  restAngleBetween_ = std::move(angles);
  setRest(std::move(corners));
  rebuildTopology(cut.triangles, cut.origins.size());
}

void SheetForces::save(StateWriter& state) const {
  for (const Corners3& corners : restCorners_) pass(state, corners);
  state(std::uint64_t{restAngleBetween_.size()});
  for (const auto& [pair, angle] : restAngleBetween_) {
    for (const std::uint32_t t : pair) state(std::uint64_t{t});
    state(angle);
  }
}

void SheetForces::restore(StateReader& state, std::span<const Triangle> triangles,
                          std::size_t vertices) {
  std::vector<Corners3> rest(triangles.size());
  for (Corners3& corners : rest) pass(state, corners);
  std::uint64_t hinges = 0;
  state(hinges);
  restAngleBetween_.clear();
  for (std::uint64_t k = 0; k < hinges; ++k) {
    std::array<std::uint64_t, 2> pair{};
    for (std::uint64_t& t : pair) {
      state(t);
      if (t >= triangles.size()) fail("a hinge of triangle {} of {}", t, triangles.size());
    }
    double angle = 0;
    state(angle);
    restAngleBetween_[{static_cast<std::uint32_t>(pair[0]), static_cast<std::uint32_t>(pair[1])}] =
        angle;
  }
  setRest(std::move(rest));
  rebuildTopology(triangles, vertices);
}

}  // namespace shoal
