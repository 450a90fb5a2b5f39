#include "shoal/scene/camera_params.h"

namespace shoal {

Entries Describe<ViewCutParams>::entries() {
  using P = ViewCutParams;
  return {
      Required{Vector{"point", &P::point, "m", "A point of the plane."}},
      Required{
          Vector{"normal", &P::normal, "", "Points to the side that is left out; of any length."}},
      Flag{"solids", &P::solids,
           "Cut solids that move, too, exactly at the plane; otherwise they stay whole and only "
           "particles are left out. Walls are never cut."}};
}

Entries Describe<CameraParams>::entries() {
  using P = CameraParams;
  return {
      Vector{"position", &P::position, "m", "Where the camera is; left out, chosen to fit."},
      Vector{"target", &P::target, "m", "What it looks at; left out, the middle of the scene."},
      Param{"fieldOfView", &P::fieldOfView, 1.0, 170.0, "degrees", "Vertical opening angle."},
      Choice{
          "colour", &P::colour,
          "What colours show: a quantity of particles, or the stress (von Mises) of solids. none: "
          "fluids and solids as they look."},
      Group{"cut", &P::cut, "A plane that opens pictures, to show what is inside."}};
}

}  // namespace shoal
