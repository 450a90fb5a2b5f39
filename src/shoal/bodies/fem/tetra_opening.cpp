#include "shoal/bodies/fem/tetra_opening.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace shoal {

namespace {

bool has(const Tetra& tet, std::uint32_t v) {
  return std::find(tet.begin(), tet.end(), v) != tet.end();
}

}  // namespace

std::size_t cornerAcross(const Tetra& a, const Tetra& b) {
  std::size_t across = 4, shared = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    if (has(b, a[c]))
      ++shared;
    else
      across = c;
  }
  return shared == 3 ? across : 4;
}

bool isDivided(std::span<const std::uint32_t> parts) {
  return std::ranges::any_of(parts, [](std::uint32_t part) { return part > 0; });
}

TetraOpening::TetraOpening(const TetraMesh& mesh, Cuts cuts)
    : mesh_(mesh),
      cuts_(std::move(cuts)),
      given_(mesh.vertices.size()),
      origins_(given_),
      stars_(given_) {
  cuts_.resize(mesh.tets.size());
  std::iota(origins_.begin(), origins_.end(), 0u);
  for (std::uint32_t t = 0; t < mesh.tets.size(); ++t)
    for (const std::uint32_t v : mesh.tets[t]) stars_[v].push_back(t);
}

bool TetraOpening::joined(std::uint32_t t, std::uint32_t u) const {
  const std::size_t across = cornerAcross(mesh_.tets[t], mesh_.tets[u]);
  return across < 4 && (cuts_[t] >> across & 1) == 0;
}

std::vector<std::uint32_t> TetraOpening::partsAround(std::uint32_t v) const {
  constexpr std::uint32_t kNone = ~0u;
  const auto& star = stars_[v];
  std::vector<std::uint32_t> part(star.size(), kNone), reached;
  std::uint32_t parts = 0;
  for (std::uint32_t first = 0; first < star.size(); ++first) {
    if (part[first] != kNone) continue;
    part[first] = parts;
    reached.assign(1, first);
    while (!reached.empty()) {
      const std::uint32_t k = reached.back();
      reached.pop_back();
      for (std::uint32_t l = 0; l < star.size(); ++l) {
        if (part[l] != kNone || !joined(star[k], star[l])) continue;
        part[l] = parts;
        reached.push_back(l);
      }
    }
    ++parts;
  }
  return part;
}

// The link of v, the triangles opposite to it in its star, must be a sphere or a disc: one fan
// around each of its vertices, and Euler characteristic 2 without a border or 1 with one.
bool TetraOpening::isManifoldAt(std::uint32_t v) const {
  struct Count {
    int tets = 0, faces = 0;
  };
  std::map<std::uint32_t, Count> beside;
  const auto& star = stars_[v];
  int inner = 0;
  for (std::size_t k = 0; k < star.size(); ++k) {
    const Tetra& tet = mesh_.tets[star[k]];
    for (const std::uint32_t w : tet) ++beside[w].tets;
    for (std::size_t l = 0; l < k; ++l) {
      const std::size_t across = cornerAcross(tet, mesh_.tets[star[l]]);
      if (across == 4) continue;
      ++inner;
      for (std::size_t c = 0; c < 4; ++c)
        if (c != across) ++beside[tet[c]].faces;
    }
  }
  beside.erase(v);
  const auto fansOnce = [](const auto& edge) { return edge.second.tets - edge.second.faces <= 1; };
  const int triangles = static_cast<int>(star.size());
  const int character = static_cast<int>(beside.size()) - 2 * triangles + inner;
  const bool hasBorder = 3 * triangles > 2 * inner;
  return std::ranges::all_of(beside, fansOnce) && character == (hasBorder ? 1 : 2);
}

bool TetraOpening::isManifoldSince(std::size_t step) const {
  std::set<std::uint32_t> touched;
  for (; step < steps_.size(); ++step)
    for (const std::uint32_t t : steps_[step].star)
      touched.insert(mesh_.tets[t].begin(), mesh_.tets[t].end());
  return std::ranges::all_of(touched, [&](std::uint32_t v) { return isManifoldAt(v); });
}

