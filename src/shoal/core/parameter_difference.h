// Compares two parameter structs by walking their description.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

template <class S>
struct DifferenceFinder;

// The key of the first value in which a and b differ, such as "wcsph.soundSpeed"; none if equal.
template <Described S>
std::optional<std::string> firstDifference(const S& a, const S& b) {
  DifferenceFinder<S> finder{a, b, {}};
  forEachEntry<S>(finder);
  return finder.found;
}

template <class S>
struct DifferenceFinder {
  const S& a;
  const S& b;
  std::optional<std::string> found;

  template <class Entry>
  void operator()(const Entry& e) {
    if (!found) compare(e);
  }

 private:
  template <class Entry>
  void compare(const Entry& e) {
    note(e.name, !(a.*e.member == b.*e.member));
  }
  template <class G>
  void compare(const Inline<S, G>& e) {
    found = firstDifference(a.*e.member, b.*e.member);
  }
  template <class Entry>
  void compare(const Required<Entry>& e) {
    compare(static_cast<const Entry&>(e));
  }
  template <class G>
  void compare(const Group<S, G>& e) {
    within(e.name, a.*e.member, b.*e.member);
  }
  template <class G>
  void compare(const Group<S, std::optional<G>>& e) {
    const auto& first = a.*e.member;
    const auto& second = b.*e.member;
    note(e.name, first.has_value() != second.has_value());
    if (first && second) within(e.name, *first, *second);
  }
  template <class G>
  void compare(const List<S, G>& e) {
    const auto& first = a.*e.member;
    const auto& second = b.*e.member;
    note(e.name, first.size() != second.size());
    for (std::size_t i = 0; !found && i < first.size(); ++i)
      within(fmt::format("{}[{}]", e.name, i), first[i], second[i]);
  }

  void note(const std::string& key, bool differs) {
    if (differs) found = key;
  }
  template <class G>
  void within(const std::string& key, const G& first, const G& second) {
    if (const auto inner = firstDifference(first, second)) found = key + "." + *inner;
  }
};

}  // namespace shoal
