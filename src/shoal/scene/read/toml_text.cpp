#include "shoal/scene/read/toml_text.h"

#include <fstream>

#include "shoal/core/error.h"
#include "shoal/core/escape.h"

namespace shoal {

namespace {

constexpr std::uintmax_t kLargestFile = 4u << 20;  // bytes
constexpr int kDeepestBrackets = 24;
constexpr int kLongestKey = 24;  // parts of a dotted key
constexpr std::size_t kLongestQuote = 120;

// Walks TOML text outside strings and comments. The parser builds one table per part of a dotted
// key and frees them recursively, so that "a.a.a.a..." could exhaust the stack; this forbids it.
class NestingCheck {
 public:
  NestingCheck(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        skipComment();
      else if (c == '"' || c == '\'')
        skipString(c);
      else
        count(c);
    }
  }

 private:
  void count(char c) {
    ++at_;
    if (c == '\n') ++line_;
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (c == '.') ++dots_;
    if (c == ',' || c == '=' || c == '\n' || c == '[' || c == '{') dots_ = 0;
    if (depth_ > kDeepestBrackets)
      throw Error({name_, line_, 0}, "", "brackets are nested too deeply for a scene");
    if (dots_ >= kLongestKey)
      throw Error({name_, line_, 0}, "", "a dotted key has too many parts for a scene");
  }

  void skipComment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void skipString(char quote) {
    const std::string triple(3, quote);
    const bool manyLines = text_.substr(at_, 3) == triple;
    at_ += manyLines ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' && !manyLines) return;
      if (c == '\n') ++line_;
      if (c == '\\' && quote == '"') {
        if (text_.substr(at_, 2) != "\\\n") ++at_;
      } else if (c == quote && (!manyLines || text_.substr(at_, 3) == triple)) {
        while (at_ < text_.size() && text_[at_] == quote) {
          ++at_;
          if (!manyLines) return;
        }
        return;
      }
      ++at_;
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1;
  int depth_ = 0;
  int dots_ = 0;
};

}  // namespace

std::string printable(std::string_view text) {
  const std::string line = escapeControls(text.substr(0, kLongestQuote));
  return text.size() > kLongestQuote ? line + "..." : line;
}

std::string readTomlFile(const std::filesystem::path& path) {
  std::error_code failure;
  const std::string name = printable(path.string());
  if (!std::filesystem::exists(path, failure)) fail("{}: there is no such file", name);
  if (!std::filesystem::is_regular_file(path, failure)) fail("{}: is not a file", name);
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (failure) fail("{}: {}", name, failure.message());
  if (size > kLargestFile)
    fail("{}: has {} bytes; a scene has at most {}, large shapes go into mesh files", name, size,
         kLargestFile);
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) fail("{}: cannot be read; check its permissions", name);
  return text;
}

toml::table parseToml(std::string_view text, const std::string& name) {
  if (text.size() > kLargestFile) fail("{}: is too long for a scene", name);
  NestingCheck(text, name).run();
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& e) {
    const toml::source_position at = e.source().begin;
    throw Error({name, static_cast<int>(at.line), static_cast<int>(at.column)}, "",
                printable(e.description()));
  }
}

}  // namespace shoal
