#include "shoal/core/parameter.h"

#include <algorithm>

#include "shoal/core/kinds.h"

namespace shoal {

namespace {

std::string boundText(const Parameter& entry, double bound) {
  return entry.kind == ParameterKind::Integer ? fmt::format("{}", static_cast<int>(bound))
                                              : fmt::format("{}", bound);
}

[[noreturn]] void refuse(const Parameter& entry, const std::string& value, const Place& place,
                         const std::string& key) {
  throw Error(place, key,
              fmt::format("{} is outside [{}, {}]{}{}", value, minText(entry), maxText(entry),
                          *entry.unit ? " " : "", entry.unit));
}

// The values of one struct, as the entries of its table say.
class Validation {
 public:
  Validation(const void* s, const std::string& key) : s_(s), key_(key) {}

  void check(const Parameter& e) const {
    switch (e.kind) {
      case ParameterKind::Flag:
      case ParameterKind::Text:
        return;
      case ParameterKind::Real:
        return checkRange(e, e.as<double>(s_), {}, keyOf(e));
      case ParameterKind::Integer:
        return checkRange(e, std::int64_t{e.as<int>(s_)}, {}, keyOf(e));
      case ParameterKind::Choice:
      case ParameterKind::Words:
        for (const std::string& word : e.words->get(e.of(s_)))
          checkWord(knownWords(e), word, {}, keyOf(e));
        return;
      case ParameterKind::Vector:
        if (const Vec3d* v = e.given<Vec3d>(s_)) finite(*v, e);
        return;
      case ParameterKind::Corners:
        if (const Box3d* b = e.given<Box3d>(s_)) box(*b, e);
        return;
      case ParameterKind::Ends:
        for (const Vec3d& end : e.as<std::array<Vec3d, 2>>(s_)) finite(end, e);
        return;
      case ParameterKind::Pair:
        for (const double value : e.as<std::array<double, 2>>(s_))
          checkRange(e, value, {}, keyOf(e));
        return;
      case ParameterKind::Formula:
        return checkFormula(e.as<FormulaText>(s_), {}, keyOf(e));
      case ParameterKind::Formulas:
        for (std::size_t i = 0; i < 3; ++i)
          checkFormula(e.as<VectorFormulaText>(s_)[i], {}, fmt::format("{}[{}]", keyOf(e), i));
        return;
      case ParameterKind::Group:
      case ParameterKind::List:
        return parts(e, keyOf(e));
      case ParameterKind::Added:
        return addedParts(e);
      case ParameterKind::Inline:
        return parts(e, key_);
    }
  }

 private:
  std::string joined(const std::string& name) const {
    return key_.empty() ? name : key_ + "." + name;
  }
  std::string keyOf(const Parameter& e) const { return joined(e.name); }
  void finite(const Vec3d& v, const Parameter& e) const {
    if (!isFinite(v)) throw Error({}, keyOf(e), "a component is not a finite number");
  }
  void box(const Box3d& b, const Parameter& e) const {
    finite(b.lower, e);
    finite(b.upper, e);
    if (b.empty()) throw Error({}, keyOf(e), "the first corner must be below the second");
  }
  void parts(const Parameter& e, const std::string& key) const {
    const void* member = e.of(s_);
    for (std::size_t i = 0; i < e.parts->count(member); ++i)
      validate(e.parts->table(), e.parts->at(member, i),
               e.kind == ParameterKind::List ? fmt::format("{}[{}]", key, i) : key);
  }

  void addedParts(const Parameter& e) const {
    for (const auto& [name, member, value] : addedTables(e, s_))
      if (value) validate(*member->parameters, value, joined(name));
  }

  const void* s_;
  const std::string& key_;
};

}  // namespace

std::vector<std::string> ParameterTable::names() const {
  std::vector<std::string> names;
  for (const Parameter& e : entries) {
    if (*e.name) {
      names.emplace_back(e.name);
    } else if (e.added) {
      for (const KindEntry* member : e.added->known()) names.push_back(member->word);
    } else {
      const std::vector<std::string> inner = e.parts->table().names();
      names.insert(names.end(), inner.begin(), inner.end());
    }
  }
  return names;
}

const char* ParameterTable::nameAt(std::size_t offset) const {
  for (const Parameter& e : entries)
    if (e.offset == offset) return e.name;
  return "";
}

std::string minText(const Parameter& entry) { return boundText(entry, entry.min); }
std::string maxText(const Parameter& entry) { return boundText(entry, entry.max); }

std::vector<std::string> knownWords(const Parameter& entry) {
  return entry.words ? entry.words->known() : std::vector<std::string>{};
}

void checkRange(const Parameter& entry, double value, const Place& place, const std::string& key) {
  if (value >= entry.min && value <= entry.max) return;  // also false for NaN
  refuse(entry, fmt::format("{}", value), place, key);
}

void checkRange(const Parameter& entry, std::int64_t value, const Place& place,
                const std::string& key) {
  if (static_cast<double>(value) >= entry.min && static_cast<double>(value) <= entry.max) return;
  refuse(entry, fmt::format("{}", value), place, key);
}

void checkWord(const std::vector<std::string>& known, const std::string& word, const Place& place,
               const std::string& key) {
  if (known.empty() || std::find(known.begin(), known.end(), word) != known.end()) return;
  throw Error(place, key,
              fmt::format("\"{}\" is not one of {}{}", word, fmt::join(known, ", "),
                          didYouMean(word, known)));
}

void validate(const ParameterTable& table, const void* s, const std::string& key) {
  for (const Parameter& e : table.entries) Validation(s, key).check(e);
}

}  // namespace shoal
