#include "validation/framework/validation_case.h"

#include <algorithm>

namespace shoal::validation {

namespace {

std::vector<ValidationCase>& registry() {
  static std::vector<ValidationCase> cases;
  return cases;
}

}  // namespace

bool registerCase(ValidationCase validationCase) {
  registry().push_back(std::move(validationCase));
  return true;
}

std::vector<ValidationCase> allCases() {
  std::vector<ValidationCase> cases = registry();
  std::sort(cases.begin(), cases.end(),
            [](const ValidationCase& a, const ValidationCase& b) { return a.name < b.name; });
  return cases;
}

}  // namespace shoal::validation
