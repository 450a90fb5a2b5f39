#include "shoal/geometry/tetra/tetra_weld.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

namespace {

std::size_t dropRepeated(std::vector<Tetra>& tets) {
  std::vector<std::pair<Tetra, std::size_t>> sorted;
  for (std::size_t t = 0; t < tets.size(); ++t) {
    sorted.emplace_back(tets[t], t);
    std::sort(sorted.back().first.begin(), sorted.back().first.end());
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<bool> repeats(tets.size());
  for (std::size_t i = 1; i < sorted.size(); ++i)
    repeats[sorted[i].second] = sorted[i].first == sorted[i - 1].first;
  std::size_t next = 0;
  for (std::size_t t = 0; t < tets.size(); ++t)
    if (!repeats[t]) tets[next++] = tets[t];
  const std::size_t gone = tets.size() - next;
  tets.resize(next);
  return gone;
}

}  // namespace

TetraWelding weld(TetraMesh& mesh) {
  requireUsable(mesh);
  WeldedPoints welded = weldPoints(mesh.vertices);
  TetraWelding welding;
  welding.mergedVertices = mesh.vertices.size() - welded.points.size();
  mesh.vertices = std::move(welded.points);
  for (Tetra& tet : mesh.tets)
    for (std::uint32_t& v : tet) v = welded.idOf[v];
  welding.repeatedTets = dropRepeated(mesh.tets);
  return welding;
}

std::string TetraWelding::note() const {
  std::string text;
  if (mergedVertices > 0)
    text = fmt::format("{} vertices merged with others at the same place", mergedVertices);
  if (repeatedTets > 0)
    text += fmt::format("{}{} tetrahedra left out that came twice", text.empty() ? "" : ", ",
                        repeatedTets);
  return text;
}

}  // namespace shoal
