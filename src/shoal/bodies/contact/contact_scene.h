// Vertices, edges and triangles of all meshes of a contact problem, numbered through.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_mesh.h"
#include "shoal/bodies/contact/proximity.h"

namespace shoal {

// Features by their points: those of meshes that deform first, then those of all others.
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
  // Reads places, velocities and masses anew; triangles only where they changed.
  void update(std::span<const ContactMesh> given);
  // Finds the bare velocities v - h f / m, without the predicted forces f of contact that v was
  // computed with: contact has to find all of its forces, or those that shrink would never do so.
  void takeBackForces(double h);
  // Hands the velocities v = bare + J / m back to the meshes, and J / h as the force of contact.
  void write(std::span<const Vec3d> impulses, double h) const;

  // Whether a mesh has points that move by themselves.
  bool deforms(std::size_t mesh) const {
    return !meshes[mesh].rigid && !meshes[mesh].inverseMass.empty();
  }

  FourPoints placesOf(const FeaturePair& pair) const;
  FourPoints velocitiesOf(const FeaturePair& pair) const;
  // The distance that two features keep: the radii, but no more than what separated them at rest.
  double keptDistance(const FeaturePair& pair) const;
  // Whether the two features may touch at all.
  bool mayTouch(const FeaturePair& pair) const;
  // Whether the two are of closed meshes that were one body.
  bool cameApart(const FeaturePair& pair) const;
  double friction(const FeaturePair& pair) const;
  // Where the first of two features lies as seen from the second, by the way that their surfaces
  // face; none if neither is of a closed mesh.
  Vec3d orientation(const FeaturePair& pair, const std::array<double, 4>& weight) const;

  std::span<const ContactMesh> meshes;
  std::vector<std::size_t> firstPoint;  // of each mesh, and the end
  std::vector<Vec3d> x, v;
  std::vector<Vec3d> bare;  // m/s, velocities without what contact does
  std::vector<double> inverseMass;
  std::vector<std::uint32_t> meshOf;  // of each point
  std::vector<Vec3d> outward;         // normals at points of closed meshes, of any length
  ContactFeatures<3> triangles;
  ContactFeatures<2> edges;
  double largestRadius = 0;      // m
  double meanEdge = 0;           // m, at rest, of the meshes that deform
  bool topologyChanged = false;  // whether triangles changed in the last update

 private:
  // Whether two meshes know how far they were apart at rest.
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
