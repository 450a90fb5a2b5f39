// Wall time of the phases of a step, between two rows of a table.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace shoal {

class PhaseClock {
 public:
  // "seconds.<phase>" for the phases of a step, and "seconds.other" for what is left.
  static std::vector<std::string> columns();

  // The seconds of each column since the last call, given the age of the run.
  std::vector<double> lap(double wallSeconds);

 private:
  std::vector<double> before_ = now();
  double wallBefore_ = 0;

  static std::vector<double> now();
};

}  // namespace shoal
