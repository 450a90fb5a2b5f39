#include "shoal/core/parameter.h"

#include <algorithm>

namespace shoal {

std::vector<std::string> splitChoices(std::string_view choices) {
  std::vector<std::string> words;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    words.emplace_back(choices.substr(0, bar));
    choices.remove_prefix(bar == std::string_view::npos ? choices.size() : bar + 1);
  }
  return words;
}

void checkChoice(std::string_view choices, const std::string& value, const Place& place,
                 const std::string& key) {
  const std::vector<std::string> words = splitChoices(choices);
  if (words.empty() || std::find(words.begin(), words.end(), value) != words.end()) return;
  std::string known;
  for (const std::string& word : words) known += (known.empty() ? "" : ", ") + word;
  throw Error(place, key,
              fmt::format("\"{}\" is not one of {}{}", value, known, didYouMean(value, words)));
}

}  // namespace shoal
