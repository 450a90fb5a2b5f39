// A rigid body as fluid particles meet it: distances from its surface.
#pragma once

#include <optional>

#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/coupling/forcing_params.h"
#include "shoal/geometry/distance/surface_cells.h"

namespace shoal {

// Where a particle meets a surface. The normal points to the particle's side, and the gap is the
// distance of the particle's centre from the surface along it: negative behind it.
struct Touch {
  Vec3d point;   // m
  Vec3d normal;  // unit
  double gap = 0;
};

class ForcedBody {
 public:
  // Fluid is met within `reach` (m) of the surface. In the plane, the body is its cut with z = 0.
  // Throws an Error that names the body if fluid cannot meet it.
  ForcedBody(RigidBody& body, const DirectForcingParams& params, double reach, int dimensions);

  RigidBody& body() const { return *body_; }
  const DirectForcingParams& params() const { return params_; }
  // Whether fluid pushes it.
  bool yields() const { return body_->isDynamic(); }

  // Places below are relative to its centre and principal axes.
  const SurfaceCells& surface() const { return *cells_; }
  static Vec3d toLocal(const RigidState& s, const Vec3d& x) {
    return rotate(conjugate(s.q), x - s.x);
  }
  static Vec3d toWorld(const RigidState& s, const Vec3d& x) { return s.x + rotate(s.q, x); }

  // What a particle that went from `before` to `now` meets nearer than `within`. It stays on the
  // side of the surface it came from; only out of a body that has mass it is led, if it is not
  // deeper than the reach.
  std::optional<Touch> touch(const Vec3d& before, const Vec3d& now, double within) const;

  // Upper bound of the speed of any of its points, m/s.
  double fastest() const {
    return length(body_->velocity()) + length(body_->spin()) * outerRadius_;
  }

 private:
  std::optional<MeshDistance::Place> nearest(const Vec3d& p, double within) const;

  RigidBody* body_;
  DirectForcingParams params_;
  bool filled_;
  std::optional<SurfaceCells> cells_;
  double outerRadius_ = 0;  // m
};

}  // namespace shoal
