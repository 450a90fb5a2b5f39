// The domain of scenes that give none.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

// The box around fluid, sources and all solids, wherever motions take them until the end of the
// run and forces may: a free solid turns and hangs within the ball around it, follows its initial
// velocity across gravity, and goes where events pull it; what runs off it flies to the side as far
// as the box is high. The box is grown by two supports, and doubled upwards, where fluid may
// splash.
Box3d defaultDomain(const Assembly& assembly, const Scene& scene);

}  // namespace shoal
