// Parallel loops whose results do not depend on the number of threads: the range is cut into
// chunks of a fixed size, each chunk is one task, and sums are added up in the order of chunks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <tbb/parallel_for.h>

#include "shoal/core/fork_join.h"

namespace shoal {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

// Particles per task: large enough to hide the cost of a task, small enough to balance the load.
inline constexpr std::size_t kChunk = 512;

inline std::size_t chunkCount(std::size_t n, std::size_t chunk = kChunk) {
  return (n + chunk - 1) / chunk;
}

// Calls work(Range, chunkIndex) for every chunk of [0, n).
template <class Work>
void parallelChunks(std::size_t n, Work&& work, std::size_t chunk = kChunk) {
  const std::size_t chunks = chunkCount(n, chunk);
  if (chunks <= 1) {
    if (n > 0) work(Range{0, n}, std::size_t{0});
    return;
  }
  ForkJoin order;
  order.fork();
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, chunks, 1),
      [&](const tbb::blocked_range<std::size_t>& some) {
        order.beginTask();
        for (std::size_t c = some.begin(); c != some.end(); ++c)
          work(Range{c * chunk, std::min(n, (c + 1) * chunk)}, c);
        order.endTask();
      },
      tbb::simple_partitioner{});
  order.join();
}

// Calls work(i) for every i of [0, n).
template <class Work>
void parallelFor(std::size_t n, Work&& work) {
  parallelChunks(n, [&](Range r, std::size_t) {
    for (std::size_t i = r.begin; i != r.end; ++i) work(i);
  });
}

// Folds work(Range), a value of each chunk of [0, n), in the order of the chunks.
template <class T, class Work, class Fold>
T parallelReduceChunks(std::size_t n, T identity, Work&& work, Fold&& fold,
                       std::size_t chunk = kChunk) {
  struct Slot {  // gives a bool memory of its own, which vector<bool> does not
    T value;
  };
  std::vector<Slot> partial(chunkCount(n, chunk), Slot{identity});
  parallelChunks(
      n, [&](Range r, std::size_t c) { partial[c].value = work(r); }, chunk);
  T t = identity;
  for (const Slot& p : partial) t = fold(t, p.value);
  return t;
}

// Folds value(i) over [0, n): first within each chunk in order, then over the chunks in order.
template <class T, class Value, class Fold>
T parallelReduce(std::size_t n, T identity, Value&& value, Fold&& fold,
                 std::size_t chunk = kChunk) {
  const auto ofChunk = [&](Range r) {
    T t = identity;
    for (std::size_t i = r.begin; i != r.end; ++i) t = fold(t, value(i));
    return t;
  };
  return parallelReduceChunks(n, identity, ofChunk, fold, chunk);
}

template <class T, class Value>
T parallelSum(std::size_t n, T zero, Value&& value, std::size_t chunk = kChunk) {
  return parallelReduce(
      n, zero, value, [](const T& a, const T& b) { return a + b; }, chunk);
}

// The sum of work(Range) over the chunks.
template <class T, class Work>
T parallelSumOfChunks(std::size_t n, T zero, Work&& work) {
  return parallelReduceChunks(n, zero, work, [](const T& a, const T& b) { return a + b; });
}

// The largest value(i), or `least` if there is none.
template <class T, class Value>
T parallelMax(std::size_t n, T least, Value&& value) {
  return parallelReduce(n, least, value, [](const T& a, const T& b) { return std::max(a, b); });
}

// While alive, loops use at most this many threads; 0 means all cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

  int threads() const { return threads_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  int threads_;
};

}  // namespace shoal
