// A small formula given as text, such as "0.1*sin(2*pi*t) - 9.81*(y > 0.5)".
#pragma once

#include <string>

#include "shoal/core/expression_program.h"

namespace shoal {

// Numbers and variables combined by + - * / ^, comparisons that give 1 or 0, "a ? b : c", brackets
// and the functions of expression_functions.h. Evaluation may go on in several threads at once.
class Expression {
 public:
  // Throws an Error that says at which column what is wrong.
  Expression(std::string text, std::span<const std::string_view> variables);

  // The result for one value per variable, in their order.
  double operator()(std::span<const double> values) const { return program_.run(values); }

  bool constant() const { return program_.constant(); }
  bool uses(std::size_t variable) const { return program_.uses(variable); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  PostfixProgram program_;
};

}  // namespace shoal
