// Progress of the pictures of a film: a line that redraws itself on a terminal, occasional lines
// elsewhere.
#pragma once

#include <chrono>

#include "shoal/view/run/render_run.h"

namespace shoal::app {

class PictureProgress {
 public:
  PictureProgress();
  ~PictureProgress() { end(); }  // so that an error starts a line of its own
  PictureProgress(const PictureProgress&) = delete;
  PictureProgress& operator=(const PictureProgress&) = delete;

  void show(const PictureDone& picture);
  void end();  // leaves the line

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool drawn_ = false;
  std::size_t made_ = 0, reused_ = 0;
  Clock::time_point start_ = Clock::now();
  double shownAt_ = -1e9;  // s since the start
};

}  // namespace shoal::app
