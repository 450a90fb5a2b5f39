// Cameras of pictures.
#pragma once

#include "shoal/core/box.h"
#include "shoal/view/view_params.h"

namespace shoal {

struct Camera {
  Vec3d eye;
  Vec3d right{1, 0, 0}, up{0, 1, 0}, forward{0, 0, -1};  // unit vectors
  bool orthographic = false;
  // Half the picture's extent: in metres if orthographic, otherwise at distance 1 from the eye.
  double halfWidth = 1, halfHeight = 1;

  struct Ray {
    Vec3d origin, direction;
  };
  // The ray through a point of the picture, with u and v in -1..1 to the right and up.
  Ray ray(double u, double v) const;

  // Half the height of the picture, in metres, at the depth of p; never below a tiny length.
  double halfHeightAt(const Vec3d& p) const;
};

// A camera that shows all of `frame`, unless the user placed it: in 3D from slightly above and
// beside the broad side, in 2D along -z. `aspect` is the width of what it sees over the height; the
// frame fills at most the share `fill` of both.
Camera placeCamera(const Box3d& frame, int dimensions, const Vec3d& up, const ViewParams& params,
                   double aspect, double fill);

}  // namespace shoal
