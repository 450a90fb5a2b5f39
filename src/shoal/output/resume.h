// Gives a world the state of the newest checkpoint of a run folder.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

// `files` are the fileHashes() of the scene. An Error names what differs from the scene or the
// files that the run started with, in whatever the results depend on. `note` is told what is worth
// knowing: an older checkpoint had to do, or another version of shoal or other lanes go on.
void resumeRun(World& world, const RunFolder& folder, const Scene& scene,
               const std::vector<std::string>& files,
               const std::function<void(const std::string&)>& note);

}  // namespace shoal
