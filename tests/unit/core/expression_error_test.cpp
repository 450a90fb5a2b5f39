// Text that is not a formula is refused with one line that says where and why.
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/expression.h"
#include "shoal/core/expression_parser.h"
#include "support/mutate.h"

namespace shoal {
namespace {

constexpr std::string_view kNames[] = {"x", "y", "t"};

double value(const std::string& text) {
  const double values[] = {3, -0.7, 1.1};
  return Expression(text, kNames)(values);
}

std::string errorOf(const std::string& text) {
  try {
    value(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(ExpressionError, MistakesSayTheColumnAndWhatIsWrong) {
  const std::string at = "column {} of the formula: ";
  const std::tuple<const char*, int, const char*> mistakes[] = {
      {"", 1, "expected a value, found the end"},
      {"  ", 3, "expected a value, found the end"},
      {"1 +", 4, "expected a value, found the end"},
      {"1 + * 2", 5, "expected a value, found \"*\""},
      {"2 t", 3, "expected an operator, found \"t\""},
      {"2pi", 2, "expected an operator, found \"pi\""},
      {"0x10", 2, "expected an operator, found \"x10\""},
      {"1.5.2", 4, "expected an operator, found \".\""},
      {"x == y", 3, "expected an operator, found \"=\""},
      {"1e", 2, "expected an operator, found \"e\""},
      {".", 1, "expected a value, found \".\""},
      {"x)", 2, "expected an operator, found \")\""},
      {"(x", 3, "expected \")\", found the end"},
      {"sin(x;y)", 6, "expected \")\", found \";\""},
      {"x ? 1", 6, "expected \":\", found the end"},
      {"x < y < t", 7, "comparisons cannot be chained; write (a < b) * (b < c)"},
      {"1 + sine(t)", 5, "\"sine\" is unknown; did you mean \"sin\"?"},
      {"Pi", 1, "\"Pi\" is unknown; did you mean \"pi\"?"},
      {"2*q", 3, "\"q\" is unknown; the variables are x, y, t"},
      {"inf", 1, "\"inf\" is unknown; the variables are x, y, t"},
      {"sin + 1", 1, "\"sin\" is a function: sin(...)"},
      {"2 * t(1)", 5, "\"t\" is not a function"},
      {"pi(1)", 1, "\"pi\" is not a function"},
      {"x + atan2(1)", 5, "\"atan2\" takes 2 values, found 1"},
      {"sin()", 1, "\"sin\" takes 1 value, found 0"},
      {"sin(1, 2, 3)", 1, "\"sin\" takes 1 value, found 3"},
      {"sin(,)", 5, "expected a value, found \",\""},
      {"1e999", 1, "\"1e999\" is too large or too small a number"},
      {"3 * 1e-999", 5, "\"1e-999\" is too large or too small a number"},
      {"2 \xc2\xb7 x", 3, "expected an operator, found the byte 0xc2"},
      {"2 * \x01", 5, "expected a value, found the byte 0x01"},
  };
  for (const auto& [text, column, message] : mistakes)
    EXPECT_EQ(errorOf(text), fmt::format(fmt::runtime(at), column) + message) << text;
}

TEST(ExpressionError, LongWordsAreCutInMessages) {
  const std::string message = errorOf(std::string(900, 'q'));
  EXPECT_NE(message.find(fmt::format("\"{}...\" is unknown", std::string(40, 'q'))),
            std::string::npos);
  EXPECT_LT(message.size(), 150u);
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(ExpressionError, LengthIsLimited) {
  std::string longest(kLongestExpression, ' ');
  longest.front() = '1';
  EXPECT_EQ(errorOf(longest), "accepted");
  EXPECT_EQ(errorOf(longest + " "), "the formula has 1001 characters; at most 1000 are allowed");
  EXPECT_NE(errorOf(repeated("1+", 5'000'000)), "accepted");
}

TEST(ExpressionError, NestingIsLimitedInEveryWayToNest) {
  const auto expectLimited = [](const std::string& open, const std::string& middle,
                                const std::string& close) {
    const auto nested = [&](int n) { return repeated(open, n) + middle + repeated(close, n); };
    EXPECT_EQ(errorOf(nested(15)), "accepted") << open;
    EXPECT_NE(errorOf(nested(120)).find("nested too deeply"), std::string::npos) << open;
  };
  expectLimited("(", "x", ")");
  expectLimited("-", "x", "");
  expectLimited("2^", "x", "");
  expectLimited("sin(", "x", ")");
  expectLimited("x?1:", "x", "");
  expectLimited("x+(", "x", ")");
  EXPECT_NE(errorOf("min(" + repeated("x,", 400) + "x)").find("nested"), std::string::npos);
}

TEST(ExpressionError, DeepestStackIsEvaluatedRight) {
  // Every level leaves "1+" and "2*" waiting: two values each, and the innermost one.
  int levels = 0;
  std::string text;
  for (std::string next = "x"; errorOf(next) == "accepted"; next = "1+2*(" + next + ")", ++levels)
    text = next;
  double expected = 3;
  for (int i = 1; i < levels; ++i) expected = 1 + 2 * expected;
  ASSERT_GT(levels, 20);
  EXPECT_EQ(value(text), expected);
}

TEST(ExpressionError, DamagedTextIsRefusedOrEvaluatedButNeverCrashes) {
  const std::string good[] = {"0.1*sin(2*pi*t) - 9.81*(y>0.5)", "x < y ? min(x, 1e-3) : -t^2^x",
                              "smoothstep(0.5, 1, t)*pulse(t, 2, .25)/hypot(x, y) >= atan2(1, x)"};
  support::Mutator mutator(7);
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < 30'000; ++i) {
    const std::string text = mutator.mutate(good[i % 3]);
    try {
      value(text);
      ++accepted;
    } catch (const Error& e) {
      ++refused;
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << text;
    }
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 10'000);
}

TEST(ExpressionError, RandomSignsNeverCrash) {
  const std::string signs[] = {"(", ")", "-", "^",   "*", "?", ":",
                               "<", "x", "1", "sin", ",", "e", "."};
  std::mt19937 engine(3);
  for (int i = 0; i < 30'000; ++i) {
    std::string text;
    for (std::size_t n = 1 + engine() % 12; n > 0; --n) text += signs[engine() % std::size(signs)];
    try {
      value(text);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(" of the formula: "), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace shoal
