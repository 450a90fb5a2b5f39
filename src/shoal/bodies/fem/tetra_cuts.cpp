// Cuts through a tetrahedral mesh that is being opened.
#include <algorithm>
#include <functional>
#include <set>

#include "shoal/bodies/fem/tetra_opening.h"

namespace shoal {

void TetraOpening::cutBetween(std::uint32_t t, std::uint32_t u) {
  for (const auto& [a, b] : {std::pair{t, u}, std::pair{u, t}})
    if (const std::size_t across = cornerAcross(mesh_.tets[a], mesh_.tets[b]); across < 4)
      cuts_[a] = static_cast<std::uint8_t>(cuts_[a] | 1u << across);
}

// Leads the cut around the other side of a tetrahedron: its faces that were cut are whole again,
// the others are cut.
void TetraOpening::cutAround(std::uint32_t t) {
  std::set<std::uint32_t> beside;
  for (const std::uint32_t v : mesh_.tets[t]) beside.insert(stars_[v].begin(), stars_[v].end());
  for (const std::uint32_t u : beside)
    for (const auto& [a, b] : {std::pair{t, u}, std::pair{u, t}})
      if (const std::size_t across = cornerAcross(mesh_.tets[a], mesh_.tets[b]); across < 4)
        cuts_[a] = static_cast<std::uint8_t>(cuts_[a] ^ 1u << across);
}

// The tetrahedra at an edge, in groups that hang together by faces.
std::vector<std::vector<std::uint32_t>> TetraOpening::fansAround(std::uint32_t v,
                                                                 std::uint32_t w) const {
  std::vector<std::uint32_t> rest;
  for (const std::uint32_t t : stars_[v])
    if (std::ranges::find(mesh_.tets[t], w) != mesh_.tets[t].end()) rest.push_back(t);
  std::vector<std::vector<std::uint32_t>> fans;
  while (!rest.empty()) {
    auto& fan = fans.emplace_back(1, rest.front());
    rest.erase(rest.begin());
    for (std::size_t k = 0; k < fan.size(); ++k) {
      const Tetra tet = mesh_.tets[fan[k]];
      const auto isBeside = [&](std::uint32_t t) { return cornerAcross(tet, mesh_.tets[t]) < 4; };
      const auto found = std::stable_partition(rest.begin(), rest.end(), std::not_fn(isBeside));
      fan.insert(fan.end(), found, rest.end());
      rest.erase(found, rest.end());
    }
  }
  return fans;
}

// Of the fans that hang together in an edge only, at the first such edge; or none.
std::vector<std::uint32_t> TetraOpening::smallestFanSince(std::size_t step) const {
  for (; step < steps_.size(); ++step)
    for (const std::uint32_t t : steps_[step].star)
      for (const std::uint32_t v : mesh_.tets[t])
        for (const std::uint32_t w : mesh_.tets[t]) {
          const auto fans = fansAround(v, w);
          if (v == w || fans.size() < 2) continue;
          return *std::ranges::min_element(fans, {}, &std::vector<std::uint32_t>::size);
        }
  return {};
}

// The tip of a spike that reaches a vertex from within and leaves a ring of others around it.
std::vector<std::uint32_t> TetraOpening::smallestTipSince(std::size_t step) const {
  for (; step < steps_.size(); ++step) {
    std::vector<std::uint32_t> copies{steps_[step].vertex};
    for (auto v = static_cast<std::uint32_t>(given_); v < origins_.size(); ++v)
      if (origins_[v] == origins_[copies[0]]) copies.push_back(v);
    if (std::ranges::all_of(copies, [&](std::uint32_t v) { return isManifoldAt(v); })) continue;
    return stars_[*std::ranges::min_element(copies, {},
                                            [&](std::uint32_t v) { return stars_[v].size(); })];
  }
  return {};
}

// `inTheWay`: if it fails, tetrahedra on whose other side the cut would do better.
bool TetraOpening::openAllCuts(std::vector<std::uint32_t>& inTheWay) {
  const std::size_t before = steps_.size();
  const auto vertices = static_cast<std::uint32_t>(mesh_.vertices.size());
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (const auto loose = partsAround(v); isDivided(loose)) divide(v, loose);
  if (isManifoldSince(before)) return true;
  inTheWay = smallestFanSince(before);
  if (inTheWay.empty()) inTheWay = smallestTipSince(before);
  while (steps_.size() > before) undo();
  return false;
}

void TetraOpening::openCuts() {
  constexpr int kMostDetours = 100;
  const Cuts direct = cuts_;
  std::vector<std::uint32_t> inTheWay;
  for (int k = 0; k < kMostDetours; ++k) {
    if (openAllCuts(inTheWay)) return;
    if (inTheWay.empty()) break;
    for (const std::uint32_t t : inTheWay) cutAround(t);
  }
  // As much as can be. Vertices that could not be split before others get another chance.
  cuts_ = direct;
  for (bool again = true; again;) {
    again = false;
    const auto vertices = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (std::uint32_t v = 0; v < vertices; ++v) again |= split(v, partsAround(v));
  }
}

}  // namespace shoal
