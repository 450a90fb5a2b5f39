// What was judged, as a page to look at and as a table for scripts.
#pragma once

#include "validation/framework/judge.h"

namespace shoal::validation {

struct Judged {
  ValidationCase validationCase;
  std::vector<Verdict> verdicts;  // one per solver
};

// "shoal 0.1.0 (revision), processor, cores, date".
std::string machineLine(const std::string& revision);

// One page with the table and the plots, without other files.
std::string htmlReport(const std::vector<Judged>& all, const std::string& machine);

// The table alone, errors as fractions.
std::string csvReport(const std::vector<Judged>& all, const std::string& machine);

}  // namespace shoal::validation
