// Formulas given as text mean what the same formulas mean in C++.
#include "shoal/core/expression.h"

#include <clocale>
#include <cmath>
#include <functional>
#include <locale>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/parallel.h"

namespace shoal {
namespace {

constexpr std::string_view kNames[] = {"x", "y", "t"};
constexpr double kPi = std::numbers::pi;

struct Point {
  double x, y, t;
};

Expression parsed(const std::string& text) { return Expression(text, kNames); }

double value(const std::string& text, const Point& p = {}) {
  const double values[] = {p.x, p.y, p.t};
  return parsed(text)(values);
}

using Twin = std::pair<const char*, std::function<double(double, double, double)>>;

void expectTwinsAgree(const std::vector<Twin>& twins) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> range(-2, 2);
  for (const auto& [text, twin] : twins)
    for (int i = 0; i < 50; ++i) {
      const Point p{range(engine), range(engine), range(engine)};
      const double expected = twin(p.x, p.y, p.t);
      const double found = value(text, p);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(found)) << text;
      else
        EXPECT_DOUBLE_EQ(found, expected) << text;
    }
}

TEST(Expression, GivesWhatTheSameFormulaGivesInCpp) {
  expectTwinsAgree(
      {{"0.1*sin(2*pi*t) - 9.81*(y>0.5)",
        [](double, double y, double t) { return 0.1 * std::sin(2 * kPi * t) - 9.81 * (y > 0.5); }},
       {"x*y/t - x/y/t", [](double x, double y, double t) { return x * y / t - x / y / t; }},
       {"-x^2 + (-x)^2*3", [](double x, double, double) { return -(x * x) + x * x * 3; }},
       {"x < y ? t : x >= 0 ? 2*y : -t",
        [](double x, double y, double t) { return x < y    ? t
                                                  : x >= 0 ? 2 * y
                                                           : -t; }},
       {"e^(-t)*(x<=y) + 1.5e-3",
        [](double x, double y, double t) {
          return std::pow(std::numbers::e, -t) * (x <= y) + 1.5e-3;
        }},
       {" ( x+y ) * ( x\t- y ) ", [](double x, double y, double) { return (x + y) * (x - y); }}});
}

TEST(Expression, EveryFunctionIsThatOfTheStandardLibrary) {
  expectTwinsAgree({{"sin(x)", [](double x, double, double) { return std::sin(x); }},
                    {"cos(x)", [](double x, double, double) { return std::cos(x); }},
                    {"tan(x)", [](double x, double, double) { return std::tan(x); }},
                    {"asin(x)", [](double x, double, double) { return std::asin(x); }},
                    {"acos(x)", [](double x, double, double) { return std::acos(x); }},
                    {"atan(x)", [](double x, double, double) { return std::atan(x); }},
                    {"atan2(x, y)", [](double x, double y, double) { return std::atan2(x, y); }},
                    {"tanh(x)", [](double x, double, double) { return std::tanh(x); }},
                    {"sqrt(x)", [](double x, double, double) { return std::sqrt(x); }},
                    {"hypot(x, y)", [](double x, double y, double) { return std::hypot(x, y); }},
                    {"exp(x)", [](double x, double, double) { return std::exp(x); }},
                    {"log(x)", [](double x, double, double) { return std::log(x); }},
                    {"pow(x, y)", [](double x, double y, double) { return std::pow(x, y); }},
                    {"abs(x)", [](double x, double, double) { return std::abs(x); }},
                    {"min(x, y)", [](double x, double y, double) { return std::min(x, y); }},
                    {"max(x, y)", [](double x, double y, double) { return std::max(x, y); }},
                    {"floor(x)", [](double x, double, double) { return std::floor(x); }},
                    {"ceil(x)", [](double x, double, double) { return std::ceil(x); }}});
}

TEST(Expression, StepIsZeroBelowZeroOnly) {
  for (const auto& [x, expected] : {std::pair{-1e-300, 0.0}, {0.0, 1.0}, {3.0, 1.0}})
    EXPECT_EQ(value("step(x)", {x, 0, 0}), expected) << x;
}

