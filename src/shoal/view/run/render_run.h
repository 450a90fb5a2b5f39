// Pictures of a run, from its run folder.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/view/view_params.h"

namespace shoal {

// Which frames to picture.
struct FrameChoice {
  std::optional<long> frame;  // this one
  bool all = false;           // every one; otherwise
  int some = 6;               // so many, evenly spread from the first to the last
  bool samples = false;       // on solids, in place of the particles
  bool sheet = false;         // all of them on one more picture, too
  // Pictures lie in a folder that is named by all settings; those that are there, and not older
  // than their frame, are not made again.
  bool reuse = false;
};

// A picture that is done.
struct PictureDone {
  std::filesystem::path path;
  std::size_t count = 0, total = 0;  // so far, and of the frames that were chosen
  bool reused = false;
};

// How the fluids of a scene are drawn if nobody says it: those in space as surfaces, unless its
// camera shows a quantity, which particles have as it was computed.
FluidStyle styleOf(const Scene& scene);

// Applies the camera of a scene to `params`, whose style is chosen. Particles show their speed
// where the camera names no quantity.
ViewParams seenBy(const CameraParams& camera, ViewParams params = {});

// Writes PNGs into `pictures` and returns their paths, that of a sheet last. One colour range
// serves all pictures. `onPicture` is told each as it is done.
std::vector<std::filesystem::path> renderRun(
    const RunFolder& folder, const std::filesystem::path& pictures, ViewParams params,
    const FrameChoice& choice, const std::function<void(const PictureDone&)>& onPicture);

}  // namespace shoal
