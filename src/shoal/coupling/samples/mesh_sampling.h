// Boundary samples on a triangle mesh that deforms: added where it stretches, taken away where it
// shrinks. [ACAT13] sections 2.4 and 2.5.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/coupling/volumes_params.h"
#include "shoal/geometry/mesh/mesh_topology.h"

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

// How a triangle is scanned.
struct TriangleScan {
  std::uint8_t shortest = 0;          // the corner that its shortest edge starts at
  std::uint16_t rows = 1, along = 1;  // intervals
  friend bool operator==(const TriangleScan&, const TriangleScan&) = default;

  // On the row so many intervals below the corner opposite to the shortest edge, which is left /
  // rows as long as that edge.
  int intervals(int left) const {
    return static_cast<int>((std::int64_t{along} * left + rows - 1) / rows);
  }
  std::size_t samples() const {
    std::size_t n = 0;
    for (int left = 1; left < rows; ++left) n += static_cast<std::size_t>(intervals(left) - 1);
    return n;
  }
};

// From which all samples follow.
struct SamplingNumbers {
  std::vector<std::uint16_t> along;  // intervals, by edge
  std::vector<TriangleScan> scans;   // by triangle
};

// Samples stand at vertices, along edges and on scanlines parallel to the shortest edge of each
// triangle, about a spacing apart and never more than 5/4. Their numbers follow from lengths; when
// they are counted anew is the choice of VolumesParams::resampling:
// - geometric: an edge when its number would change, a triangle when that of its scanlines or of
//   the samples along its shortest edge would, or when another edge becomes the shortest.
// - number-density: triangles and edges around samples whose number density has left the bounds of
//   [ACAT13] section 2.3, those with gaps longer than that, and those that would get back the
//   numbers they had at first.
//
// Deviations: numbers are rounded, where [ACAT13] rounds down and leaves gaps of up to two
// spacings; and a scanline has as many samples as its share of the shortest edge, so that the
// samples depend on the numbers only: with the geometric rule on the present shape, and not on how
// the mesh came to it. The density rule of the paper alone would not see gaps where a surface is
// stretched one way and squeezed the other, nor take all samples away again that a stretch has
// added: twice as many are not too many yet.
class MeshSampling {
 public:
  MeshSampling(double spacing, int dimensions, const VolumesParams& params = {});

  // Whether samples changed.
  bool update(const BodySurface& surface);  // in 2D: see sampleInPlane
  const std::vector<MeshSample>& samples() const { return samples_; }
  bool flat() const { return flat_; }

  // What does not follow from the present shape.
  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  bool updateInPlane(const BodySurface& surface);
  bool learnTriangles(const BodySurface& surface);
  bool countAll(const BodySurface& surface);
  bool countSome(const BodySurface& surface);
  void placeSamples(const BodySurface& surface);
  TriangleScan scanOf(const BodySurface& surface, std::size_t triangle) const;
  double gapOf(const BodySurface& surface, std::size_t triangle) const;
  std::uint16_t intervalsAlong(const BodySurface& surface, std::size_t edge) const;

  double spacing_;  // m
  bool flat_;
  ResamplingRule rule_;
  std::uint64_t revision_ = 0;
  bool known_ = false, placed_ = false;
  std::vector<MeshEdge> edges_;
  std::vector<std::uint32_t> used_;  // vertices that a triangle has
  SamplingNumbers now_, first_;
  std::vector<std::uint64_t> edgeStart_, scanStart_;  // of their samples among all
  std::vector<MeshSample> samples_;
};

}  // namespace shoal
