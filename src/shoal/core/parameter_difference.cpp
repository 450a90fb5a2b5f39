#include "shoal/core/parameter_difference.h"

#include "shoal/core/kinds.h"

namespace shoal {

namespace {

using Difference = std::optional<std::string>;

template <class T>
bool differ(const Parameter& e, const void* a, const void* b) {
  return !(e.as<T>(a) == e.as<T>(b));
}

template <class T>
bool givenDiffer(const Parameter& e, const void* a, const void* b) {
  return e.optional ? differ<std::optional<T>>(e, a, b) : differ<T>(e, a, b);
}

// The key within an entry whose parts are alike in number.
Difference withinParts(const Parameter& e, const void* a, const void* b) {
  const void* first = e.of(a);
  const void* second = e.of(b);
  const std::size_t count = e.parts->count(first);
  if (count != e.parts->count(second)) return e.name;
  for (std::size_t i = 0; i < count; ++i) {
    auto inner = firstDifference(e.parts->table(), e.parts->at(first, i), e.parts->at(second, i));
    if (!inner) continue;
    if (e.kind == ParameterKind::Inline) return inner;
    return e.kind == ParameterKind::List ? fmt::format("{}[{}].{}", e.name, i, *inner)
                                         : fmt::format("{}.{}", e.name, *inner);
  }
  return std::nullopt;
}

Difference withinAdded(const Parameter& e, const void* a, const void* b) {
  const std::vector<AddedTable> first = addedTables(e, a), second = addedTables(e, b);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto& [key, member, value] = first[i];
    if (!value != !second[i].value) return key;
    if (!value) continue;
    if (const auto inner = firstDifference(*member->parameters, value, second[i].value))
      return fmt::format("{}.{}", key, *inner);
  }
  return std::nullopt;
}

Difference compare(const Parameter& e, const void* a, const void* b) {
  const auto named = [&](bool differs) { return differs ? Difference(e.name) : std::nullopt; };
  switch (e.kind) {
    case ParameterKind::Real:
      return named(differ<double>(e, a, b));
    case ParameterKind::Integer:
      return named(differ<int>(e, a, b));
    case ParameterKind::Flag:
      return named(differ<bool>(e, a, b));
    case ParameterKind::Text:
      return named(differ<std::string>(e, a, b));
    case ParameterKind::Choice:
    case ParameterKind::Words:
      return named(e.words->get(e.of(a)) != e.words->get(e.of(b)));
    case ParameterKind::Vector:
      return named(givenDiffer<Vec3d>(e, a, b));
    case ParameterKind::Corners:
      return named(givenDiffer<Box3d>(e, a, b));
    case ParameterKind::Ends:
      return named(differ<std::array<Vec3d, 2>>(e, a, b));
    case ParameterKind::Pair:
      return named(differ<std::array<double, 2>>(e, a, b));
    case ParameterKind::Formula:
      return named(differ<FormulaText>(e, a, b));
    case ParameterKind::Formulas:
      return named(differ<VectorFormulaText>(e, a, b));
    case ParameterKind::Group:
    case ParameterKind::List:
    case ParameterKind::Inline:
      return withinParts(e, a, b);
    case ParameterKind::Added:
      return withinAdded(e, a, b);
  }
  return std::nullopt;
}

}  // namespace

Difference firstDifference(const ParameterTable& table, const void* a, const void* b) {
  for (const Parameter& e : table.entries)
    if (auto key = compare(e, a, b)) return key;
  return std::nullopt;
}

}  // namespace shoal
