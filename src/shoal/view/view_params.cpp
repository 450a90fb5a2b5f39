#include "shoal/view/view_params.h"

namespace shoal {

Entries Describe<ViewParams>::entries() {
  using P = ViewParams;
  return {
      Param{"width", &P::width, 16, 8192, "pixels", "Width of the picture."},
      Param{"height", &P::height, 16, 8192, "pixels", "Height of the picture."},
      Choice{"style", &P::style, "How fluids are drawn: as balls, or as their surfaces."},
      Choice{
          "quality", &P::quality,
          "Paths of light for each pixel where fluids and solids are shown as they look: 4, 16 or "
          "256."},
      Choice{"colourBy", &P::colourBy,
             "Quantity shown by colours: of fluids, or the von Mises stress of solids."},
      Param{"low", &P::low, -1e12, 1e12, "",
            "Value of the first colour; if low and high are 0, the range of the particles is "
            "used."},
      Param{"high", &P::high, -1e12, 1e12, "", "Value of the last colour."},
      Choice{"walls", &P::walls,
             "cutaway: walls without those in front. wireframe: lines. hidden: no walls."},
      Vector{"position", &P::position, "m",
             "Position of the camera; left out, it is chosen such that all is visible. 3D only."},
      Vector{"target", &P::target, "m", "Point that the camera looks at; left out, the middle."},
      Param{"fieldOfView", &P::fieldOfView, 1.0, 120.0, "degrees",
            "Vertical field of view. 3D only."},
      Group{"cut", &P::cut, "A plane that opens the picture, to show what is inside."},
      Flag{"labels", &P::labels, "Title, time, colour bar and scale, in margins beside the scene."},
      Flag{"transparent", &P::transparent, "Without a background, for other pictures behind."}};
}

}  // namespace shoal
