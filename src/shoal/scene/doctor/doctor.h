// Looks at an assembled scene for what would spoil a run, before it runs.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

struct Finding {
  enum class Severity { Note, Warning, Problem };
  Severity severity = Severity::Note;
  std::string what;  // one line: what is found, where, and what to change
};

// Problems make results wrong, warnings may, notes are worth knowing.
std::vector<Finding> examine(const Scene& scene, const Assembly& assembly);
// The part that needs no assembly: choices of methods that do not go well together.
std::vector<Finding> examineChoices(const Scene& scene);

}  // namespace shoal
