#include "shoal/core/xml_tags.h"

#include <array>
#include <utility>

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 4> kEntities{
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}};
constexpr std::string_view kBlank = " \t\r\n";

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    std::pair<char, std::string_view> next{text.front(), text.substr(0, 1)};
    for (const auto& entity : kEntities)
      if (text.starts_with(entity.second)) next = entity;
    plain += next.first;
    text.remove_prefix(next.second.size());
  }
  return plain;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// What stands between '<' and '>'.
XmlTag parseTag(std::string_view inside, const std::string& file) {
  XmlTag tag;
  if (inside.ends_with('/')) inside.remove_suffix(1);
  inside = trimmed(inside);
  const std::size_t nameEnd = inside.find_first_of(kBlank);
  tag.name = inside.substr(0, nameEnd);
  inside = nameEnd == std::string_view::npos ? "" : trimmed(inside.substr(nameEnd));
  while (!inside.empty()) {
    const std::size_t open = inside.find("=\"");
    const std::size_t close = open == std::string_view::npos ? open : inside.find('"', open + 2);
    if (close == std::string_view::npos) fail("{}: damaged: tag <{}> is broken", file, tag.name);
    tag.attributes.insert_or_assign(std::string(trimmed(inside.substr(0, open))),
                                    unescaped(inside.substr(open + 2, close - open - 2)));
    inside = trimmed(inside.substr(close + 1));
  }
  return tag;
}

}  // namespace

const std::string& XmlTag::at(std::string_view attribute, const std::string& file) const {
  const auto found = attributes.find(attribute);
  if (found == attributes.end())
    fail("{}: damaged: tag <{}> has no attribute \"{}\"", file, name, attribute);
  return found->second;
}

std::vector<XmlTag> xmlTags(std::string_view text, const std::string& file) {
  std::vector<XmlTag> tags;
  std::size_t open = text.find('<');
  while (open != std::string_view::npos) {
    const std::size_t close = text.find('>', open);
    if (close == std::string_view::npos) fail("{}: damaged: it ends inside a tag", file);
    const std::size_t next = text.find('<', close);
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    if (!inside.starts_with('?') && !inside.starts_with('!')) {
      tags.push_back(parseTag(inside, file));
      tags.back().text =
          text.substr(close + 1, next == std::string_view::npos ? next : next - close - 1);
    }
    open = next;
  }
  return tags;
}

std::string xmlEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    std::string_view written(&c, 1);
    for (const auto& [plain, entity] : kEntities)
      if (c == plain) written = entity;
    escaped += written;
  }
  return escaped;
}

}  // namespace shoal
