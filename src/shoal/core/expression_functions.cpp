#include "shoal/core/expression_functions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

}  // namespace shoal
