// The kind of models of solids: how a solid moves.
#pragma once

#include <any>
#include <functional>
#include <string>
#include <vector>

#include "shoal/bodies/body_model.h"
#include "shoal/core/kind_group.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct SceneSolid;
struct WorldParams;

// A solid that forces move, as its model needs it.
struct AssembledSolid {
  std::any blueprint;    // of the body model
  TriangleMesh surface;  // m, where the solid starts
  std::string note;      // on what was repaired in its mesh, or ""
  double depth = 0;      // m; in the plane, walls have to reach further out of it than this
};

// A member of the kind; those that are built in are listed in scene/assemble/solid_models.cpp. A
// world has all models that forces move, in the order of the table, so that its state does not
// depend on which of them are in use.
struct SolidModel : KindEntry {
  // Makes the body model, whose name is the word of the entry. Left out, as is `assemble`, for
  // solids that forces do not move.
  BodyModelMaker make{};
  std::function<AssembledSolid(const SceneSolid&, const WorldParams&)> assemble{};
  bool deforms = false;     // frames hold its surface instead of its pose; it can be pinned and cut
  bool prescribed = false;  // moves as SceneSolid::motion says
  bool joins = false;       // joints can hold its solids, see BodyModel::join
  KindGroup<SceneSolid> group{};

  bool free() const { return static_cast<bool>(assemble); }

  static std::vector<SolidModel> builtIn();
};

}  // namespace shoal