TEST(Expression, PulseIsOneInTheFirstPartOfEveryPeriod) {
  for (const auto& [t, expected] :
       {std::pair{0.0, 1.0}, {0.49, 1.0}, {0.5, 0.0}, {1.99, 0.0}, {2.1, 1.0}, {-0.1, 0.0}})
    EXPECT_EQ(value("pulse(t, 2, 0.25)", {0, 0, t}), expected) << t;
}

TEST(Expression, SmoothstepRisesFromTheFirstEndToTheSecond) {
  for (const auto& [x, expected] :
       {std::pair{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.5}, {1.5, 0.15625}, {3.0, 1.0}, {9.0, 1.0}})
    EXPECT_DOUBLE_EQ(value("smoothstep(1, 3, x)", {x, 0, 0}), expected) << x;
  EXPECT_EQ(value("smoothstep(1, 1, x)", {0.9, 0, 0}), 0);
  EXPECT_EQ(value("smoothstep(1, 1, x)", {1, 0, 0}), 1);
}

TEST(Expression, PrecedenceAndAssociativityAreThoseOfMathematics) {
  const std::pair<const char*, double> cases[] = {{"2+3*4", 14},
                                                  {"(2+3)*4", 20},
                                                  {"10-4-3", 3},
                                                  {"24/4/2", 3},
                                                  {"2^3^2", 512},
                                                  {"(2^3)^2", 64},
                                                  {"-3^2", -9},
                                                  {"(-3)^2", 9},
                                                  {"2^-1", 0.5},
                                                  {"2^-1^2", 0.5},
                                                  {"2*-3", -6},
                                                  {"--3", 3},
                                                  {"+3 - +2", 1},
                                                  {"1 - -2", 3},
                                                  {"2*3^2", 18},
                                                  {"6/2*3", 9},
                                                  {"1+1 < 3", 1},
                                                  {"3 < 1+1", 0},
                                                  {"2 <= 2", 1},
                                                  {"2 < 2", 0},
                                                  {"2 >= 3", 0},
                                                  {"3 > 2", 1},
                                                  {"0 ? 1 : 0 ? 2 : 3", 3},
                                                  {"1 ? 0 ? 4 : 5 : 6", 5},
                                                  {"2 > 1 ? 7 : 8", 7},
                                                  {"1 + 0 ? 7 : 8", 7},
                                                  {".5 + 5.", 5.5},
                                                  {"1E2", 100}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(value(text), expected) << text;
}

TEST(Expression, OnlyTheChosenBranchMatters) {
  EXPECT_EQ(value("x > 0 ? 1/x : 7", {0, 0, 0}), 7);
  EXPECT_TRUE(std::isnan(value("x < 0 ? sqrt(x) : 2", {-1, 0, 0})));
  EXPECT_EQ(value("x >= 0 ? sqrt(x) : 2", {-1, 0, 0}), 2);
}

TEST(Expression, KnowsWhatItDependsOn) {
  const Expression expression = parsed("2*y + sin(pi)");
  EXPECT_FALSE(expression.uses(0));
  EXPECT_TRUE(expression.uses(1));
  EXPECT_FALSE(expression.constant());
  EXPECT_TRUE(parsed("sin(pi/4)^2 + e").constant());
  EXPECT_EQ(expression.text(), "2*y + sin(pi)");
}

TEST(Expression, VariableHidesAConstantOfItsName) {
  constexpr std::string_view names[] = {"e"};
  const double values[] = {5};
  EXPECT_EQ(Expression("2*e", names)(values), 10);
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(Expression, NumbersAreReadTheSameInEveryLocale) {
  const std::locale before =
      std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where there is one
  EXPECT_EQ(value("1.5e-3*2"), 0.003);
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
}

TEST(Expression, ThreadsMayShareOne) {
  const Expression expression = parsed("x^2 + sin(3*y) - (t > 0.5 ? x : y)");
  std::vector<double> found(20'000);
  const auto at = [](std::size_t i) {
    return std::array<double, 3>{1e-3 * static_cast<double>(i), 1e-4 * static_cast<double>(i % 99),
                                 static_cast<double>(i % 2)};
  };
  parallelFor(found.size(), [&](std::size_t i) { found[i] = expression(at(i)); });
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], expression(at(i)));
}

}  // namespace
}  // namespace shoal
