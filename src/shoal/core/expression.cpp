#include "shoal/core/expression.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "shoal/core/expression_parser.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// 1 in the first part, `duty`, of every period, else 0.
double pulse(double t, double period, double duty) {
  const double periods = t / period;
  return periods - std::floor(periods) < duty ? 1 : 0;
}

// From 0 at a to 1 at b along a cubic that is flat at both ends; a step when the ends meet.
double smoothstep(double a, double b, double x) {
  if (a == b) return x < a ? 0 : 1;
  const double s = std::clamp((x - a) / (b - a), 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

constexpr Operation kFunctions[] = {
    {"sin", 1, [](const double* v) { return portable::sin(v[0]); }},
    {"cos", 1, [](const double* v) { return portable::cos(v[0]); }},
    {"tan", 1, [](const double* v) { return portable::tan(v[0]); }},
    {"asin", 1, [](const double* v) { return portable::asin(v[0]); }},
    {"acos", 1, [](const double* v) { return portable::acos(v[0]); }},
    {"atan", 1, [](const double* v) { return portable::atan(v[0]); }},
    {"atan2", 2, [](const double* v) { return portable::atan2(v[0], v[1]); }},
    {"tanh", 1, [](const double* v) { return portable::tanh(v[0]); }},
    {"sqrt", 1, [](const double* v) { return std::sqrt(v[0]); }},
    {"hypot", 2, [](const double* v) { return portable::hypot(v[0], v[1]); }},
    {"exp", 1, [](const double* v) { return portable::exp(v[0]); }},
    {"log", 1, [](const double* v) { return portable::log(v[0]); }},
    {"pow", 2, [](const double* v) { return portable::pow(v[0], v[1]); }},
    {"abs", 1, [](const double* v) { return std::abs(v[0]); }},
    {"min", 2, [](const double* v) { return std::fmin(v[0], v[1]); }},
    {"max", 2, [](const double* v) { return std::fmax(v[0], v[1]); }},
    {"floor", 1, [](const double* v) { return std::floor(v[0]); }},
    {"ceil", 1, [](const double* v) { return std::ceil(v[0]); }},
    {"step", 1, [](const double* v) { return v[0] < 0 ? 0.0 : 1.0; }},
    {"pulse", 3, [](const double* v) { return pulse(v[0], v[1], v[2]); }},
    {"smoothstep", 3, [](const double* v) { return smoothstep(v[0], v[1], v[2]); }},
};

constexpr NamedNumber kConstants[] = {{"pi", std::numbers::pi}, {"e", std::numbers::e}};

}  // namespace

std::span<const Operation> expressionFunctions() { return kFunctions; }

std::span<const NamedNumber> expressionConstants() { return kConstants; }

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

Expression::Expression(std::string text, std::span<const std::string_view> variables)
    : text_(std::move(text)), program_(parseExpression(text_, variables)) {}

}  // namespace shoal
