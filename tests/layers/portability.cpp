#include <regex>

#include "layers/house_rules.h"

namespace shoal::house {

namespace fs = std::filesystem;

Lines checkPortability(const fs::path& root) {
  static const std::regex call(
      R"(std::(a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|erfc?|[lt]gamma)\s*\()");
  static const std::regex comment(R"(//[^\n]*)");
  Lines offences;
  for (const fs::path& file : filesBelow(root / "src/shoal", {".h", ".cpp", ".inl"})) {
    const std::string name = fs::relative(file, root).generic_string();
    if (name.starts_with("src/shoal/view/") || name.starts_with("src/shoal/study/")) continue;
    const std::string text = std::regex_replace(readFile(file), comment, "");
    for (std::sregex_iterator m(text.begin(), text.end(), call), end; m != end; ++m) {
      const std::string function = (*m)[1];
      offences.push_back(name + ": std::" + function +
                         " differs between processors; use portable::" + function);
    }
  }
  return offences;
}

}  // namespace shoal::house
