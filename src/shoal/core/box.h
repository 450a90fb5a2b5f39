// Axis-aligned boxes.
#pragma once

#include <limits>

#include "shoal/core/vec.h"

namespace shoal {

// A default box is empty: it contains nothing, and extending it by a point gives that point.
template <class T>
struct Box3 {
  Vec3<T> lower{std::numeric_limits<T>::max(), std::numeric_limits<T>::max(),
                std::numeric_limits<T>::max()};
  Vec3<T> upper = -lower;

  constexpr Box3() = default;
  constexpr Box3(const Vec3<T>& low, const Vec3<T>& high) : lower(low), upper(high) {}

  constexpr bool empty() const {
    return lower.x > upper.x || lower.y > upper.y || lower.z > upper.z;
  }
  constexpr Vec3<T> size() const { return empty() ? Vec3<T>{} : upper - lower; }
  constexpr Vec3<T> centre() const { return (lower + upper) / T(2); }

  constexpr void extend(const Vec3<T>& p) {
    lower = min(lower, p);
    upper = max(upper, p);
  }
  constexpr void extend(const Box3& b) {
    lower = min(lower, b.lower);
    upper = max(upper, b.upper);
  }
  constexpr Box3 grown(T by) const {
    return {lower - Vec3<T>{by, by, by}, upper + Vec3<T>{by, by, by}};
  }
  constexpr bool contains(const Vec3<T>& p) const {
    return p.x >= lower.x && p.y >= lower.y && p.z >= lower.z && p.x <= upper.x && p.y <= upper.y &&
           p.z <= upper.z;
  }
  friend constexpr bool operator==(const Box3&, const Box3&) = default;
};

using Box3f = Box3<float>;
using Box3d = Box3<double>;

}  // namespace shoal
