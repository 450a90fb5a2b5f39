// Where fluid lies on solids: no air between them.
#pragma once

#include <vector>

#include "shoal/view/light/materials.h"
#include "shoal/view/picture/picture_scene.h"

namespace shoal {

// Moves what of the surfaces of fluids lies on walls to a hair's breadth before them, with their
// normals. Returns for each triangle of the scene whether it lies on a solid that is drawn: there
// fluid and solid touch, and light does not notice the gap. On panes it does, since there is air
// behind them. `materials`: of each surface. `spacing`: m, of particles.
std::vector<bool> settleOnWalls(const Shot& shot, PictureScene& scene,
                                const std::vector<Material>& materials, double spacing);

}  // namespace shoal
