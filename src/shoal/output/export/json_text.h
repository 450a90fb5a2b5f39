// Text in JSON, written piece by piece.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace shoal {

// Commas and quotation marks come by themselves; who opens an object or a list closes it.
class JsonText {
 public:
  JsonText& openObject() { return open('{'); }
  JsonText& closeObject() { return close('}'); }
  JsonText& openList() { return open('['); }
  JsonText& closeList() { return close(']'); }
  JsonText& key(std::string_view name);

  // Numbers have the digits that read back the same; those that are not finite are null.
  JsonText& value(double number);
  JsonText& value(std::string_view text);
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(bool truth);
  JsonText& values(std::span<const double> numbers);
  template <class T>
  JsonText& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  const std::string& text() const { return text_; }

 private:
  JsonText& open(char bracket);
  JsonText& close(char bracket);
  void separate(const char* comma = ",\n");

  std::string text_;
  bool first_ = true;   // in what was opened last
  bool keyed_ = false;  // after a key
};

}  // namespace shoal
