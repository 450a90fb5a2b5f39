#include "shoal/scene/solid_shape.h"

namespace shoal {

Entries Describe<MeshShape>::entries() {
  using P = MeshShape;
  return {Group{"box", &P::box, "The faces of a box."},
          Group{"plane", &P::plane, "A rectangle."},
          Group{"sphere", &P::sphere, "A sphere."},
          Group{"torus", &P::torus, "A ring."},
          Group{"bowl", &P::bowl, "A thin bowl, open upwards."},
          Group{"cylinder", &P::cylinder, "A cylinder with flat ends."},
          Group{"capsule", &P::capsule, "A cylinder with half a sphere on each end."},
          Group{"pool", &P::pool, "A basin with thick walls."},
          Group{"tube", &P::tube, "A vessel with a thick wall."},
          Group{"hull", &P::hull, "A boat with thin walls, open at the top."},
          Group{"rock", &P::rock, "A lumpy ball."},
          Group{"duck", &P::duck, "A bath duck."},
          Group{"file", &P::file, "Any triangle mesh, closed or open."},
          Group{"inside", &P::inside,
                "What a surface encloses, cut into tetrahedra for a fem solid. Its "
                "keys may be said at this level: `mesh = { surface = ..., size = "
                "... }`."},
          Group{"embedded", &P::embedded,
                "A surface from a file that moves with the tetrahedra of a fem solid around it. "
                "Its keys may be said at this level: `mesh = { file = ..., cells = ... }`."},
          AddedGroups{&P::added, AddedUse::kOnlyGiven}};
}

}  // namespace shoal
