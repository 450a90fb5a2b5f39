// The functions and constants that expressions know by name.
#pragma once

#include <span>

#include "shoal/core/expression_program.h"

namespace shoal {

struct NamedNumber {
  std::string_view name;
  double value;
};

std::span<const Operation> expressionFunctions();
std::span<const NamedNumber> expressionConstants();

}  // namespace shoal
