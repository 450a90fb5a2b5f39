#include "shoal/output/export/json_text.h"

#include <cmath>

#include <fmt/format.h>

namespace shoal {

JsonText& JsonText::key(std::string_view name) {
  value(name);
  text_ += ": ";
  keyed_ = true;
  return *this;
}

JsonText& JsonText::value(double number) {
  separate(", ");
  text_ += std::isfinite(number) ? fmt::format("{}", number) : "null";
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') text_ += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      text_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      text_ += c;
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonText& JsonText::values(std::span<const double> numbers) {
  openList();
  for (const double number : numbers) value(number);
  return closeList();
}

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonText::separate(const char* comma) {
  if (keyed_) {
    keyed_ = false;
    return;
  }
  if (!first_) text_ += comma;
  first_ = false;
}

}  // namespace shoal
