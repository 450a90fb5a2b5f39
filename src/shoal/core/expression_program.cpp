#include "shoal/core/expression_program.h"

#include <algorithm>
#include <cassert>

namespace shoal {

void PostfixProgram::push(const Step& step) {
  steps_.push_back(step);
  stackNeeded_ = std::max(stackNeeded_, ++depth_);
}

void PostfixProgram::pushNumber(double number) {
  push({.kind = Kind::Number, .arity = 0, .number = number});
}

void PostfixProgram::pushVariable(std::size_t variable) {
  push({.kind = Kind::Variable, .arity = 0, .variable = variable});
}

void PostfixProgram::call(const Operation& operation) {
  const int arity = operation.arity;
  assert(arity >= 1 && arity <= depth_);
  if (lastAreNumbers(arity)) {
    const auto first = steps_.end() - arity;
    std::vector<double> values;
    for (auto step = first; step != steps_.end(); ++step) values.push_back(step->number);
    steps_.erase(first, steps_.end());
    depth_ -= arity;
    return pushNumber(operation.apply(values.data()));
  }
  steps_.push_back({.kind = Kind::Call, .arity = arity, .apply = operation.apply});
  depth_ -= arity - 1;
}

bool PostfixProgram::lastAreNumbers(int count) const {
  return std::all_of(steps_.end() - count, steps_.end(),
                     [](const Step& step) { return step.kind == Kind::Number; });
}

bool PostfixProgram::uses(std::size_t variable) const {
  return std::any_of(steps_.begin(), steps_.end(), [=](const Step& step) {
    return step.kind == Kind::Variable && step.variable == variable;
  });
}

bool PostfixProgram::constant() const {
  return std::none_of(steps_.begin(), steps_.end(),
                      [](const Step& step) { return step.kind == Kind::Variable; });
}

double PostfixProgram::run(std::span<const double> variables) const {
  assert(depth_ == 1 && stackNeeded_ <= kStackSize);
  std::array<double, kStackSize> stack;
  double* top = stack.data();  // one past the last value
  for (const Step& step : steps_) switch (step.kind) {
      case Kind::Number:
        *top++ = step.number;
        break;
      case Kind::Variable:
        assert(step.variable < variables.size());
        *top++ = variables[step.variable];
        break;
      case Kind::Call:
        top -= step.arity;
        *top = step.apply(top);
        ++top;
    }
  return stack[0];
}

}  // namespace shoal
