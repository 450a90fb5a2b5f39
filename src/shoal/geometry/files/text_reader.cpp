#include "shoal/geometry/files/text_reader.h"

#include <charconv>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

std::string_view withoutLeadingBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

std::string_view withoutPlus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  return word;
}

}  // namespace

std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 30;
  std::string shown = "\"";
  for (const char c : word.substr(0, kLongest)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (word.size() > kLongest ? "...\"" : "\"");
}

TextReader::TextReader(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {}

bool TextReader::takeLine() {
  if (next_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', next_), text_.size());
  line_ = text_.substr(next_, end - next_);
  next_ = std::min(end + 1, text_.size());
  ++lineNumber_;
  return true;
}

bool TextReader::nextLine() {
  while (takeLine()) {
    line_ = withoutLeadingBlanks(line_);
    if (!line_.empty() && line_[0] != '#') return true;
  }
  return false;
}

std::string_view TextReader::word() {
  line_ = withoutLeadingBlanks(line_);
  while (!line_.empty() && line_[0] == '\\' && withoutLeadingBlanks(line_.substr(1)).empty()) {
    if (!takeLine()) fail("the last line ends in \"\\\"; is the file truncated?");
    line_ = withoutLeadingBlanks(line_);
  }
  if (line_.empty() || line_[0] == '#') return {};
  const std::string_view found = line_.substr(0, line_.find_first_of(kBlanks));
  line_.remove_prefix(found.size());
  return found;
}

bool TextReader::findWord() {
  line_ = withoutLeadingBlanks(line_);
  return (!line_.empty() && line_[0] != '#') || nextLine();
}

double TextReader::number(const char* what) {
  const std::string_view found = word();
  if (found.empty()) fail(fmt::format("{} is missing; add it", what));
  const std::string_view digits = withoutPlus(found);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size())
    fail(fmt::format("{} is {}; give a number", what, quoted(found)));
  if (error == std::errc::result_out_of_range) {
    constexpr auto kNone = std::string_view::npos;
    const bool isTiny = digits.find("e-") != kNone || digits.find("E-") != kNone;
    if (isTiny) return 0;
    fail(fmt::format("{} is {}, too large for a number; repair it", what, quoted(found)));
  }
  return value;
}

double TextReader::coordinate(const char* axis) {
  const double value = number(axis);
  if (!(std::abs(value) <= kLargestCoordinate))
    fail(fmt::format("{} is {}; keep within {} m", axis, value, kLargestCoordinate));
  return value;
}

std::int64_t TextReader::integer(const char* what) {
  const std::string_view found = word();
  if (found.empty()) fail(fmt::format("{} is missing; add it", what));
  const std::string_view digits = withoutPlus(found);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    fail(fmt::format("{} is {}; give a whole number", what, quoted(found)));
  return value;
}

void TextReader::fail(const std::string& message) const {
  throw Error(Place{file_, lineNumber_, 0}, "", message);
}

}  // namespace shoal
