// The boundary samples of a patch of a surface, and its area.
#pragma once

#include "shoal/coupling/samples/surface_samples.h"
#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/geometry/rotation.h"
#include "shoal/world/probes/probe_params.h"

namespace shoal {

struct PatchRegion {
  PatchProbeParams params;
  int dimensions = 3;
  double spacing = 0;  // m

  bool contains(const Vec3d& place) const;
  Box3d bounds() const;
};

struct PatchChoice {
  std::vector<std::uint8_t> samples;  // by number: whether the sample is part of the patch
  Vec3d area;                         // m^2 (m in the plane), towards the fluid
};

// Each piece of the surface belongs to the sample of the first layer that is nearest to it. A
// sample whose pieces have their centre in the region is part of the patch, with all of them; so
// area and force are of the same samples. Samples of deeper layers follow the nearest one of the
// first. `back` takes samples to where the surface was made.
PatchChoice choosePatch(const PatchRegion& region, const TriangleMesh& surface,
                        std::span<const SurfaceSample> samples, const Pose& back);

}  // namespace shoal
