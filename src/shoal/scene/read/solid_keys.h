// Lets a scene say what a solid is made of without naming its model twice.
#pragma once

#include "shoal/scene/read/toml_value.h"

namespace shoal {

// Moves keys of the model that stand at the level of the solid into the model's table:
// `model = "fem"` with `young = 1e5` becomes `fem = { young = 1e5 }`. Keys that neither the solid
// nor its model knows are Errors. `mesh = { surface = ... }` becomes `mesh = { inside = { surface =
// ... } }` likewise.
void gatherModelKeys(toml::table& root, const ReadContext& context);

}  // namespace shoal
