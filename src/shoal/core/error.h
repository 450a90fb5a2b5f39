// The one exception shoal throws for what a user can correct: bad scenes, bad files, a full disk.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace shoal {

// Where in a user's file something is. A line or column of 0 is unknown and not printed.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  // "pool.toml:41:3", "pool.toml:41", "pool.toml" or "".
  std::string text() const;
};

// One line that says what is wrong and what to change, in the form "place: key: message".
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  Error(Place place, std::string key, const std::string& message);

  const Place& place() const { return place_; }
  const std::string& key() const { return key_; }

 private:
  Place place_;
  std::string key_;
};

// Throws Error with a formatted message.
template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> form, Args&&... args) {
  throw Error(fmt::format(form, std::forward<Args>(args)...));
}

// The candidate closest to `word` by edit distance, if one is close enough to be meant.
std::optional<std::string> nearestName(std::string_view word,
                                       std::span<const std::string> candidates);

// `; did you mean "young"?` or "" when nothing is near.
std::string didYouMean(std::string_view word, std::span<const std::string> candidates);

}  // namespace shoal
