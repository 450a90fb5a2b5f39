#include "picture_progress.h"

#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

#include "finding_text.h"

namespace shoal::app {

namespace {

constexpr double kRedraw = 0.2;  // s between two drawings on a terminal
constexpr double kLine = 10;     // s between two plain lines

}  // namespace

PictureProgress::PictureProgress() : terminal_(isatty(STDOUT_FILENO) != 0) {}

void PictureProgress::show(const PictureDone& picture) {
  ++(picture.reused ? reused_ : made_);
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const bool last = picture.count == picture.total;
  if (!last && seconds - shownAt_ < (terminal_ ? kRedraw : kLine)) return;
  shownAt_ = seconds;
  // Pictures that were there take next to no time.
  const std::string left =
      made_ > 0 ? fmt::format(", {} left",
                              durationText(seconds / static_cast<double>(made_) *
                                           static_cast<double>(picture.total - picture.count)))
                : "";
  const std::string there = reused_ > 0 ? fmt::format(", {} were there", reused_) : "";
  const std::string text =
      fmt::format("{} of {} pictures{}{}", picture.count, picture.total, there, left);
  std::fputs((terminal_ ? "\r\033[K" + text : text + "\n").c_str(), stdout);
  std::fflush(stdout);
  drawn_ = true;
}

void PictureProgress::end() {
  if (drawn_ && terminal_) std::fputs("\n", stdout);
  std::fflush(stdout);
  drawn_ = false;
}

}  // namespace shoal::app
