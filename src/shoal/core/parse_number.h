// Numbers out of text that may hold anything.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace shoal {

// The number that `text` spells, blanks around it aside; nothing when it spells anything else.
template <class T>
std::optional<T> parseNumber(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
  T value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace shoal
