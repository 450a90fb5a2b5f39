#include "shoal/bodies/contact/contact_scene.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/geometry/mesh/mesh_topology.h"

namespace shoal {

bool ContactScene::hasTopologyOf(std::span<const ContactMesh> given) const {
  return std::equal(given.begin(), given.end(), keys_.begin(), keys_.end(),
                    [](const ContactMesh& mesh, const MeshKey& key) {
                      return mesh.revision == key.revision && mesh.x.size() == key.points &&
                             mesh.triangles.size() == key.triangles;
                    });
}

void ContactScene::update(std::span<const ContactMesh> given) {
  topologyChanged = !hasTopologyOf(given);
  meshes = given;
  if (topologyChanged) rebuildTopology();
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
  findOutward();
}

// Area-weighted vertex normals of closed meshes; zero at the points of others.
void ContactScene::findOutward() {
  outward.assign(x.size(), {});
  for (const auto& [a, b, c] : triangles.moving()) {
    if (!meshes[meshOf[a]].closed) continue;
    const Vec3d normal = cross(x[b] - x[a], x[c] - x[a]);
    for (const std::uint32_t point : {a, b, c}) outward[point] += normal;
  }
}

void ContactScene::rebuildTopology() {
  keys_.clear();
  triangles = {};
  edges = {};
  meshOf.clear();
  firstPoint.assign(1, 0);
  for (std::uint32_t m = 0; m < meshes.size(); ++m) {
    keys_.push_back({meshes[m].revision, meshes[m].x.size(), meshes[m].triangles.size()});
    meshOf.resize(meshOf.size() + meshes[m].x.size(), m);
    firstPoint.push_back(meshOf.size());
  }
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (deforms(m)) addFeatures(m);
  triangles.movingCount = triangles.all.size();
  edges.movingCount = edges.all.size();
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (!deforms(m)) addFeatures(m);

  double sum = 0;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (!deforms(m)) continue;
    const auto& places = meshes[m].rest.empty() ? meshes[m].x : meshes[m].rest;
    sum +=
        typicalEdge(meshes[m].triangles, places) * static_cast<double>(meshes[m].triangles.size());
  }
  meanEdge = triangles.movingCount > 0 ? sum / static_cast<double>(triangles.movingCount) : 0;
  for (auto* vectors : {&x, &v, &bare}) vectors->resize(meshOf.size());
  inverseMass.resize(meshOf.size());
}

void ContactScene::addFeatures(std::size_t m) {
  const auto first = static_cast<std::uint32_t>(firstPoint[m]);
  for (const auto& [a, b, c] : meshes[m].triangles)
    triangles.all.push_back({first + a, first + b, first + c});
  for (const MeshEdge& edge : meshEdges(meshes[m].triangles))
    edges.all.push_back({first + edge.a, first + edge.b});
}

void ContactScene::takeBackForces(double h) {
  bare = v;
  for (std::size_t m = 0; m < meshes.size(); ++m)
    parallelFor(meshes[m].force.size(), [&](std::size_t n) {
      const std::size_t i = firstPoint[m] + n;
      bare[i] -= h * inverseMass[i] * meshes[m].force[n];
    });
}

void ContactScene::write(std::span<const Vec3d> impulses, double h) const {
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const ContactMesh& mesh = meshes[m];
    parallelFor(mesh.v.size(), [&](std::size_t n) { mesh.v[n] = v[firstPoint[m] + n]; });
    parallelFor(mesh.force.size(),
                [&](std::size_t n) { mesh.force[n] = impulses[firstPoint[m] + n] / h; });
  }
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
  if (!areKin(one, other) || meshes[one].rest.empty()) return radii;
  FourPoints rest;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint32_t m = meshOf[pair.point[k]];
    rest[k] = meshes[m].rest[pair.point[k] - firstPoint[m]];
  }
  // Fragments of one body keep a small distance, so that the next step does not confuse their
  // sides.
  const double least = one == other ? 0 : 0.1 * radii;
  return std::clamp(0.9 * proximity(pair.edges, rest).distance, least, radii);
}

Vec3d ContactScene::orientation(const FeaturePair& pair,
                                const std::array<double, 4>& weight) const {
  Vec3d sum;
  for (std::size_t k = 0; k < 4; ++k) sum -= weight[k] * normalised(outward[pair.point[k]]);
  return sum;
}

bool ContactScene::areKin(std::uint32_t one, std::uint32_t other) const {
  return one == other || (meshes[one].family != 0 && meshes[one].family == meshes[other].family);
}

bool ContactScene::cameApart(const FeaturePair& pair) const {
  const std::uint32_t one = meshOf[pair.point[0]], other = meshOf[pair.point[3]];
  return one != other && areKin(one, other) && meshes[one].closed;
}

bool ContactScene::mayTouch(const FeaturePair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  const std::uint32_t one = meshOf[a], other = meshOf[d];
  if (one == other && !meshes[one].self) return false;
  if (meshes[one].rigid && meshes[other].rigid) return false;
  if (a == c || a == d || b == d) return false;
  if (pair.edges ? b == c : a == b) return false;
  return inverseMass[a] + inverseMass[b] + inverseMass[c] + inverseMass[d] > 0;
}

double ContactScene::friction(const FeaturePair& pair) const {
  return std::sqrt(meshes[meshOf[pair.point[0]]].friction * meshes[meshOf[pair.point[3]]].friction);
}

}  // namespace shoal
