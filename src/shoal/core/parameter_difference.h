// Compares two parameter structs by walking their description.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

std::optional<std::string> firstDifference(const ParameterTable& table, const void* a,
                                           const void* b);

// The key of the first value in which a and b differ, such as "wcsph.soundSpeed"; none if equal.
template <Described S>
std::optional<std::string> firstDifference(const S& a, const S& b) {
  return firstDifference(parametersOf<S>(), &a, &b);
}

}  // namespace shoal
