// Opening of a tetrahedral mesh along its faces, by duplicating vertices. The mesh stays a
// manifold: openings that would leave parts joined at single edges or vertices are refused.
#pragma once

#include <span>

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Corner of `a` opposite to the face that it shares with `b`; 4: they share none.
std::size_t cornerAcross(const Tetra& a, const Tetra& b);

// Whether there is a part other than 0.
bool isDivided(std::span<const std::uint32_t> parts);

class TetraOpening {
 public:
  // Faces that are cut but may not have opened yet: bit c of a tetrahedron is its face opposite to
  // corner c. Both sides have it.
  using Cuts = std::vector<std::uint8_t>;

  TetraOpening(const TetraMesh& mesh, Cuts cuts);

  const TetraMesh& mesh() const { return mesh_; }
  const Cuts& cuts() const { return cuts_; }
  // The vertex of the given mesh that each vertex is a copy of.
  const std::vector<std::uint32_t>& origins() const { return origins_; }
  bool hasOpened() const { return mesh_.vertices.size() > given_; }

  // The tetrahedra at a vertex, rising.
  std::span<const std::uint32_t> star(std::uint32_t v) const { return stars_[v]; }
  // Part numbers, from 0, of the tetrahedra of a star; parts are connected by uncut faces.
  std::vector<std::uint32_t> partsAround(std::uint32_t v) const;

  // Gives each part of a star a vertex of its own, likewise the parts into which this divides the
  // neighbouring stars. False, and nothing is changed, if the mesh would not stay a manifold.
  bool split(std::uint32_t v, std::span<const std::uint32_t> parts);

  struct Division {
    std::uint32_t vertex;
    std::vector<std::uint32_t> parts;  // of its star
  };
  // The same for several vertices at once: a crack through a single layer of elements opens along
  // an edge, since either end alone would leave both sides joined at an edge of the surface.
  bool split(std::span<const Division> divisions);

  // Marks the face between two tetrahedra as cut. It opens with openCuts(), once the cuts separate
  // a vertex.
  void cutBetween(std::uint32_t t, std::uint32_t u);
  void openCuts();

 private:
  struct Step {  // to be undone
    std::uint32_t vertex;
    std::vector<std::uint32_t> star;
    std::size_t firstCopy;
  };

  bool joined(std::uint32_t t, std::uint32_t u) const;
  bool isManifoldAt(std::uint32_t v) const;
  bool isManifoldSince(std::size_t step) const;
  void divide(std::uint32_t v, std::span<const std::uint32_t> parts);
  void undo();
  bool openAllCuts(std::vector<std::uint32_t>& inTheWay);
  void cutAround(std::uint32_t t);
  std::vector<std::uint32_t> smallestFanSince(std::size_t step) const;
  std::vector<std::uint32_t> smallestTipSince(std::size_t step) const;
  std::vector<std::vector<std::uint32_t>> fansAround(std::uint32_t v, std::uint32_t w) const;

  TetraMesh mesh_;
  Cuts cuts_;
  std::size_t given_;
  std::vector<std::uint32_t> origins_;
  std::vector<std::vector<std::uint32_t>> stars_;
  std::vector<Step> steps_;
};

}  // namespace shoal
