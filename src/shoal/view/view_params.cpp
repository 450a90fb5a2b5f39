#include "shoal/view/view_params.h"

namespace shoal {

Entries Describe<ViewParams>::entries() {
  using P = ViewParams;
  return {Param{"width", &P::width, 16, 8192, "pixels", "Width of the picture."},
          Param{"height", &P::height, 16, 8192, "pixels", "Height of the picture."},
          Choice{"colourBy", &P::colourBy,
                 "What colours show: of particles, or the stress (von Mises) of solids."},
          Param{"low", &P::low, -1e12, 1e12, "",
                "Value at the lower end of the colours; with high, both 0: from the particles."},
          Param{"high", &P::high, -1e12, 1e12, "", "Value at the upper end of the colours."},
          Choice{"walls", &P::walls, "Draw walls without those in front, as lines, or not at all."},
          Vector{"position", &P::position, "m",
                 "Where the camera is; left out, it finds a place that shows all. Space only."},
          Vector{"target", &P::target, "m", "What the camera looks at; left out, the middle."},
          Param{"fieldOfView", &P::fieldOfView, 1.0, 120.0, "degrees",
                "Angle from the bottom to the top of the picture. Space only."},
          Group{"cut", &P::cut, "A plane that opens the picture, to show what is inside."}};
}

}  // namespace shoal
