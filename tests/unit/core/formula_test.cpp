// Formulas as parameters: checked like every other value, in code, in scenes and by --set.
#include "shoal/core/formula.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "shoal/core/expression.h"
#include "shoal/core/parameter_difference.h"
#include "shoal/scene/read/assignment.h"
#include "shoal/scene/read/described_reader.h"
#include "shoal/scene/read/described_writer.h"
#include "shoal/scene/read/parameter_reference.h"
#include "support/random_scene.h"

namespace shoal {

struct WindParams {
  FormulaText strength = 1.5;
  VectorFormulaText force{0, -9.81, "0.1*sin(t)"};  // m/s^2
};

template <>
struct Describe<WindParams> {
  static Entries entries() {
    using P = WindParams;
    return {Formula{"strength", &P::strength, "", "Factor."},
            Formulas{"force", &P::force, "m/s^2", "Acceleration."}};
  }
};

namespace {

WindParams read(const std::string& toml, const std::vector<std::string>& assignments = {}) {
  toml::table root = parseToml(toml, "wind.toml");
  for (const std::string& assignment : assignments) assign(root, assignment);
  ReadContext context{"wind.toml", !assignments.empty()};
  WindParams wind;
  readTable(wind, root, "", context);
  return wind;
}

std::string errorOf(const std::string& toml, const std::vector<std::string>& assignments = {}) {
  try {
    read(toml, assignments);
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

std::string written(const WindParams& wind) {
  std::string out;
  writeTable(wind, "", out);
  return out;
}

std::string complaint(const WindParams& wind) {
  try {
    validate(wind, "wind");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

double valueOf(const FormulaText& formula) {
  return Expression(formula.text, kFormulaVariables)(std::array<double, 4>{});
}

TEST(FormulaText, NumberKeepsItsBits) {
  using Limits = std::numeric_limits<double>;
  for (const double number : {0.0, 1.0, -9.81, 0.1, 1.0 / 3, -1e-7, 6.02e23, Limits::max(),
                              Limits::min(), Limits::denorm_min(), 1e15, 123456789012345678.0}) {
    const FormulaText formula = number;
    EXPECT_EQ(valueOf(formula), number) << formula.text;
    EXPECT_TRUE(formula.isNumber()) << formula.text;
  }
}

TEST(FormulaText, OtherSpellingsOfNumbersStayText) {
  for (const char* text : {"1.50", "-0", "1e20", "+1", "1 ", "inf", "nan", "2*3", "", "01"})
    EXPECT_FALSE(FormulaText(text).isNumber()) << text;
}

TEST(Formula, ReadsNumbersAndText) {
  const WindParams wind = read("strength = \"2*t\"\nforce = [\"0\", \"sin(t)\", 0.5]\n");
  EXPECT_EQ(wind.strength.text, "2*t");
  EXPECT_EQ(wind.force, (VectorFormulaText{"0", "sin(t)", "0.5"}));
  EXPECT_EQ(read("strength = 3\n").strength.text, "3");
}

TEST(Formula, TwoComponentsMeanThePlane) {
  EXPECT_EQ(read("force = [1, \"x\"]\n").force, (VectorFormulaText{"1", "x", "0"}));
}

TEST(Formula, WriterAndReaderAreInverse) {
  support::Dice dice(5);
  for (int i = 0; i < 200; ++i) {
    WindParams wind;
    wind.strength = dice.formula();
    wind.force = {dice.formula(), dice.formula(), dice.formula()};
    EXPECT_EQ(firstDifference(wind, read(written(wind))).value_or(""), "") << written(wind);
  }
  for (const char* text : {"1.50", "-0", "1e+40", "5e-324", "1e20", "x  <  y", "-1"}) {
    const WindParams wind{text, {text, 0, text}};
    EXPECT_EQ(firstDifference(wind, read(written(wind))).value_or(""), "") << written(wind);
  }
}

TEST(Formula, NumbersAreWrittenWithoutQuotes) {
  EXPECT_EQ(written({}), "strength = 1.5\nforce = [0, -9.81, \"0.1*sin(t)\"]  # m/s^2\n");
}

TEST(Formula, DifferencesAreFound) {
  WindParams other;
  other.force[1] = "-9.81 ";
  EXPECT_EQ(firstDifference(WindParams{}, other).value_or(""), "force");
  other.strength = "1.50";
  EXPECT_EQ(firstDifference(WindParams{}, other).value_or(""), "strength");
}

TEST(Formula, MistakesInScenesNameThePlaceAndTheKey) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"strength = \"2*sn(t)\"",
       "wind.toml:1:12: strength: column 3 of the formula: \"sn\" is unknown; did you mean "
       "\"sin\"?"},
      {"force = [0,\n  \"t +\",\n  0]",
       "wind.toml:2:3: force[1]: column 4 of the formula: expected a value, found the end"},
      {"force = [\"u\", 0]",
       "wind.toml:1:10: force[0]: column 1 of the formula: \"u\" is unknown; the variables are x, "
       "y, z, t"},
      {"strength = true",
       "wind.toml:1:12: strength: expected a number or a formula in quotes, found true or false"},
      {"strength = inf", "wind.toml:1:12: strength: inf is not a finite number"},
      {"strength = \"\"\"1\n+2\"\"\"",
       "wind.toml:1:12: strength: must not contain line breaks or other control characters"},
      {"force = 3",
       "wind.toml:1:9: force: expected a list of 2 or 3 formulas, found a whole number"},
      {"force = [1]", "wind.toml:1:9: force: expected a list of 2 or 3 formulas, found 1"},
      {"force = [1, [2], 3]",
       "wind.toml:1:13: force[1]: expected a number or a formula in quotes, found an array"},
  };
  for (const auto& [toml, message] : mistakes) EXPECT_EQ(errorOf(toml), message);
}

TEST(Formula, ValidateFindsMistakesMadeInCode) {
  EXPECT_EQ(complaint({}), "");
  EXPECT_EQ(complaint({"2*", {}}),
            "wind.strength: column 3 of the formula: expected a value, found the end");
  EXPECT_EQ(complaint({1, {0, 0, "1 1"}}),
            "wind.force[2]: column 3 of the formula: expected an operator, found \"1\"");
  EXPECT_NE(complaint({std::numeric_limits<double>::quiet_NaN(), {}}), "");
}

TEST(Formula, CanBeAssigned) {
  EXPECT_EQ(read("", {"strength=4"}).strength.text, "4");
  EXPECT_EQ(read("", {"strength=\"x <= 1\""}).strength.text, "x <= 1");
  for (const char* bare :
       {"sin(t)", "0.1*sin(2*pi*t)", "-x^2", "(x > 1)*2", ".5*t", "x > 1 ? 2 : 3"})
    EXPECT_EQ(read("", {std::string("strength=") + bare}).strength.text, bare);
  EXPECT_EQ(read("", {"force=[0, \"sin(t)\", 1]"}).force, (VectorFormulaText{0, "sin(t)", 1}));
  EXPECT_EQ(errorOf("", {"strength=2*tt"}),
            "--set: strength: column 3 of the formula: \"tt\" is unknown; did you mean \"t\"?");
  EXPECT_EQ(errorOf("", {"force=[0, \"1+\", 0]"}),
            "--set: force[1]: column 3 of the formula: expected a value, found the end");
}

TEST(Formula, ReferenceExplainsEveryFunction) {
  const std::string reference = parameterReference();
  for (const Operation& function : expressionFunctions())
    EXPECT_NE(reference.find(fmt::format("`{}`", function.name)), std::string::npos)
        << function.name;
  EXPECT_EQ(reference.find("`sinh`"), std::string::npos);
}

TEST(VectorFormula, IsItsComponents) {
  const VectorFormula formula(VectorFormulaText{"x + 10*y + 100*z", "sin(t)", -9.81});
  const Vec3d found = formula({1, 2, 3}, 0.5);
  EXPECT_EQ(found, (Vec3d{321, std::sin(0.5), -9.81}));
}

TEST(VectorFormula, KnowsWhetherItVaries) {
  const auto check = [](const VectorFormulaText& text, bool constant, bool inSpace) {
    EXPECT_EQ(VectorFormula(text).constant(), constant);
    EXPECT_EQ(VectorFormula(text).variesInSpace(), inSpace);
  };
  check({1, "2^pi", 3}, true, false);
  check({0, "t", 0}, false, false);
  for (const char* component : {"x", "y*t", "sin(z)"}) check({0, 0, component}, false, true);
}

TEST(VectorFormula, IsZeroUnlessGiven) { EXPECT_EQ(VectorFormula()({1, 2, 3}, 4), Vec3d()); }

TEST(VectorFormula, RefusesWhatCannotBeUnderstood) {
  EXPECT_THROW(VectorFormula(VectorFormulaText{0, "1+", 0}), Error);
}

}  // namespace
}  // namespace shoal
