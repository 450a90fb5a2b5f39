// A validation case: a law or an experiment, and how to compare a run with it. Each lives in a file
// of its own in cases/, which registers it:
//
//   const bool registered = registerCase({
//       .name = "StandingWave",
//       .description = "A wave in a tank swings with the period of linear theory.",
//       .reference = "Lam32",
//       .solvers = {"wcsph"},
//       .spacings = {0.05, 0.025},
//       .run = standingWave,
//       .wrong = {"gravity that is 10 % too strong", heavyWave},
//   });
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "validation/framework/outcome.h"

namespace shoal::validation {

// Runs a case with a solver (as scenes name it) and a distance between particles in m.
using Run = std::function<Outcome(const std::string& solver, double spacing)>;

// The same measurement of something else. A case that accepts it proves nothing.
struct Wrong {
  std::string what;
  Run run;
};

enum class Suite { Automatic, Long };  // at most a minute; minutes

struct ValidationCase {
  std::string name;         // of the tests, hence a C++ name
  std::string description;  // one sentence
  std::string reference;    // key in docs/references.bib
  std::vector<std::string> solvers;
  std::array<double, 2> spacings{};  // m, coarse and fine
  Run run;
  Wrong wrong;
  Suite suite = Suite::Automatic;
  // For errors that hang on chance: runs from so many starts, which differ by a millionth of a
  // spacing. Judged is the root of the mean square of their errors.
  int starts = 1;
};

// Adds to allCases(). Returns true, for the initialisation of a constant.
bool registerCase(ValidationCase validationCase);

// Sorted by name.
std::vector<ValidationCase> allCases();

}  // namespace shoal::validation
