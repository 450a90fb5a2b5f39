#include "shoal/core/formula_text.h"

#include <charconv>
#include <cmath>

#include "shoal/core/expression.h"

namespace shoal {

std::string FormulaText::textOf(double number) {
  return fmt::format("{}", number + 0.0);  // zero without a sign, which whole numbers cannot keep
}

bool FormulaText::isNumber() const {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  return failure == std::errc{} && stop == end && std::isfinite(number) && textOf(number) == text;
}

void checkFormula(const FormulaText& formula, const Place& place, const std::string& key) {
  try {
    Expression(formula.text, kFormulaVariables);
  } catch (const Error& error) {
    throw Error(place, key, error.what());
  }
}

}  // namespace shoal
