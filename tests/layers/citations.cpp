#include <array>
#include <regex>

#include "layers/house_rules.h"

namespace shoal::house {

namespace fs = std::filesystem;

namespace {

constexpr std::array kCitingFolders = {
    "src", "apps", "docs", "tests/unit", "tests/scenes", "tests/validation", "tests/determinism"};

const char* const kKey = "[A-Z][A-Za-z]*[0-9]{2}[a-z]?";

// Every match of the first group of `form`.
Lines matches(const std::string& text, const std::regex& form) {
  Lines found;
  for (std::sregex_iterator m(text.begin(), text.end(), form), end; m != end; ++m)
    found.push_back((*m)[1]);
  return found;
}

// The keys inside [Mon92] or [Mon92, Mon05]. A bracket behind a name is a subscript.
Lines citedKeys(const std::string& text) {
  static const std::string key = kKey;
  static const std::regex list("(?:^|[^A-Za-z0-9_\\])])\\[(" + key + "(?:, *" + key + ")*)\\]");
  static const std::regex one("(" + key + ")");
  Lines keys;
  for (const std::string& some : matches(text, list))
    for (const std::string& k : matches(some, one)) keys.push_back(k);
  return keys;
}

}  // namespace

Lines checkCitations(const fs::path& root) {
  static const std::regex entry("@[a-z]+\\{([^,\\s]+),");
  Lines offences;
  std::set<std::string> known;
  for (const std::string& key : matches(readFile(root / "docs/references.bib"), entry)) {
    if (!known.insert(key).second) offences.push_back("docs/references.bib: " + key + " twice");
    if (!std::regex_match(key, std::regex(kKey)))
      offences.push_back("docs/references.bib: " + key + " does not look like a key");
  }

  for (const char* folder : kCitingFolders)
    for (const fs::path& file : filesBelow(root / folder, {".h", ".cpp", ".md"}))
      for (const std::string& key : citedKeys(readFile(file)))
        if (!known.contains(key))
          offences.push_back(file.lexically_relative(root).string() + ": [" + key +
                             "] is not in docs/references.bib");
  return offences;
}

}  // namespace shoal::house
