// All vertices, edges and triangles of a contact problem, numbered consecutively over its meshes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_mesh.h"
#include "shoal/bodies/contact/proximity.h"

namespace shoal {

// Features by their points: those of deformable meshes first, then all others.
template <std::size_t N>
struct ContactFeatures {
  std::vector<std::array<std::uint32_t, N>> all;
  std::size_t movingCount = 0;

  std::span<const std::array<std::uint32_t, N>> moving() const { return {all.data(), movingCount}; }
  std::span<const std::array<std::uint32_t, N>> fixed() const {
    return std::span(all).subspan(movingCount);
  }
};

struct ContactScene {
  // Reads positions, velocities and masses; triangles only if they changed.
  void update(std::span<const ContactMesh> given);
  // Computes the velocities v - h f / m without the predicted contact forces f that v was computed
  // with. Contact then solves for the total forces; otherwise they could never decrease.
  void takeBackForces(double h);
  // Writes the velocities v = bare + J / m to the meshes, and J / h as the contact force.
  void write(std::span<const Vec3d> impulses, double h) const;

  // Whether a mesh has points that contact can move.
  bool deforms(std::size_t mesh) const {
    return !meshes[mesh].rigid && !meshes[mesh].inverseMass.empty();
  }

  FourPoints placesOf(const FeaturePair& pair) const;
  FourPoints velocitiesOf(const FeaturePair& pair) const;
  // Distance that two features keep: the sum of their radii, but no more than their distance at
  // rest.
  double keptDistance(const FeaturePair& pair) const;
  // Whether the two features may touch at all.
  bool mayTouch(const FeaturePair& pair) const;
  // Whether the two are of closed meshes that were one body.
  bool cameApart(const FeaturePair& pair) const;
  double friction(const FeaturePair& pair) const;
  // Side of the second feature on which the first lies, by the normals of their surfaces; zero if
  // neither belongs to a closed mesh.
  Vec3d orientation(const FeaturePair& pair, const std::array<double, 4>& weight) const;

  std::span<const ContactMesh> meshes;
  std::vector<std::size_t> firstPoint;  // of each mesh, and the end
  std::vector<Vec3d> x, v;
  std::vector<Vec3d> bare;  // m/s, velocities without contact forces
  std::vector<double> inverseMass;
  std::vector<std::uint32_t> meshOf;  // of each point
  std::vector<Vec3d> outward;         // normals at points of closed meshes, of any length
  ContactFeatures<3> triangles;
  ContactFeatures<2> edges;
  double largestRadius = 0;      // m
  double meanEdge = 0;           // m, at rest, of the meshes that deform
  bool topologyChanged = false;  // whether triangles changed in the last update

 private:
  // Whether two meshes are one body, or were: their distance at rest then counts.
  bool areKin(std::uint32_t one, std::uint32_t other) const;
  bool hasTopologyOf(std::span<const ContactMesh> given) const;
  void rebuildTopology();
  void findOutward();
  void addFeatures(std::size_t mesh);

  struct MeshKey {
    std::uint64_t revision;
    std::size_t points, triangles;
  };
  std::vector<MeshKey> keys_;
};

}  // namespace shoal
