#include "shoal/scene/described_reader.h"

#include <algorithm>

namespace shoal {

void rejectUnknownKeys(const toml::table& table, const std::vector<std::string>& names,
                       const std::string& key, const ReadContext& context) {
  const toml::key* first = nullptr;  // in the order of the file, not of the alphabet
  const toml::node* value = nullptr;
  for (const auto& [name, node] : table) {
    if (std::find(names.begin(), names.end(), name.str()) != names.end()) continue;
    if (first && first->source().begin <= name.source().begin) continue;
    first = &name;
    value = &node;
  }
  if (!first) return;
  const std::string word = printable(first->str());
  throw Error(context.placeOf(*first, *value), joinKey(key, word),
              "unknown" + didYouMean(word, names));
}

void requireExactlyOne(const toml::table& table, const std::vector<std::string>& names,
                       const Spot& spot) {
  const auto given = std::count_if(names.begin(), names.end(),
                                   [&](const std::string& name) { return table.contains(name); });
  if (given == 1) return;
  spot.fail(fmt::format("needs exactly one of {}; found {}", fmt::join(names, ", "),
                        given == 0 ? "none" : "several"));
}

}  // namespace shoal
