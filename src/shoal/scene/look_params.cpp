#include "shoal/scene/look_params.h"

namespace shoal {

Entries Describe<LookParams>::entries() {
  using P = LookParams;
  return {
      Choice{
          "look", &P::look,
          "What it is made of in pictures. auto: water for fluids, cloth for cloth, else plain."},
      Vector{"colour", &P::colour, "",
             "Red, green and blue in pictures, as on a screen, from 0 to 1; left out, that of the "
             "look. Water and glass take it on along the way of light through them."},
      Param{"roughness", &P::roughness, -1.0, 1.0, "",
            "How dull reflections are in pictures: 0 is a mirror, 1 is matt; below 0, that of the "
            "look."},
      Param{"depth", &P::depth, 0.0, 1e9, "m",
            "Way through water or glass over which light takes on its colour in pictures; 0: a "
            "quarter of the size of the scene."}};
}

}  // namespace shoal
