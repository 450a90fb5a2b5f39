// Numbers of a given byte order in binary files.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace shoal {

// The number whose bytes begin at `from`, which must have sizeof(T) of them.
template <class T>
T loadNumber(const char* from, std::endian order) {
  std::array<char, sizeof(T)> bytes;
  std::copy_n(from, sizeof(T), bytes.begin());
  if (order != std::endian::native) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<T>(bytes);
}

template <class T>
void appendLittleEndian(std::string& to, T value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (std::endian::native != std::endian::little) std::reverse(bytes.begin(), bytes.end());
  to.append(bytes.data(), bytes.size());
}

}  // namespace shoal
