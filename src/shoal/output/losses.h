// Where particles left the domain.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "shoal/core/box.h"
#include "shoal/world/world.h"

namespace shoal {

class Losses {
 public:
  explicit Losses(const Box3d& domain) : domain_(domain) {}

  void add(const Escape& escape);

  // "the first at t = 0.1 s at (0, -0.2, 0) m; 12 through -y, 3 through +x; all between (...) and
  // (...) m"; empty if there are none.
  std::string text() const;

 private:
  Box3d domain_;
  std::optional<Escape> first_;
  Box3d where_;
  std::array<std::size_t, 6> through_{};  // -x, +x, -y, +y, -z, +z
};

}  // namespace shoal
