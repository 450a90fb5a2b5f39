#include "shoal/core/kinds.h"

#include <algorithm>

namespace shoal {

struct NoParameters {};

template <>
struct Describe<NoParameters> {
  static Entries entries() { return {}; }
};

const ParameterTable& noParameters() { return parametersOf<NoParameters>(); }

void requireKnown(std::string_view word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  fail("\"{}\" is not one of {}{}", word, fmt::join(known, ", "), didYouMean(word, known));
}

void requireNew(std::string_view word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) == known.end()) return;
  fail("\"{}\" is there already; give what is added another name", word);
}

AddedParameters::AddedParameters(const AddedParameters& other) {
  for (const auto& [word, value] : other.values_)
    values_.emplace(word, Value{value.table, value.table->copy(value.value.get())});
}

AddedParameters& AddedParameters::operator=(AddedParameters other) {
  values_ = std::move(other.values_);
  return *this;
}

const void* AddedParameters::find(const KindEntry& member) const {
  const auto found = values_.find(member.word);
  return found == values_.end() ? nullptr : found->second.value.get();
}

void* AddedParameters::give(const KindEntry& member) {
  const auto found = values_.find(member.word);
  if (found != values_.end()) return found->second.value.get();
  const ParameterTable& table = *member.parameters;
  return values_.emplace(member.word, Value{&table, table.copy(table.defaults)})
      .first->second.value.get();
}

const void* AddedParameters::valueOf(const KindEntry& member) const {
  const void* said = find(member);
  return said ? said : member.parameters->defaults;
}

std::vector<AddedTable> addedTables(const Parameter& entry, const void* owner) {
  const AddedParameters& values = entry.added->values(entry.of(owner));
  const std::string prefix = *entry.name ? fmt::format("{}.", entry.name) : "";
  std::vector<AddedTable> tables;
  for (const KindEntry* member : entry.added->known())
    tables.push_back({prefix + member->word, member,
                      entry.optional ? values.find(*member) : values.valueOf(*member)});
  return tables;
}

}  // namespace shoal
