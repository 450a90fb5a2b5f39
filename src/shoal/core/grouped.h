// Lists of several owners in one array, one list after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shoal {

template <class T>
struct Grouped {
  std::vector<std::uint32_t> first{0};  // where each list starts, and the end
  std::vector<T> item;

  std::size_t size() const { return first.size() - 1; }
  std::span<const T> of(std::size_t owner) const {
    return {item.data() + first[owner], item.data() + first[owner + 1]};
  }
  // Ends the list of the next owner with the items so far.
  void close() { first.push_back(static_cast<std::uint32_t>(item.size())); }
};

// Groups items by owner, those of one owner in the order in which they are given. forEach(add)
// calls add(owner, item) for each item; it is called twice and must give the same.
template <class T, class ForEach>
Grouped<T> groupByOwner(std::size_t owners, ForEach&& forEach) {
  Grouped<T> lists;
  lists.first.assign(owners + 1, 0);
  forEach([&](std::size_t owner, const T&) { ++lists.first[owner + 1]; });
  for (std::size_t o = 0; o < owners; ++o) lists.first[o + 1] += lists.first[o];
  lists.item.resize(lists.first.back());
  std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
  forEach([&](std::size_t owner, const T& item) { lists.item[next[owner]++] = item; });
  return lists;
}

}  // namespace shoal
