// Text to the program of an expression.
#pragma once

#include "shoal/core/expression.h"

namespace shoal {

inline constexpr std::size_t kLongestExpression = 1000;  // characters
inline constexpr int kDeepestExpression = 100;           // brackets, signs, powers and choices

// Throws an Error that says at which column what is wrong.
PostfixProgram parseExpression(std::string_view text, std::span<const std::string_view> variables);

}  // namespace shoal
