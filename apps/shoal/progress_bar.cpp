#include "progress_bar.h"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "finding_text.h"

namespace shoal::app {

namespace {

constexpr double kRedraw = 0.2;  // s between two drawings on a terminal
constexpr double kLine = 10;     // s between two plain lines
constexpr int kWidth = 24;       // characters of the bar, where there is room
constexpr int kNarrowest = 4;    // characters below which a bar tells nothing
constexpr std::string_view kFrame = "[] ";

double shareOf(const Progress& p) {
  return p.until > 0 ? std::clamp(p.time / p.until, 0.0, 1.0) : 1;
}

// Queried each time, since terminals are resized.
int terminalColumns() {
  constexpr int kUsual = 80;
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : kUsual;
}

}  // namespace

ProgressBar::ProgressBar(bool quiet) : quiet_(quiet), terminal_(isatty(STDOUT_FILENO) != 0) {}

void ProgressBar::show(const Progress& progress) {
  if (quiet_) return;
  if (startTime_ < 0) startTime_ = progress.time;
  const bool done = progress.time >= progress.until;
  if (!done && progress.wallSeconds - shownAt_ < (terminal_ ? kRedraw : kLine)) return;
  shownAt_ = progress.wallSeconds;
  // A run outlives the terminal that it is shown on.
  const std::string shown =
      terminal_ ? "\r\033[K" + line(progress) : fmt::format("{}\n", text(progress));
  std::fputs(shown.c_str(), stdout);
  std::fflush(stdout);
  drawn_ = true;
}

void ProgressBar::end() {
  if (drawn_ && terminal_) std::fputs("\n", stdout);
  std::fflush(stdout);
  drawn_ = false;
}

std::string ProgressBar::text(const Progress& p) const {
  const double rate = p.wallSeconds > 0 ? static_cast<double>(p.steps) / p.wallSeconds : 0;
  const double made = p.time - startTime_;
  const std::string left =
      made > 0 ? durationText(p.wallSeconds * (p.until - p.time) / made) + " left" : "starting";
  const std::string escaped = p.escaped > 0 ? fmt::format(", {} escaped", p.escaped) : "";
  return fmt::format("{:3.0f} %  {:.4f} of {:g} s, {} steps, {:.1f} steps/s, {}{}",
                     100 * shareOf(p), p.time, p.until, p.steps, rate, left, escaped);
}

// The text behind a bar that takes the room it leaves; a line that wrapped could not be redrawn.
std::string ProgressBar::line(const Progress& p) const {
  const std::string numbers = text(p);
  const int columns = terminalColumns() - 1;
  const int width = std::min(kWidth, columns - static_cast<int>(numbers.size() + kFrame.size()));
  if (width < kNarrowest) return numbers.substr(0, static_cast<std::size_t>(columns));
  const auto filled = static_cast<int>(shareOf(p) * width);
  return fmt::format("[{:=<{}}{: <{}}] {}", "", filled, "", width - filled, numbers);
}

}  // namespace shoal::app
