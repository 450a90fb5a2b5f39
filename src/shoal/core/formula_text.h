// Formulas of place and time as a scene gives them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <type_traits>

#include "shoal/core/error.h"

namespace shoal {

// What formulas of a scene may depend on: the position in m and the time in s.
inline constexpr std::array<std::string_view, 4> kFormulaVariables{"x", "y", "z", "t"};

// The text of an Expression over kFormulaVariables, which a number may stand for.
struct FormulaText {
  std::string text = "0";

  FormulaText() = default;
  FormulaText(std::string formula) : text(std::move(formula)) {}
  FormulaText(const char* formula) : text(formula) {}
  template <class T>
  requires std::is_arithmetic_v<T> FormulaText(T number)
      : text(textOf(static_cast<double>(number))) {}

  // Whether a number alone gives the same text.
  bool isNumber() const;

  friend bool operator==(const FormulaText&, const FormulaText&) = default;

 private:
  static std::string textOf(double number);  // the shortest that means the same bits
};

// One formula for each component.
using VectorFormulaText = std::array<FormulaText, 3>;

// Throws an Error that names the key unless the formula can be understood.
void checkFormula(const FormulaText& formula, const Place& place, const std::string& key);

}  // namespace shoal
