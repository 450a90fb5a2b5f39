#include "shoal/core/error.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include "shoal/core/escape.h"

namespace shoal {

namespace {

std::string compose(const Place& place, const std::string& key, const std::string& message) {
  std::string text = place.text();
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  return text + message;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Levenshtein distance that also counts a swap of neighbours ("yuong") as one edit.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string Place::text() const {
  if (file.empty() || line <= 0) return file;
  return column > 0 ? fmt::format("{}:{}:{}", file, line, column)
                    : fmt::format("{}:{}", file, line);
}

// Control characters, which may come from names and contents of files, are escaped.
Error::Error(const std::string& message) : std::runtime_error(escapeControls(message)) {}

Error::Error(Place place, std::string key, const std::string& message)
    : std::runtime_error(escapeControls(compose(place, key, message))),
      place_(std::move(place)),
      key_(std::move(key)) {}

std::optional<std::string> nearestName(std::string_view word,
                                       std::span<const std::string> candidates) {
  std::optional<std::string> best;
  // A third of the letters may differ: enough for typing slips, too little for other words.
  std::size_t bound = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bound && distance < std::max(word.size(), candidate.size())) {
      bound = distance;
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view word, std::span<const std::string> candidates) {
  const auto near = nearestName(word, candidates);
  return near ? fmt::format("; did you mean \"{}\"?", *near) : std::string{};
}

}  // namespace shoal
