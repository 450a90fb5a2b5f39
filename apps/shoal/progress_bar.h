// Progress of a run: a bar that redraws itself on a terminal, occasional lines elsewhere.
#pragma once

#include <string>

#include "shoal/output/run.h"

namespace shoal::app {

class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar() { end(); }  // so that an error starts a line of its own
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const Progress& progress);
  void end();  // leaves the line

 private:
  std::string text(const Progress& progress) const;
  std::string line(const Progress& progress) const;

  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double startTime_ = -1;  // s, simulated, where this call began
  double shownAt_ = -1e9;  // s of wall time
};

}  // namespace shoal::app
