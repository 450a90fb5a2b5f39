#include "shoal/bodies/contact_scene.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/geometry/mesh_topology.h"

namespace shoal {

bool ContactScene::isTiedAs(std::span<const ContactMesh> given) const {
  return std::equal(given.begin(), given.end(), ties_.begin(), ties_.end(),
                    [](const ContactMesh& mesh, const Tie& tie) {
                      return mesh.revision == tie.revision && mesh.x.size() == tie.points &&
                             mesh.triangles.size() == tie.triangles;
                    });
}

void ContactScene::update(std::span<const ContactMesh> given) {
  retied = !isTiedAs(given);
  meshes = given;
  if (retied) tie();
  largestRadius = 0;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const ContactMesh& mesh = meshes[m];
    const std::size_t first = firstPoint[m];
    largestRadius = std::max(largestRadius, mesh.radius);
    parallelFor(mesh.x.size(), [&](std::size_t i) {
      x[first + i] = mesh.x[i];
      v[first + i] = mesh.v[i];
      inverseMass[first + i] = mesh.inverseMass.empty() ? 0 : mesh.inverseMass[i];
    });
  }
}

void ContactScene::tie() {
  ties_.clear();
  triangles.clear();
  edges.clear();
  meshOf.clear();
  firstPoint.assign(1, 0);
  double sum = 0;
  std::size_t summed = 0;
  for (std::uint32_t m = 0; m < meshes.size(); ++m) {
    const ContactMesh& mesh = meshes[m];
    ties_.push_back({mesh.revision, mesh.x.size(), mesh.triangles.size()});
    const auto first = static_cast<std::uint32_t>(firstPoint.back());
    for (const auto& [a, b, c] : mesh.triangles)
      triangles.push_back({first + a, first + b, first + c});
    for (const MeshEdge& edge : meshEdges(mesh.triangles)) {
      edges.push_back({first + edge.a, first + edge.b});
      if (mesh.rest.empty()) continue;
      sum += length(mesh.rest[edge.b] - mesh.rest[edge.a]);
      ++summed;
    }
    meshOf.resize(first + mesh.x.size(), m);
    firstPoint.push_back(meshOf.size());
  }
  meanEdge = summed > 0 ? sum / static_cast<double>(summed) : 0;
  x.resize(meshOf.size());
  v.resize(meshOf.size());
  inverseMass.resize(meshOf.size());
}

void ContactScene::writeVelocities() const {
  for (std::size_t m = 0; m < meshes.size(); ++m)
    parallelFor(meshes[m].v.size(), [&](std::size_t i) { meshes[m].v[i] = v[firstPoint[m] + i]; });
}

FourPoints ContactScene::placesOf(const FeaturePair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  return {x[a], x[b], x[c], x[d]};
}

FourPoints ContactScene::velocitiesOf(const FeaturePair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  return {v[a], v[b], v[c], v[d]};
}

double ContactScene::keptDistance(const FeaturePair& pair) const {
  const std::uint32_t one = meshOf[pair.point[0]], other = meshOf[pair.point[3]];
  const double radii = meshes[one].radius + meshes[other].radius;
  if (one != other || meshes[one].rest.empty()) return radii;
  FourPoints rest;
  for (std::size_t k = 0; k < 4; ++k) rest[k] = meshes[one].rest[pair.point[k] - firstPoint[one]];
  return std::min(radii, 0.9 * proximity(pair.edges, rest).distance);
}

bool ContactScene::mayTouch(const FeaturePair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  const std::uint32_t one = meshOf[a], other = meshOf[d];
  if (one == other && !meshes[one].self) return false;
  if (a == c || a == d || b == d) return false;
  if (pair.edges ? b == c : a == b) return false;
  return inverseMass[a] + inverseMass[b] + inverseMass[c] + inverseMass[d] > 0;
}

double ContactScene::friction(const FeaturePair& pair) const {
  return std::sqrt(meshes[meshOf[pair.point[0]]].friction * meshes[meshOf[pair.point[3]]].friction);
}

}  // namespace shoal
