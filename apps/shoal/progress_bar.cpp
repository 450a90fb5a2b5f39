#include "progress_bar.h"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

namespace shoal::app {

namespace {

constexpr double kRedraw = 0.2;  // s between two drawings on a terminal
constexpr double kLine = 10;     // s between two plain lines
constexpr int kWidth = 24;       // characters of the bar

std::string duration(double seconds) {
  const long s = std::max(0L, static_cast<long>(seconds + 0.5));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

}  // namespace

ProgressBar::ProgressBar(bool quiet) : quiet_(quiet), terminal_(isatty(STDOUT_FILENO) != 0) {}

void ProgressBar::show(const Progress& progress) {
  if (quiet_) return;
  if (startTime_ < 0) startTime_ = progress.time;
  const bool done = progress.time >= progress.until;
  if (!done && progress.wallSeconds - shownAt_ < (terminal_ ? kRedraw : kLine)) return;
  shownAt_ = progress.wallSeconds;
  if (terminal_)
    fmt::print("\r\033[K{}", text(progress));
  else
    fmt::print("{}\n", text(progress));
  std::fflush(stdout);
  drawn_ = true;
}

void ProgressBar::end() {
  if (drawn_ && terminal_) fmt::print("\n");
}

std::string ProgressBar::text(const Progress& p) const {
  const double share = p.until > 0 ? std::clamp(p.time / p.until, 0.0, 1.0) : 1;
  const double rate = p.wallSeconds > 0 ? static_cast<double>(p.steps) / p.wallSeconds : 0;
  const double made = p.time - startTime_;
  const std::string left =
      made > 0 ? duration(p.wallSeconds * (p.until - p.time) / made) + " left" : "starting";
  const auto filled = static_cast<int>(share * kWidth);
  const std::string bar =
      terminal_ ? fmt::format("[{:=<{}}{: <{}}] ", "", filled, "", kWidth - filled) : "";
  const std::string escaped = p.escaped > 0 ? fmt::format(", {} escaped", p.escaped) : "";
  return fmt::format("{}{:3.0f} %  {:.4f} of {:g} s, {} steps, {:.1f} steps/s, {}{}", bar,
                     100 * share, p.time, p.until, p.steps, rate, left, escaped);
}

}  // namespace shoal::app
