// Reads any described struct from a TOML table: every key checked, every value in range.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/scene/read/toml_text.h"
#include "shoal/scene/read/toml_value.h"

namespace shoal {

template <class S>
class DescribedReader;

// Throws an Error for the first key of the table that is not among the names.
void rejectUnknownKeys(const toml::table& table, const std::vector<std::string>& names,
                       const std::string& key, const ReadContext& context);

// Throws an Error unless the table has one of the names, and one only.
void requireExactlyOne(const toml::table& table, const std::vector<std::string>& names,
                       const Spot& spot);

inline std::string joinKey(const std::string& key, std::string_view name) {
  return key.empty() ? std::string(name) : fmt::format("{}.{}", key, name);
}

// A struct whose first entry is required may be given as the value of that entry alone, so that
// `file = "bunny.obj"` means `file = { path = "bunny.obj" }`.
template <Described S>
using FirstEntry = std::decay_t<decltype(std::get<0>(Describe<S>::entries()))>;

template <Described S>
void readTable(S& s, const toml::table& table, const std::string& key, ReadContext& context) {
  rejectUnknownKeys(table, entryNames<S>(), key, context);
  if constexpr (isExactlyOne<S>())
    requireExactlyOne(table, entryNames<S>(), {context.placeOf(table), key});
  forEachEntry<S>(DescribedReader<S>{s, table, key, context});
}

template <Described S>
void readPart(S& s, const toml::node& node, const std::string& key, ReadContext& context) {
  if (const toml::table* table = node.as_table()) {
    readTable(s, *table, key, context);
  } else if constexpr (isRequired<FirstEntry<S>>) {
    forEachEntry<S>(DescribedReader<S>{s, node, key, context});
  } else {
    Spot{context.placeOf(node), key}.fail(fmt::format("expected a table, found {}", kindOf(node)));
  }
}

// Visits the entries of S and fills in the members. `source` is the table, or the value of the
// first entry alone.
template <class S>
class DescribedReader {
 public:
  DescribedReader(S& s, const toml::node& source, const std::string& key, ReadContext& context)
      : s_(s), source_(source), key_(key), context_(context) {}

  template <class Entry>
  void operator()(const Entry& e) const {
    const toml::node* node = find(e.name);
    const std::string key = joinKey(key_, e.name);
    if (node)
      read(e, *node, {context_.placeOf(*node), key});
    else if constexpr (isRequired<Entry>)
      Spot{context_.placeOf(source_), key}.fail(fmt::format("missing: {}", e.help));
  }
  template <class G>
  void operator()(const Inline<S, G>& e) const {
    if constexpr (isExactlyOne<G>())
      if (const toml::table* table = source_.as_table())
        requireExactlyOne(*table, entryNames<G>(), {context_.placeOf(source_), key_});
    forEachEntry<G>(DescribedReader<G>{s_.*e.member, source_, key_, context_});
  }

 private:
  const toml::node* find(std::string_view name) const {
    if (const toml::table* table = source_.as_table()) return table->get(name);
    if constexpr (isRequired<FirstEntry<S>>)
      if (name == std::get<0>(Describe<S>::entries()).name) return &source_;
    return nullptr;
  }

  template <class T>
  void read(const Param<S, T>& e, const toml::node& node, const Spot& spot) const {
    if constexpr (std::is_integral_v<T>) {
      const std::int64_t value = readInteger(node, spot);
      checkRange(e, value, spot.place, spot.key);
      s_.*e.member = static_cast<T>(value);
    } else {
      const double value = readReal(node, spot);
      checkRange(e, value, spot.place, spot.key);
      s_.*e.member = static_cast<T>(value);
    }
  }
  void read(const Flag<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readBool(node, spot);
  }
  void read(const Text<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readText(node, spot);
  }
  void read(const Choice<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readText(node, spot);
    checkChoice(e.choices, printable(s_.*e.member), spot.place, spot.key);
  }
  void read(const Words<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readWords(node, spot);
    for (const std::string& word : s_.*e.member)
      checkChoice(e.choices, printable(word), spot.place, spot.key);
  }
  template <class M>
  void read(const Vector<S, M>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readVector(node, spot);
  }
  template <class M>
  void read(const Corners<S, M>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readBox(node, spot, context_);
  }
  void read(const Ends<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readEnds(node, spot);
  }
  void read(const Pair<S>& e, const toml::node& node, const Spot& spot) const {
    const std::vector<double> two = readReals(node, 2, 2, spot);
    for (const double value : two) checkRange(e, value, spot.place, spot.key);
    s_.*e.member = {two[0], two[1]};
  }
  void read(const Formula<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readFormula(node, spot);
  }
  void read(const Formulas<S>& e, const toml::node& node, const Spot& spot) const {
    s_.*e.member = readFormulas(node, spot, context_);
  }
  template <class G>
  void read(const Group<S, G>& e, const toml::node& node, const Spot& spot) const {
    readPart(s_.*e.member, node, spot.key, context_);
  }
  template <class G>
  void read(const Group<S, std::optional<G>>& e, const toml::node& node, const Spot& spot) const {
    readPart((s_.*e.member).emplace(), node, spot.key, context_);
  }
  // A list of one may be given as its only part.
  template <class G>
  void read(const List<S, G>& e, const toml::node& node, const Spot& spot) const {
    std::vector<G>& parts = s_.*e.member;
    parts.clear();
    const toml::array* array = node.as_array();
    if (!array) return readPart(parts.emplace_back(), node, spot.key, context_);
    if (array->empty()) spot.fail("the list is empty");
    for (const toml::node& part : *array) {
      const std::string key = fmt::format("{}[{}]", spot.key, parts.size());
      readPart(parts.emplace_back(), part, key, context_);
    }
  }

  S& s_;
  const toml::node& source_;
  const std::string& key_;
  ReadContext& context_;
};

}  // namespace shoal
