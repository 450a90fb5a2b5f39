// A film of a run, from its run folder.
#pragma once

#include "shoal/view/run/render_run.h"

namespace shoal {

struct FilmChoice {
  std::filesystem::path film;      // .mp4, .webm or .gif
  std::filesystem::path pictures;  // folder that keeps the pictures of its frames
  double rate = 0;                 // 1/s, pictures a second; 0: as fast as it happened
  bool samples = false;            // on solids, in place of the particles
};

// Pictures every frame and makes a film of them. Pictures of the same settings that are there from
// an earlier call, even one that was killed, are used again.
void filmRun(const RunFolder& folder, const ViewParams& params, const FilmChoice& choice,
             const std::function<void(const PictureDone&)>& onPicture);

}  // namespace shoal
