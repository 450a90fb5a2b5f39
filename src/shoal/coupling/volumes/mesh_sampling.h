// Boundary samples on a triangle mesh that deforms: added where it stretches, taken away where it
// shrinks. [ACAT13] sections 2.4 and 2.5.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/geometry/mesh_topology.h"

namespace shoal {

// A point of a triangle by its barycentric coordinates.
struct MeshSample {
  std::array<std::uint32_t, 3> vertex{};
  std::array<float, 3> weight{1, 0, 0};

  friend bool operator==(const MeshSample&, const MeshSample&) = default;

  Vec3d at(const std::vector<Vec3d>& ofVertices) const {
    return double(weight[0]) * ofVertices[vertex[0]] + double(weight[1]) * ofVertices[vertex[1]] +
           double(weight[2]) * ofVertices[vertex[2]];
  }
};

// Samples stand at vertices, along edges and on scanlines parallel to the shortest edge of each
// triangle, about a spacing apart and never more than 5/4. How many follows from lengths alone, the
// geometric rule of [ACAT13]: an edge is sampled anew when their number changes, a triangle when
// that of its scanlines or of the samples along its shortest edge does, or when another edge
// becomes the shortest.
//
// Deviations: numbers are rounded, where [ACAT13] rounds down and leaves gaps of up to two
// spacings; and a scanline has as many samples as its share of the shortest edge, so that the
// samples depend on the present numbers only and not on how the mesh came to its shape.
class MeshSampling {
 public:
  MeshSampling(double spacing, int dimensions) : spacing_(spacing), flat_(dimensions == 2) {}

  // Whether samples changed.
  bool update(const BodySurface& surface);  // in 2D: see sampleInPlane
  const std::vector<MeshSample>& samples() const { return samples_; }
  bool flat() const { return flat_; }

 private:
  // How a triangle is scanned.
  struct Scan {
    std::uint8_t shortest = 0;          // the corner that its shortest edge starts at
    std::uint16_t rows = 1, along = 1;  // intervals
    friend bool operator==(const Scan&, const Scan&) = default;
  };
  void learnTriangles(const BodySurface& surface);
  bool updateInPlane(const BodySurface& surface);
  Scan scanOf(const BodySurface& surface, std::size_t triangle) const;
  void addEdge(const MeshEdge& edge, std::uint16_t intervals);
  void addTriangle(const Triangle& triangle, const Scan& scan);

  double spacing_;  // m
  bool flat_;
  std::uint64_t revision_ = 0;
  bool known_ = false;
  std::vector<MeshEdge> edges_;
  std::vector<std::uint16_t> along_;  // intervals, by edge
  std::vector<Scan> scans_;           // by triangle
  std::vector<std::uint8_t> used_;    // by vertex: whether a triangle has it
  std::vector<MeshSample> samples_;
};

}  // namespace shoal
