#include "shoal/scene/read/assignment.h"

#include <algorithm>
#include <charconv>

#include "shoal/core/error.h"
#include "shoal/scene/read/toml_text.h"
#include "shoal/scene/scene.h"

namespace shoal {

namespace {

const std::string kPlace = "--set";

[[noreturn]] void failAt(const std::string& key, const std::string& message) {
  throw Error({kPlace}, printable(key), message);
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

// "fluid[0].density" as fluid, 0, density.
std::vector<std::string> splitKey(const std::string& key) {
  std::vector<std::string> parts{""};
  for (std::size_t i = 0; i < key.size(); ++i) {
    const char c = key[i];
    const bool closesPart = c == ']' && (i + 1 == key.size() || key[i + 1] == '.');
    if (c == '.' || c == '[')
      parts.emplace_back();
    else if (!closesPart)
      parts.back() += c;
  }
  constexpr std::size_t kDeepest = 24;
  const bool gap = std::any_of(parts.begin(), parts.end(), [](auto& part) { return part.empty(); });
  if (gap || parts.size() > kDeepest)
    failAt(key, "is not a key such as world.spacing or fluid.water.density");
  return parts;
}

bool isBareText(std::string_view value) {
  const auto begins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '.' || c == '-' || c == '(';  // words, paths and formulas
  };
  if (value.empty() || !begins(value[0])) return false;
  return value.find_first_of("\"'[]{}=#\\\n\r") == std::string_view::npos;
}

// A table with the value as its only entry.
toml::table parseValue(const std::string& key, const std::string& value) {
  try {
    toml::table parsed = parseToml("value = " + value, kPlace);
    if (parsed.size() == 1) return parsed;
  } catch (const Error&) {
    if (isBareText(value)) return toml::table{{"value", value}};
  }
  failAt(key, fmt::format("\"{}\" is not a TOML value; text with signs in it needs quotes",
                          printable(value)));
}

std::optional<std::size_t> asNumber(const std::string& part) {
  std::size_t number = 0;
  const char* end = part.data() + part.size();
  const auto [stop, failure] = std::from_chars(part.data(), end, number);
  return failure == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

std::string nameOf(const toml::node& node) {
  const toml::table* table = node.as_table();
  return table ? (*table)[kNameKey].value_or(std::string{}) : std::string{};
}

// The part of the list with this number or name.
toml::node& choose(toml::array& list, const std::string& part, const std::string& path) {
  if (const auto number = asNumber(part)) {
    if (*number < list.size()) return list[*number];
    failAt(path, fmt::format("there is no part {}; they are numbered 0 to {}", *number,
                             static_cast<long>(list.size()) - 1));
  }
  std::vector<std::string> names;
  for (toml::node& node : list) {
    names.push_back(nameOf(node));
    if (names.back() == part) return node;
  }
  failAt(path, fmt::format("there is none of this name{}", didYouMean(part, names)));
}

// A part that is not in a list may still be called by its name or by the number 0.
bool isItself(toml::table& table, const std::string& part) {
  return !table.contains(part) && (part == "0" || nameOf(table) == part);
}

toml::node& child(toml::table& table, const std::string& part) {
  return table.insert(part, toml::table{}).first->second;
}

}  // namespace

void assign(toml::table& root, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos)
    failAt(std::string(assignment), "an assignment has the form key=value");
  const std::string key = trimmed(assignment.substr(0, equals));
  const toml::table value = parseValue(key, trimmed(assignment.substr(equals + 1)));
  const std::vector<std::string> parts = splitKey(key);

  toml::node* node = &root;
  std::string path;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    path += (i ? "." : "") + parts[i];
    if (toml::array* list = node->as_array())
      node = &choose(*list, parts[i], path);
    else if (toml::table* table = node->as_table())
      node = isItself(*table, parts[i]) ? node : &child(*table, parts[i]);
    else
      break;
  }
  toml::table* table = node->as_table();
  if (!table && node->is_array()) failAt(key, "names a whole part of a list; name one of its keys");
  if (!table) failAt(key, "there is a value, not a table, before the last part of this key");
  table->insert_or_assign(parts.back(), *value.get("value"));
}

}  // namespace shoal
