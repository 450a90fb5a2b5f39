// The models of solids that the library brings along.
#include "shoal/bodies/cloth/cloth_model.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/scene/solid_model.h"

namespace shoal {

namespace {

RigidParams rigidParams(const SceneSolid& solid) {
  RigidParams params = solid.rigid.value_or(RigidParams{});
  params.contact = solid.contact.value_or(ContactParams{});
  params.velocity = solid.velocity;
  params.spin = solid.spin;
  return params;
}

AssembledSolid assembleRigid(const SceneSolid& solid, const WorldParams& world) {
  PlacedShape placed = rigidShape(solid, world.spacing, world.dimensions);
  TriangleMesh surface = surfaceOf(placed.shape);
  const double depth = length(surface.bounds().size());
  for (Vec3d& p : surface.vertices) p = placed.start(p);
  return {RigidBlueprint{.shape = std::move(placed.shape),
                         .start = placed.start,
                         .params = rigidParams(solid),
                         .skin = std::move(placed.skin)},
          std::move(surface), placed.note, depth};
}

AssembledSolid assembleFem(const SceneSolid& solid, const WorldParams& world) {
  PlacedTetra placed = tetrahedra(solid, world.dimensions);
  TriangleMesh surface{placed.mesh.vertices, boundaryTriangles(placed.mesh)};
  return {FemBlueprint{std::move(placed.mesh), solid.fem.value_or(FemParams{}), solid.velocity,
                       solid.spin, std::move(placed.filled), std::move(placed.skin)},
          std::move(surface), placed.note};
}

AssembledSolid assembleCloth(const SceneSolid& solid, const WorldParams& world) {
  PlacedSheet placed = sheetMesh(solid, world.spacing);
  return {ClothBlueprint{placed.mesh, solid.cloth.value_or(ClothParams{}), solid.velocity,
                         solid.spin, std::move(placed.skin)},
          placed.mesh, placed.note};
}

}  // namespace

std::vector<SolidModel> SolidModel::builtIn() {
  SolidModel still{{"static", "Does not move."}};
  SolidModel kinematic{{"kinematic", "Moves as its motion says."}};
  kinematic.prescribed = true;
  SolidModel rigid{{"rigid", "Moves by forces, as a whole."}};
  rigid.make = makeBodyModel<RigidWorld>;
  rigid.assemble = assembleRigid;
  rigid.joins = true;
  rigid.group = &SceneSolid::rigid;

  SolidModel fem{{"fem", "A body that deforms."}};
  fem.make = makeBodyModel<FemModel>;
  fem.assemble = assembleFem;
  fem.deforms = true;
  fem.group = &SceneSolid::fem;

  SolidModel cloth{{"cloth", "A thin sheet."}};
  cloth.make = makeBodyModel<ClothModel>;
  cloth.assemble = assembleCloth;
  cloth.deforms = true;
  cloth.group = &SceneSolid::cloth;

  return {still, kinematic, rigid, fem, cloth};
}

}  // namespace shoal
