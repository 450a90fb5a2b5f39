// 64-bit FNV-1a over bytes: every bit of what is added changes the value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace shoal {

class ByteHash {
 public:
  void add(std::span<const std::byte> bytes) {
    std::uint64_t value = value_;
    for (const std::byte b : bytes)
      value = (value ^ static_cast<std::uint64_t>(b)) * 1099511628211ULL;
    value_ = value;
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void addNumber(Number number) { add(std::as_bytes(std::span(&number, 1))); }
  // With their number, so that lists that follow each other cannot exchange elements.
  void addNumbers(std::span<const double> numbers) {
    addNumber(std::uint64_t{numbers.size()});
    add(std::as_bytes(numbers));
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037ULL;
};

}  // namespace shoal
