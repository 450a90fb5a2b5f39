// The little XML that VTK's files need: tags with attributes, one after the other.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shoal {

struct XmlTag {
  std::string name;  // "/Points" when it closes
  std::map<std::string, std::string, std::less<>> attributes;
  std::string_view text;  // between this tag and the next

  // The value of an attribute; throws an Error that names `file` when it is missing.
  const std::string& at(std::string_view attribute, const std::string& file) const;
};

// All tags of `text` in order, without declarations and comments. The views point into `text`.
std::vector<XmlTag> xmlTags(std::string_view text, const std::string& file);

// `text` with the characters that XML reserves written as entities.
std::string xmlEscaped(std::string_view text);

}  // namespace shoal
