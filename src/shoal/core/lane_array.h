// Values of several items side by side in memory, as lanes read them.
#pragma once

#include <array>
#include <cstddef>

namespace shoal {

// Items of a group: as many on every machine, so that groups do not depend on the width of lanes.
inline constexpr std::size_t kArrayLanes = 4;

// A value of each item of a group.
struct alignas(32) LaneArray {
  std::array<double, kArrayLanes> of{};
};

}  // namespace shoal
