// What the tasks of a parallel loop find, one list each, and all of it in the order of tasks.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "shoal/core/parallel.h"

namespace shoal {

// Lists keep their memory from loop to loop.
template <class T>
class TaskLists {
 public:
  void clear(std::size_t tasks) {
    lists_.resize(std::max(lists_.size(), tasks));
    for (auto& list : lists_) list.clear();
  }
  // A task takes its list while it fills it: side by side, lists would share lines of the caches
  // of several cores.
  std::vector<T> take(std::size_t task) { return std::move(lists_[task]); }
  void give(std::size_t task, std::vector<T> list) { lists_[task] = std::move(list); }
  auto begin() const { return lists_.begin(); }
  auto end() const { return lists_.end(); }

  // Makes `all` the lists one after the other.
  void join(std::vector<T>& all) const {
    std::vector<std::size_t> firsts;
    std::size_t size = 0;
    for (const auto& list : lists_) {
      firsts.push_back(size);
      size += list.size();
    }
    all.resize(size);
    parallelChunks(
        lists_.size(),
        [&](Range some, std::size_t) {
          for (std::size_t k = some.begin; k < some.end; ++k)
            std::copy(lists_[k].begin(), lists_[k].end(), all.data() + firsts[k]);
        },
        kListsPerTask);
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& list : lists_) sum += list.capacity() * sizeof(T);
    return sum;
  }

 private:
  static constexpr std::size_t kListsPerTask = 8;  // copying is quick
  std::vector<std::vector<T>> lists_;
};

}  // namespace shoal
