// How far a run is: a bar that redraws itself on a terminal, now and then a plain line elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "shoal/output/run.h"

namespace shoal::app {

class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  void show(const Progress& progress);
  void end();  // leaves the line

 private:
  std::string text(const Progress& progress) const;

  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double startTime_ = -1;  // s, simulated, where this call began
  double shownAt_ = -1e9;  // s of wall time
};

}  // namespace shoal::app
