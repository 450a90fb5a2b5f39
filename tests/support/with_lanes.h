// Runs code with passes of a chosen width.
#pragma once

#include <string>
#include <string_view>

#include "shoal/core/lanes.h"

namespace shoal {

// While alive, passes use this width.
class WithLanes {
 public:
  explicit WithLanes(std::string_view name) : before_(lanesInUse()) { useLanes(name); }
  ~WithLanes() { useLanes(before_); }
  WithLanes(const WithLanes&) = delete;
  WithLanes& operator=(const WithLanes&) = delete;

 private:
  std::string before_;
};

}  // namespace shoal
