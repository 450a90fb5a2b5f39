#include "shoal/core/escape.h"

#include <cstdint>

#include <fmt/format.h>

namespace shoal {

namespace {

struct Character {
  std::size_t bytes = 0;  // 0: not UTF-8
  std::uint32_t code = 0;
};

// Sequences of two to four bytes by the bits of their first one.
struct Form {
  unsigned mask, lead;
  std::size_t bytes;
  std::uint32_t least;  // smaller codes have a shorter form, so that this one is not valid
};
constexpr Form kForms[] = {
    {0x80, 0x00, 1, 0}, {0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}};

Character firstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  for (const Form& form : kForms) {
    if ((byte(0) & form.mask) != form.lead || text.size() < form.bytes) continue;
    std::uint32_t code = byte(0) & ~form.mask;
    for (std::size_t i = 1; i < form.bytes; ++i) {
      if ((byte(i) & 0xc0) != 0x80) return {};
      code = code << 6 | (byte(i) & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < form.least || code > 0x10ffff || surrogate ? Character{}
                                                             : Character{form.bytes, code};
  }
  return {};
}

// C0 and C1 control characters, line separators, and marks that turn the direction of writing.
bool isControl(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string escapeControls(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Character next = firstOf(text);
    const std::string_view bytes = text.substr(0, next.bytes == 0 ? 1 : next.bytes);
    if (next.bytes == 0 || isControl(next.code))
      for (const char c : bytes) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      shown += bytes;
    text.remove_prefix(bytes.size());
  }
  return shown;
}

}  // namespace shoal
