#include "shoal/scene/shapes.h"

#include "shoal/geometry/tetra/tetra_mesher.h"

namespace shoal {

Entries Describe<BallShape>::entries() {
  using P = BallShape;
  return {Required{Vector{"centre", &P::centre, "m", "Centre of the sphere; of a disc in 2D."}},
          Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}}};
}

Entries Describe<FileShape>::entries() {
  using P = FileShape;
  return {Required{Text{"path", &P::path,
                        "Triangle mesh (.obj, .ply or .stl), or for a fem solid a tetrahedral one "
                        "(.msh, .vtk, .vtu or .node), relative to the folder of the scene."}},
          Param{"scale", &P::scale, 1e-9, 1e9, "", "Factor on all coordinates, applied first."},
          Vector{"translate", &P::translate, "m", "Added to all coordinates, applied second."},
          Choice{"repair", &P::repair,
                 "fill-holes: loops of open edges are closed by triangles between their vertices. "
                 "none: an open surface stays open."}};
}

Entries Describe<BoxSurface>::entries() {
  using P = BoxSurface;
  return {Required{Corners{"corners", &P::corners, "m", "Two opposite corners, the lower first."}},
          Words{"open", &P::open, "Faces that are left out."},
          Param{"cell", &P::cell, 0.0, 1e6, "m",
                "Size of the cells that a fem solid is cut into; 0 takes half its least side."}};
}

Entries Describe<PlaneSurface>::entries() {
  using P = PlaneSurface;
  return {Required{Vector{"centre", &P::centre, "m", "Centre of the rectangle."}},
          Vector{"normal", &P::normal, "", "Direction it faces, of any length."},
          Required{Pair{"size", &P::size, 1e-9, 1e6, "m", "Its two sides."}},
          Param{"cell", &P::cell, 0.0, 1e6, "m",
                "Size of the squares of a cloth; 0 takes a 32nd of the longer side."}};
}

Entries Describe<PoolShape>::entries() {
  using P = PoolShape;
  return {Required{Vector{"size", &P::size, "m", "Of the outside."}},
          Required{Param{"wall", &P::wall, 1e-9, 1e6, "m", "How thick floor and walls are."}},
          Required{Param{"cell", &P::cell, 1e-9, 1e6, "m", "Size of the cells it is cut into."}},
          Vector{"corner", &P::corner, "m", "The lowest corner."}};
}

Entries Describe<TubeShape>::entries() {
  using P = TubeShape;
  return {Required{Vector{"start", &P::start, "m", "Where its axis begins."}},
          Required{Vector{"end", &P::end, "m", "Where its axis ends."}},
          Required{Param{"innerRadius", &P::innerRadius, 1e-9, 1e6, "m", "Of the hole."}},
          Required{Param{"outerRadius", &P::outerRadius, 1e-9, 1e6, "m", "Of the outside."}},
          Required{Param{"cell", &P::cell, 1e-9, 1e6, "m", "Size of the cells it is cut into."}}};
}

Entries Describe<TorusShape>::entries() {
  using P = TorusShape;
  return {
      Required{Vector{"centre", &P::centre, "m", "Of the hole."}},
      Required{Param{"ring", &P::ring, 1e-9, 1e6, "m", "From there to the middle of the tube."}},
      Required{Param{"tube", &P::tube, 1e-9, 1e6, "m", "Radius of the tube; below the ring's."}},
      Vector{"axis", &P::axis, "", "Direction of the hole, of any length."}};
}

Entries Describe<BowlShape>::entries() {
  using P = BowlShape;
  return {Required{Vector{"centre", &P::centre, "m", "Of the circle that is its rim."}},
          Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Of the rim."}},
          Required{Param{"depth", &P::depth, 1e-9, 1e6, "m",
                         "From the rim down to the ground; at most the radius."}},
          Param{"cell", &P::cell, 0.0, 1e6, "m",
                "Length of the edges of its triangles; 0 takes a 16th of the radius."}};
}

Entries Describe<CylinderSurface>::entries() {
  using P = CylinderSurface;
  return {Required{Vector{"centre", &P::centre, "m", "Of the cylinder."}},
          Vector{"axis", &P::axis, "", "Its direction, of any length."},
          Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}},
          Required{Param{"height", &P::height, 1e-9, 1e6, "m",
                         "From end to end; of a capsule without its round ends."}}};
}

Entries Describe<HullShape>::entries() {
  using P = HullShape;
  return {
      Required{Vector{"centre", &P::centre, "m", "Middle of the box around it."}},
      Required{Vector{"size", &P::size, "m", "Length, height and beam of the outside."}},
      Required{Param{"wall", &P::wall, 1e-9, 1e6, "m", "How thick floor and sides are."}},
      Param{"taper", &P::taper, 0.05, 1.0, "", "Length of the floor, as a share of the deck's."},
      Param{"leak", &P::leak, 0.0, 1e6, "m", "Length of a hole in the floor; 0 has none."},
      Param{"leakAt", &P::leakAt, -1e6, 1e6, "m",
            "How far before the centre, towards the bow, the hole is."}};
}

Entries Describe<RockShape>::entries() {
  using P = RockShape;
  return {Required{Vector{"centre", &P::centre, "m", "Of the ball."}},
          Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Of the ball."}},
          Param{"roughness", &P::roughness, 0.0, 0.5, "",
                "How far bumps and dents reach at most, as a share of the radius."},
          Vector{"stretch", &P::stretch, "", "Factor on each axis; [1, 0.4, 1] is a flat stone."},
          Param{"seed", &P::seed, 0, 1'000'000'000, "", "Each number gives another rock."}};
}

Entries Describe<DuckShape>::entries() {
  using P = DuckShape;
  return {Required{Vector{"centre", &P::centre, "m", "Middle of the box around it."}},
          Required{Param{"length", &P::length, 1e-9, 1e6, "m", "From tail to bill."}}};
}

Entries Describe<ClosedShape>::entries() {
  using P = ClosedShape;
  return {Corners{"box", &P::box, "m", "A box, by two opposite corners."},
          Group{"sphere", &P::sphere, "A sphere."}, Group{"torus", &P::torus, "A ring."},
          Group{"file", &P::file, "Any closed triangle mesh."}};
}

Entries Describe<InsideShape>::entries() {
  using P = InsideShape;
  return {
      Required{Group{"surface", &P::surface, "What bounds it."}},
      Required{Param{"size", &P::size, 1e-9, 1e6, "m",
                     "Length of the edges of elements at the surface; nothing may be thinner."}},
      Param{"grading", &P::grading, 1.0, kLargestGrading, "",
            "Factor by which elements grow from layer to layer towards the inside; 1 has all "
            "alike."}};
}

Entries Describe<EmbeddedShape>::entries() {
  using P = EmbeddedShape;
  return {
      Required{Group{"file", &P::file,
                     "The surface that is seen. It may be open, thin, cross itself or branch."}},
      Required{
          Param{"cells", &P::cells, 1e-9, 1e6, "m",
                "Length of the edges of the tetrahedra around it. A tetrahedron that the surface "
                "encloses in part weighs as much less."}}};
}

}  // namespace shoal
