// Reads text files line by line and word by word; what is wrong becomes an Error with its line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shoal {

// A word as it can be shown in one line of an error message.
std::string quoted(std::string_view word);

class TextReader {
 public:
  TextReader(std::string_view text, std::string file);

  // Goes to the next line that has words; false at the end. "#" begins a comment.
  bool nextLine();
  // The next word of the line, "" after the last. A line that ends in "\" continues on the next.
  std::string_view word();
  // Goes to the next line until there is a word to read; false at the end of the text.
  bool findWord();

  // The next word as a number; `what` says in errors what it should have been.
  double number(const char* what);
  // A number that is valid as a coordinate of a vertex.
  double coordinate(const char* axis);
  std::int64_t integer(const char* what);

  // The text after the current line.
  std::string_view rest() const { return text_.substr(next_); }

  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::string_view text_;
  std::string file_;
  std::size_t next_ = 0;   // start of the next line
  std::string_view line_;  // rest of the current line
  int lineNumber_ = 0;

  bool takeLine();
};

}  // namespace shoal
