#include "shoal/scene/read/described_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "shoal/core/kinds.h"

namespace shoal {

namespace {

// Keys that older scenes may have, and what each is called now. A key may have several new names:
// the one that the table knows is meant.
constexpr std::array kRenamedKeys = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"mostIterations", "maxIterations"},
    {"leastIterations", "minIterations"},
    {"densityError", "tolerance"},
    {"divergenceError", "divergenceTolerance"},
    {"newtonIterations", "maxIterations"},
    {"newtonTolerance", "tolerance"},
    {"gradientIterations", "maxLinearIterations"},
    {"gradientTolerance", "linearTolerance"},
    {"largest", "maxStep"},
    {"substep", "maxStep"},
    {"step", "maxStep"},
});

bool isAmong(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What an unknown key may have meant, as the end of a message: one of the names, of which all are
// listed if none is near, or one of the keys `below`.
std::string advice(const std::string& word, const std::vector<std::string>& names,
                   const std::vector<std::string>& below) {
  for (const auto& [old, now] : kRenamedKeys)
    if (word == old && isAmong(names, now)) return fmt::format("; it is called \"{}\" now", now);
  if (!below.empty()) return fmt::format("; did you mean \"{}\"?", fmt::join(below, "\" or \""));
  const std::string near = didYouMean(word, names);
  if (!near.empty() || names.empty()) return near;
  std::vector<std::string> known;  // each once: several tables may share a level
  for (const std::string& name : names)
    if (!isAmong(known, name)) known.push_back(name);
  return fmt::format("; known are {}", fmt::join(known, ", "));
}

// The keys of this name in tables of the description, such as "world.spacing".
std::vector<std::string> keysBelow(const ParameterTable& description, const std::string& word) {
  std::vector<std::string> keys;
  for (const Parameter& e : description.entries) {
    const bool list = e.kind == ParameterKind::List;
    if ((list || e.kind == ParameterKind::Group) && isAmong(e.parts->table().names(), word))
      keys.push_back(fmt::format("{}{}.{}", e.name, list ? "[0]" : "", word));
  }
  return keys;
}

// Throws an Error unless the table has one of the names, and one only.
void requireExactlyOne(const toml::table& table, const std::vector<std::string>& names,
                       const Spot& spot) {
  const auto given = std::count_if(names.begin(), names.end(),
                                   [&](const std::string& name) { return table.contains(name); });
  if (given == 1) return;
  spot.fail(fmt::format("needs exactly one of {}; found {}", fmt::join(names, ", "),
                        given == 0 ? "none" : "several"));
}

// A struct whose first entry is required may be given as the value of that entry alone, so that
// `file = "bunny.obj"` means `file = { path = "bunny.obj" }`.
bool isShortened(const ParameterTable& table) {
  return !table.entries.empty() && table.entries.front().required;
}

std::string notATable(const toml::node& node) {
  return fmt::format("expected a table, found {}", kindOf(node));
}

void readPart(const ParameterTable& description, void* s, const toml::node& node,
              const std::string& key, ReadContext& context);

// Fills in the members of one struct. `source` is the table, or the value of the first entry alone.
class DescribedReader {
 public:
  DescribedReader(const ParameterTable& description, void* s, const toml::node& source,
                  const std::string& key, ReadContext& context)
      : description_(description), s_(s), source_(source), key_(key), context_(context) {}

  void run() const {
    for (const Parameter& e : description_.entries) {
      if (e.kind == ParameterKind::Inline)
        readInlined(e);
      else if (e.kind == ParameterKind::Added)
        readAdded(e);
      else
        readEntry(e);
    }
  }

 private:
  void readEntry(const Parameter& e) const {
    const toml::node* node = find(e);
    const std::string key = joinKey(key_, e.name);
    if (node)
      read(e, *node, {context_.placeOf(*node), key});
    else if (e.required)
      Spot{context_.placeOf(source_), key}.fail(fmt::format("missing: {}", e.help));
  }

  void readInlined(const Parameter& e) const {
    const ParameterTable& inner = e.parts->table();
    const toml::table* table = source_.as_table();
    if (inner.exactlyOne && table)
      requireExactlyOne(*table, inner.names(), {context_.placeOf(source_), key_});
    DescribedReader(inner, e.of(s_), source_, key_, context_).run();
  }

  // At this level, or all within a table of their own.
  void readAdded(const Parameter& e) const {
    const toml::node* node = *e.name ? find(e) : &source_;
    const toml::table* table = node ? node->as_table() : nullptr;
    const std::string key = *e.name ? joinKey(key_, e.name) : key_;
    if (*e.name && node) {
      if (!table) Spot{context_.placeOf(*node), key}.fail(notATable(*node));
      std::vector<std::string> words;
      for (const KindEntry* member : e.added->known()) words.push_back(member->word);
      rejectUnknownKeys(*table, words, key, context_);
    }
    if (!table) return;
    for (const KindEntry* member : e.added->known())
      if (const toml::node* group = table->get(member->word))
        readPart(*member->parameters, e.added->change(e.of(s_)).give(*member), *group,
                 joinKey(key, member->word), context_);
  }

  const toml::node* find(const Parameter& e) const {
    if (const toml::table* table = source_.as_table()) return table->get(e.name);
    return isShortened(description_) && &e == &description_.entries.front() ? &source_ : nullptr;
  }

  void read(const Parameter& e, const toml::node& node, const Spot& spot) const {
    switch (e.kind) {
      case ParameterKind::Real:
        return readNumber(e, node, spot);
      case ParameterKind::Integer:
        return readWhole(e, node, spot);
      case ParameterKind::Flag:
        return set(e, readBool(node, spot));
      case ParameterKind::Text:
        return set(e, readText(node, spot));
      case ParameterKind::Choice:
        return e.words->set(e.of(s_), known(e, {readText(node, spot)}, spot));
      case ParameterKind::Words:
        return e.words->set(e.of(s_), known(e, readWords(node, spot), spot));
      case ParameterKind::Vector:
        return setGiven(e, readVector(node, spot));
      case ParameterKind::Corners:
        return setGiven(e, readBox(node, spot, context_));
      case ParameterKind::Ends:
        return set(e, readEnds(node, spot));
      case ParameterKind::Pair:
        return readPair(e, node, spot);
      case ParameterKind::Formula:
        return set(e, readFormula(node, spot));
      case ParameterKind::Formulas:
        return set(e, readFormulas(node, spot, context_));
      case ParameterKind::Group:
        return readPart(e.parts->table(), e.parts->add(e.of(s_)), node, spot.key, context_);
      case ParameterKind::List:
        return readParts(e, node, spot);
      case ParameterKind::Added:
      case ParameterKind::Inline:
        return;  // have no node of their own
    }
  }

  template <class T>
  void set(const Parameter& e, const T& value) const {
    e.as<T>(s_) = value;
  }
  template <class T>
  void setGiven(const Parameter& e, const T& value) const {
    if (e.optional)
      e.as<std::optional<T>>(s_) = value;
    else
      e.as<T>(s_) = value;
  }

  void readNumber(const Parameter& e, const toml::node& node, const Spot& spot) const {
    const double value = readReal(node, spot);
    checkRange(e, value, spot.place, spot.key);
    set(e, value);
  }
  void readWhole(const Parameter& e, const toml::node& node, const Spot& spot) const {
    const std::int64_t value = readInteger(node, spot);
    checkRange(e, value, spot.place, spot.key);
    set(e, static_cast<int>(value));
  }
  std::vector<std::string> known(const Parameter& e, std::vector<std::string> words,
                                 const Spot& spot) const {
    const std::vector<std::string> all = knownWords(e);
    for (const std::string& word : words) checkWord(all, printable(word), spot.place, spot.key);
    return words;
  }
  void readPair(const Parameter& e, const toml::node& node, const Spot& spot) const {
    const std::vector<double> two = readReals(node, 2, 2, spot);
    for (const double value : two) checkRange(e, value, spot.place, spot.key);
    set(e, std::array<double, 2>{two[0], two[1]});
  }
  // A list of one may be given as its only part.
  void readParts(const Parameter& e, const toml::node& node, const Spot& spot) const {
    const ParameterTable& table = e.parts->table();
    void* list = e.of(s_);
    e.parts->clear(list);
    const toml::array* array = node.as_array();
    if (!array) return readPart(table, e.parts->add(list), node, spot.key, context_);
    if (array->empty()) spot.fail("the list is empty");
    for (const toml::node& part : *array) {
      const std::string key = fmt::format("{}[{}]", spot.key, e.parts->count(list));
      readPart(table, e.parts->add(list), part, key, context_);
    }
  }

  const ParameterTable& description_;
  void* s_;
  const toml::node& source_;
  const std::string& key_;
  ReadContext& context_;
};

void readPart(const ParameterTable& description, void* s, const toml::node& node,
              const std::string& key, ReadContext& context) {
  if (const toml::table* table = node.as_table())
    readTable(description, s, *table, key, context);
  else if (isShortened(description))
    DescribedReader(description, s, node, key, context).run();
  else
    Spot{context.placeOf(node), key}.fail(notATable(node));
}

}  // namespace

void rejectUnknownKeys(const toml::table& table, const std::vector<std::string>& names,
                       const std::string& key, const ReadContext& context,
                       const ParameterTable* description) {
  const toml::key* first = nullptr;  // in the order of the file, not of the alphabet
  const toml::node* value = nullptr;
  for (const auto& [name, node] : table) {
    if (isAmong(names, name.str())) continue;
    if (first && first->source().begin <= name.source().begin) continue;
    first = &name;
    value = &node;
  }
  if (!first) return;
  const std::string word = printable(first->str());
  const std::vector<std::string> below =
      description ? keysBelow(*description, word) : std::vector<std::string>{};
  throw Error(context.placeOf(*first, *value), joinKey(key, word),
              "unknown" + advice(word, names, below));
}

void readTable(const ParameterTable& description, void* s, const toml::table& table,
               const std::string& key, ReadContext& context) {
  rejectUnknownKeys(table, description.names(), key, context, &description);
  if (description.exactlyOne)
    requireExactlyOne(table, description.names(), {context.placeOf(table), key});
  DescribedReader(description, s, table, key, context).run();
}

}  // namespace shoal
