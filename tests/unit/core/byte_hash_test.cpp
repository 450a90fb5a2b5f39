#include "shoal/core/byte_hash.h"

#include <vector>

#include <gtest/gtest.h>

namespace shoal {
namespace {

std::uint64_t hashOf(std::string_view text) {
  ByteHash hash;
  hash.add(text);
  return hash.value();
}

std::uint64_t hashOf(const std::vector<double>& numbers) {
  ByteHash hash;
  hash.addNumbers(numbers);
  return hash.value();
}

// Values of the published 64-bit FNV-1a.
TEST(ByteHash, IsFnv1a) {
  EXPECT_EQ(hashOf(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hashOf("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hashOf("foobar"), 0x85944171f73967e8u);
}

TEST(ByteHash, SeesTheSignsOfAnyTwoNumbers) {
  const std::vector<double> numbers{1.5, 2, -3, 0, 7e-9};
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = 0; b < numbers.size(); ++b) {
      std::vector<double> flipped = numbers;
      flipped[a] = -flipped[a];
      if (b != a) flipped[b] = -flipped[b];
      EXPECT_NE(hashOf(flipped), hashOf(numbers)) << a << " " << b;
    }
}

TEST(ByteHash, KeepsListsApart) {
  ByteHash one, other;
  one.addNumbers(std::vector<double>{1, 2});
  one.addNumbers(std::vector<double>{3});
  other.addNumbers(std::vector<double>{1});
  other.addNumbers(std::vector<double>{2, 3});
  EXPECT_NE(one.value(), other.value());
}

}  // namespace
}  // namespace shoal