void TetraOpening::divide(std::uint32_t v, std::span<const std::uint32_t> parts) {
  const auto firstCopy = static_cast<std::uint32_t>(mesh_.vertices.size());
  steps_.push_back({v, std::move(stars_[v]), firstCopy});
  const std::vector<std::uint32_t>& star = steps_.back().star;
  stars_[v].clear();
  const Vec3d rest = mesh_.vertices[v];
  const std::uint32_t origin = origins_[v], copies = *std::ranges::max_element(parts);
  mesh_.vertices.resize(firstCopy + copies, rest);
  origins_.resize(firstCopy + copies, origin);
  stars_.resize(firstCopy + copies);
  for (std::size_t k = 0; k < star.size(); ++k) {
    const std::uint32_t copy = parts[k] == 0 ? v : firstCopy + parts[k] - 1;
    stars_[copy].push_back(star[k]);
    std::ranges::replace(mesh_.tets[star[k]], v, copy);
  }
}

void TetraOpening::undo() {
  const Step& last = steps_.back();
  for (const std::uint32_t t : last.star)
    for (std::uint32_t& corner : mesh_.tets[t])
      if (corner >= last.firstCopy) corner = last.vertex;
  stars_[last.vertex] = last.star;
  mesh_.vertices.resize(last.firstCopy);
  origins_.resize(last.firstCopy);
  stars_.resize(last.firstCopy);
  steps_.pop_back();
}

bool TetraOpening::split(std::uint32_t v, std::span<const std::uint32_t> parts) {
  return split(std::array{Division{v, {parts.begin(), parts.end()}}});
}

bool TetraOpening::split(std::span<const Division> divisions) {
  for (const Division& division : divisions)
    if (!isDivided(division.parts)) return false;
  const std::size_t before = steps_.size();
  for (const Division& division : divisions) divide(division.vertex, division.parts);
  std::set<std::uint32_t> around;
  for (std::size_t step = before; step < steps_.size(); ++step)
    for (const std::uint32_t t : steps_[step].star)
      around.insert(mesh_.tets[t].begin(), mesh_.tets[t].end());
  for (const std::uint32_t w : around)
    if (const auto loose = partsAround(w); isDivided(loose)) divide(w, loose);
  if (isManifoldSince(before)) return true;
  while (steps_.size() > before) undo();
  return false;
}

void TetraOpening::cutBetween(std::uint32_t t, std::uint32_t u) {
  for (const auto& [a, b] : {std::pair{t, u}, std::pair{u, t}})
    if (const std::size_t across = cornerAcross(mesh_.tets[a], mesh_.tets[b]); across < 4)
      cuts_[a] = static_cast<std::uint8_t>(cuts_[a] | 1u << across);
}

// Moves the cut to the other side of a tetrahedron: its cut faces are restored, the others are cut.
void TetraOpening::cutAround(std::uint32_t t) {
  std::set<std::uint32_t> beside;
  for (const std::uint32_t v : mesh_.tets[t]) beside.insert(stars_[v].begin(), stars_[v].end());
  for (const std::uint32_t u : beside)
    for (const auto& [a, b] : {std::pair{t, u}, std::pair{u, t}})
      if (const std::size_t across = cornerAcross(mesh_.tets[a], mesh_.tets[b]); across < 4)
        cuts_[a] = static_cast<std::uint8_t>(cuts_[a] ^ 1u << across);
}

// Tetrahedra at an edge, grouped by connection through faces.
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

// The smallest fan at the first edge at which fans are joined by that edge alone; or none.
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

// Tip of a spike that reaches a vertex from inside and leaves a ring of others around it.
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

// `inTheWay`: on failure, tetrahedra around which the cut should be moved.
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
  // Opens as many cuts as possible. Vertices that could not be split before others are tried again.
  cuts_ = direct;
  for (bool again = true; again;) {
    again = false;
    const auto vertices = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (std::uint32_t v = 0; v < vertices; ++v) again |= split(v, partsAround(v));
  }
}

}  // namespace shoal
