// The way from the axes of a run to those of another program, in which another axis points up.
#pragma once

#include <vector>

#include "shoal/formats/particle_table.h"
#include "shoal/formats/surface_frame.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

// A rotation by quarter turns: it changes signs and order of coordinates and rounds nothing.
class AxisTurn {
 public:
  AxisTurn() = default;  // none
  // Turns the axis that is nearest to `from` to the axis that is nearest to `to`.
  AxisTurn(const Vec3d& from, const Vec3d& to);

  Vec3d operator()(const Vec3d& v) const;
  Vec3f operator()(const Vec3f& v) const { return Vec3f((*this)(Vec3d(v))); }
  // Of a solid whose mesh is turned, too.
  Pose operator()(const Pose& pose) const;

  void apply(RenderMesh& mesh) const;
  void apply(SurfaceFrame& surface) const;
  void apply(OwnedParticleTable& particles) const;

 private:
  enum class Kind { kNone, kQuarter, kHalf };
  Kind kind_ = Kind::kNone;
  Vec3d from_, to_;
  Vec3d about_{1, 0, 0};
};

}  // namespace shoal
