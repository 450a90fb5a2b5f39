#include <regex>

#include "layers/house_rules.h"

namespace shoal::house {

namespace fs = std::filesystem;

Lines checkDescriptions(const fs::path& root) {
  static const std::regex inlined(R"(struct Describe<(\w+)> \{[^}]*Entries entries\(\) \{)");
  Lines offences;
  for (const fs::path& file : filesBelow(root / "src/shoal", {".h"})) {
    const std::string text = std::regex_replace(readFile(file), std::regex("//[^\n]*"), "");
    for (std::sregex_iterator m(text.begin(), text.end(), inlined), end; m != end; ++m)
      offences.push_back(fs::relative(file, root).generic_string() + ": define the entries of " +
                         (*m)[1].str() + " in a source");
  }
  return offences;
}

}  // namespace shoal::house
