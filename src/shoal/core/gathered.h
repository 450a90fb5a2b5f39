// Memory that gather(const Vec3f*) of core/wide.h may read: it loads four floats for each vector,
// so a few bytes beyond the last one have to be readable. What they hold does not matter. Fields of
// particles have them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace shoal {

inline constexpr std::size_t kReadableBeyond = 4;  // bytes

template <class T>
struct GatheredAllocator {
  using value_type = T;

  GatheredAllocator() = default;
  template <class U>
  GatheredAllocator(const GatheredAllocator<U>&) {}

  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T) + kReadableBeyond));
  }
  void deallocate(T* at, std::size_t) { ::operator delete(at); }

  friend bool operator==(const GatheredAllocator&, const GatheredAllocator&) { return true; }
};

// A vector that is not a field of particles but is gathered from.
template <class T>
using GatheredVector = std::vector<T, GatheredAllocator<T>>;

}  // namespace shoal
