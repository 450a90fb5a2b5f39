// Clipping plane: geometry beyond it is left out.
#pragma once

#include "shoal/scene/camera_params.h"
#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

class CutPlane {
 public:
  // Throws an Error unless the normal has a direction.
  explicit CutPlane(const ViewCutParams& params);

  const Vec3d& point() const { return point_; }
  const Vec3d& normal() const { return normal_; }  // a unit vector

  // Signed distance of p beyond the plane; kept geometry has no positive one.
  double beyond(const Vec3d& p) const { return dot(p - point_, normal_); }

  // The kept part of a surface, with new vertices where its edges cross the plane.
  PictureMesh kept(const PictureMesh& wall) const;

 private:
  Vec3d point_, normal_;
};

}  // namespace shoal
