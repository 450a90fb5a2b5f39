#include "shoal/view/film/film_run.h"

#include "shoal/core/error.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/film/film_encoder.h"

namespace shoal {

void filmRun(const RunFolder& folder, const ViewParams& params, const FilmChoice& choice,
             const std::function<void(const PictureDone&)>& onPicture) {
  folder.mustBeRun();
  if (params.transparent) fail("a film has a background; leave out --transparent");
  FilmEncoder encoder(choice.film,
                      choice.rate > 0 ? choice.rate : readScene(folder.scene()).run.fps);
  FrameChoice every;
  every.all = every.reuse = true;
  every.samples = choice.samples;
  renderRun(folder, choice.pictures, params, every, [&](const PictureDone& picture) {
    encoder.add(readPng(picture.path));
    if (onPicture) onPicture(picture);
  });
  encoder.finish();
}

}  // namespace shoal
