// Runs a case at its two resolutions and says whether it passed.
#pragma once

#include "validation/framework/validation_case.h"

namespace shoal::validation {

struct TimedOutcome {
  double spacing = 0;  // m
  double seconds = 0;  // of all processors together, which other programs do not lengthen
  Outcome outcome;
};

struct Verdict {
  std::string solver;
  TimedOutcome coarse, fine;
  TimedOutcome wrong;                 // at the coarse spacing
  std::vector<std::string> failures;  // sentences; empty: passed

  bool passed() const { return failures.empty(); }
};

// Errors are those of all starts of the case. A case passes when the fine run meets every gate,
// every main error falls from coarse to fine, and the wrong run misses a gate that the right one
// meets at the same spacing. An exception on the way is a failure, too.
Verdict judge(const ValidationCase& validationCase, const std::string& solver);

// The figure of that name, or nullptr.
const Figure* figureOf(const Outcome& outcome, const std::string& quantity);

// The verdict as lines of text for a terminal.
std::string describe(const ValidationCase& validationCase, const Verdict& verdict);

// "0.44 %", or "3.1e-08" where percents would only be zeros.
std::string errorText(double error);

}  // namespace shoal::validation
