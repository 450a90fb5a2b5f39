#include "shoal/scene/read/described_reader.h"

#include <algorithm>
#include <array>
#include <utility>

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

// What an unknown key may have meant, as the end of a message.
std::string advice(const std::string& word, const std::vector<std::string>& names) {
  for (const auto& [old, now] : kRenamedKeys)
    if (word == old && std::find(names.begin(), names.end(), now) != names.end())
      return fmt::format("; it is called \"{}\" now", now);
  return didYouMean(word, names);
}

}  // namespace

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
              "unknown" + advice(word, names));
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
