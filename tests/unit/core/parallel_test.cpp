#include "shoal/core/parallel.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 8};
constexpr std::size_t kSizes[] = {0, 1, kChunk - 1, kChunk, kChunk + 1, 7 * kChunk + 13};

// Signs and sizes mixed so that each order of addition gives another sum.
float illConditioned(std::size_t i) {
  const auto scrambled = static_cast<std::uint32_t>(i) * 2654435761u;
  const float magnitude = std::ldexp(1.f, static_cast<int>(scrambled >> 27) - 8);
  return (scrambled & 1024u ? 1.f : -1.f) * magnitude * (1 + float(scrambled % 1000u) * 1e-3f);
}

// The most threads that were inside a loop at once.
int threadsUsed() {
  std::atomic<int> inside{0}, most{0};
  parallelFor(40 * kChunk, [&](std::size_t i) {
    if (i % kChunk != 0) return;
    const int now = ++inside;
    int known = most;
    while (now > known && !most.compare_exchange_weak(known, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inside;
  });
  return most;
}

TEST(Parallel, EveryIndexIsVisitedOnce) {
  for (const int threads : kThreadCounts) {
    for (const std::size_t n : kSizes) {
      std::vector<int> visits(n);
      withThreads(threads, [&] { parallelFor(n, [&](std::size_t i) { ++visits[i]; }); });
      EXPECT_EQ(visits, std::vector<int>(n, 1)) << n << " on " << threads;
    }
  }
}

TEST(Parallel, ChunksAreFullButTheLastAndNumberedInOrder) {
  for (const std::size_t n : kSizes) {
    std::vector<int> visits(chunkCount(n, 100));
    parallelChunks(
        n,
        [&](Range range, std::size_t c) {
          ++visits[c];
          EXPECT_EQ(range.begin, 100 * c);
          EXPECT_EQ(range.end, std::min(n, 100 * (c + 1)));
          EXPECT_GT(range.size(), 0u);
        },
        100);
    EXPECT_EQ(visits, std::vector<int>((n + 99) / 100, 1));
  }
}

TEST(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
  constexpr std::size_t n = 100 * kChunk + 17;
  const auto sumBits = [] {
    return std::bit_cast<std::uint32_t>(parallelSum(n, 0.f, illConditioned));
  };
  const std::uint32_t alone = withThreads(1, sumBits);
  for (const int threads : kThreadCounts)
    for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(withThreads(threads, sumBits), alone);
}

// Shows that the test above could fail: in another order the same numbers give other bits.
TEST(Parallel, TheSumOfThatTestDependsOnTheOrder) {
  constexpr std::size_t n = 100 * kChunk + 17;
  const float forwards = parallelSum(n, 0.f, illConditioned);
  const float backwards =
      parallelSum(n, 0.f, [](std::size_t i) { return illConditioned(n - 1 - i); });
  EXPECT_NE(std::bit_cast<std::uint32_t>(forwards), std::bit_cast<std::uint32_t>(backwards));
}

TEST(Parallel, SumOfIntegersIsExact) {
  for (const std::size_t n : kSizes)
    EXPECT_EQ(parallelSum(n, std::size_t{0}, [](std::size_t i) { return i + 1; }), n * (n + 1) / 2);
}

TEST(Parallel, MaxIsTheLargestWhereverItIs) {
  constexpr std::size_t n = 5 * kChunk + 3;
  for (const int threads : kThreadCounts) {
    for (const std::size_t where : {std::size_t{0}, kChunk - 1, kChunk, n - 1}) {
      const auto value = [=](std::size_t i) { return i == where ? -1.f : -2.f - float(i % 7); };
      const float found = withThreads(threads, [&] { return parallelMax(n, -100.f, value); });
      EXPECT_EQ(found, -1.f);
    }
  }
}

TEST(Parallel, MaxOfNothingIsTheLeast) {
  EXPECT_EQ(parallelMax(0, -3.f, [](std::size_t) { return 1.f; }), -3.f);
}

// One true flag in each of an odd number of chunks: losing one to another thread shows.
TEST(Parallel, FlagsOfNeighbouringChunksDoNotOverwriteEachOther) {
  const auto isOdd = [] {
    return parallelReduce(
        501 * kChunk, false, [](std::size_t i) { return i % kChunk == kChunk - 1; },
        [](bool a, bool b) { return a != b; });
  };
  int wrong = 0;
  withThreads(8, [&] {
    for (int repeat = 0; repeat < 500; ++repeat) wrong += isOdd() ? 0 : 1;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Parallel, ErrorInsideALoopReachesItsCaller) {
  for (const std::size_t n : {std::size_t{10}, 20 * kChunk}) {
    const auto loop = [n] {
      parallelFor(n, [n](std::size_t i) {
        if (i == n / 2) fail("particle {} is lost", i);
      });
    };
    EXPECT_THROW(withThreads(3, loop), Error);
  }
}

TEST(Parallel, ThreadLimitHoldsWhileItIsAlive) {
  {
    const ThreadLimit limit(1);
    EXPECT_EQ(limit.threads(), 1);
    EXPECT_EQ(threadsUsed(), 1);
  }
  int used = 0;  // a busy machine may not wake a second thread at once
  for (int attempt = 0; attempt < 100 && used <= 1; ++attempt) used = withThreads(3, threadsUsed);
  EXPECT_GT(used, 1);
  EXPECT_LE(used, 3);
}

TEST(Parallel, ThreadLimitOfZeroMeansAllCores) {
  EXPECT_GE(ThreadLimit(0).threads(), 1);
  EXPECT_EQ(ThreadLimit(0).threads(), ThreadLimit(-1).threads());
}

}  // namespace
}  // namespace shoal
