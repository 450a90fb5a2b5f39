// Enums that people write as words: code compares the values, files and messages hold the words.
//
//   enum class WetSide { Inside, Outside };
//   template <> struct EnumWords<WetSide> {
//     static constexpr EnumWord<WetSide> words[] = {{WetSide::Inside, "inside"},
//                                                   {WetSide::Outside, "outside"}};
//   };
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shoal {

template <class E>
struct EnumWord {
  E value;
  const char* word;
};

// Specialised for each such enum; `words` has every value once, in the order of the reference.
template <class E>
struct EnumWords;

template <class E>
concept Worded = requires {
  EnumWords<E>::words;
};

// "" for what is no value of the enum.
template <Worded E>
constexpr const char* wordOf(E value) {
  for (const EnumWord<E>& known : EnumWords<E>::words)
    if (known.value == value) return known.word;
  return "";
}

template <Worded E>
constexpr std::optional<E> valueOf(std::string_view word) {
  for (const EnumWord<E>& known : EnumWords<E>::words)
    if (known.word == word) return known.value;
  return std::nullopt;
}

template <Worded E>
std::vector<std::string> wordsOf() {
  std::vector<std::string> words;
  for (const EnumWord<E>& known : EnumWords<E>::words) words.emplace_back(known.word);
  return words;
}

}  // namespace shoal
