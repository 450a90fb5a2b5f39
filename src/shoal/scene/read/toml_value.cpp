#include "shoal/scene/read/toml_value.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

constexpr double kLargestComponent = 1e30;  // well within single precision

[[noreturn]] void failType(const char* expected, const toml::node& node, const Spot& spot) {
  spot.fail(fmt::format("expected {}, found {}", expected, kindOf(node)));
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

Vec3d toVector(const std::vector<double>& v) { return {v[0], v[1], v.size() > 2 ? v[2] : 0.0}; }

}  // namespace

Place ReadContext::placeOf(const toml::node& node, const toml::source_region& region) const {
  const bool assigned = hasAssignments && !node.source().begin;
  if (assigned) return {"--set"};
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

std::string_view kindOf(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a real number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

double readReal(const toml::node& node, const Spot& spot) {
  if (const auto* whole = node.as_integer()) return static_cast<double>(whole->get());
  if (const auto* real = node.as_floating_point()) return real->get();
  failType("a number", node, spot);
}

std::int64_t readInteger(const toml::node& node, const Spot& spot) {
  if (const auto* whole = node.as_integer()) return whole->get();
  failType("a whole number", node, spot);
}

bool readBool(const toml::node& node, const Spot& spot) {
  if (const auto* flag = node.as_boolean()) return flag->get();
  failType("true or false", node, spot);
}

std::string readText(const toml::node& node, const Spot& spot) {
  const auto* text = node.as_string();
  if (!text) failType("text in quotes", node, spot);
  if (std::any_of(text->get().begin(), text->get().end(), isControl))
    spot.fail("must not contain line breaks or other control characters");
  return text->get();
}

std::vector<std::string> readWords(const toml::node& node, const Spot& spot) {
  if (node.is_string()) return {readText(node, spot)};
  const toml::array* array = node.as_array();
  if (!array) failType("a list of words", node, spot);
  std::vector<std::string> words;
  for (const toml::node& word : *array) words.push_back(readText(word, spot));
  return words;
}

std::vector<double> readReals(const toml::node& node, std::size_t fewest, std::size_t most,
                              const Spot& spot) {
  const std::string expected = fewest == most
                                   ? fmt::format("a list of {} numbers", most)
                                   : fmt::format("a list of {} or {} numbers", fewest, most);
  const toml::array* array = node.as_array();
  if (!array) failType(expected.c_str(), node, spot);
  if (array->size() < fewest || array->size() > most)
    spot.fail(fmt::format("expected {}, found {}", expected, array->size()));
  std::vector<double> numbers;
  for (const toml::node& number : *array) {
    numbers.push_back(readReal(number, spot));
    if (!(std::abs(numbers.back()) <= kLargestComponent))
      spot.fail(
          fmt::format("the component {} is not a finite number of sensible size", numbers.back()));
  }
  return numbers;
}

Vec3d readVector(const toml::node& node, const Spot& spot) {
  return toVector(readReals(node, 2, 3, spot));
}

FormulaText readFormula(const toml::node& node, const Spot& spot) {
  if (node.is_string()) {
    FormulaText formula = readText(node, spot);
    checkFormula(formula, spot.place, spot.key);
    return formula;
  }
  if (!node.is_number()) failType("a number or a formula in quotes", node, spot);
  const double number = readReal(node, spot);
  if (!std::isfinite(number)) spot.fail(fmt::format("{} is not a finite number", number));
  return number;
}

VectorFormulaText readFormulas(const toml::node& node, const Spot& spot,
                               const ReadContext& context) {
  const char* expected = "a list of 2 or 3 formulas";
  const toml::array* array = node.as_array();
  if (!array) failType(expected, node, spot);
  if (array->size() < 2 || array->size() > 3)
    spot.fail(fmt::format("expected {}, found {}", expected, array->size()));
  VectorFormulaText formulas;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& component = *array->get(i);
    const std::string key = fmt::format("{}[{}]", spot.key, i);
    formulas[i] = readFormula(component, {context.placeOf(component), key});
  }
  return formulas;
}

std::array<Vec3d, 2> readEnds(const toml::node& node, const Spot& spot) {
  const toml::array* ends = node.as_array();
  if (!ends) failType("two points, [[x, y, z], [x, y, z]]", node, spot);
  if (ends->size() != 2)
    spot.fail(
        fmt::format("expected two points, [[x, y, z], [x, y, z]], found {} values", ends->size()));
  return {readVector(*ends->get(0), spot), readVector(*ends->get(1), spot)};
}

Box3d readBox(const toml::node& node, const Spot& spot, ReadContext& context) {
  const toml::array* corners = node.as_array();
  if (!corners) failType("two corners, [[x, y, z], [x, y, z]]", node, spot);
  if (corners->size() != 2)
    spot.fail(fmt::format("expected two corners, [[x, y, z], [x, y, z]], found {} values",
                          corners->size()));
  const std::vector<double> low = readReals(*corners->get(0), 2, 3, spot);
  const std::vector<double> high = readReals(*corners->get(1), low.size(), low.size(), spot);
  Box3d box{toVector(low), toVector(high)};
  if (low.size() == 2) {
    box.lower.z = -kFlatBoxHalfDepth;
    box.upper.z = kFlatBoxHalfDepth;
    if (!context.flatBox) context.flatBox = spot;
  }
  if (box.empty()) spot.fail("the first corner must be below the second along every axis");
  return box;
}

}  // namespace shoal
