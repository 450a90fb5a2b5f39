// Statistics of a probe over the time between two of its samples.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "shoal/world/probes/probe_params.h"

namespace shoal {

// Sums over the steps since the last sample. A value holds for the whole step at whose end it was
// measured. Times without a value (nan) do not count.
class WindowSums {
 public:
  explicit WindowSums(std::size_t values) : memory_(values * kNumbers) { clear(); }

  void add(std::span<const double> values, double dt);  // s
  // One number per value; nan if nothing was added.
  void write(ProbeWindow statistic, std::span<double> numbers) const;
  void clear();

  // For checkpoints.
  std::span<double> memory() { return memory_; }
  std::span<const double> memory() const { return memory_; }

 private:
  static constexpr std::size_t kNumbers = 4;  // per value: integral, time, largest, least
  std::vector<double> memory_;
};

// The column of a statistic: "forceX.mean[N]" for "forceX[N]", "forceX.impulse[N s]".
std::string windowColumn(const std::string& column, ProbeWindow statistic);

}  // namespace shoal
