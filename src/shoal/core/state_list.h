// Numbers that are state but belong to no particle, in a fixed order: for checkpoints and hashes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/core/error.h"

namespace shoal {

// Collects the numbers that are passed to it.
class StateWriter {
 public:
  void operator()(double number) { numbers_.push_back(number); }
  // Counts stay exact in a double up to 2^53.
  void operator()(std::uint64_t count) { numbers_.push_back(static_cast<double>(count)); }
  void operator()(bool flag) { numbers_.push_back(flag ? 1 : 0); }

  const std::vector<double>& numbers() const { return numbers_; }

 private:
  std::vector<double> numbers_;
};

// Gives the numbers back in the same order. An Error if they cannot be what was written.
class StateReader {
 public:
  explicit StateReader(std::span<const double> numbers) : numbers_(numbers) {}

  void operator()(double& number) { number = next(); }
  void operator()(std::uint64_t& count) {
    const double number = next();
    if (!(number >= 0 && number <= 9007199254740992.0)) fail("a count of {} is none", number);
    count = static_cast<std::uint64_t>(number);
  }
  void operator()(bool& flag) { flag = next() != 0; }

  bool exhausted() const { return next_ == numbers_.size(); }

 private:
  double next() {
    if (exhausted()) fail("there are only {} numbers of its state", numbers_.size());
    return numbers_[next_++];
  }

  std::span<const double> numbers_;
  std::size_t next_ = 0;
};

}  // namespace shoal
