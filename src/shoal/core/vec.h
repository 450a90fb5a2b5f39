// Three-component vectors. A 2D simulation is the plane z = 0, so there is no 2D twin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace shoal {

template <class T>
constexpr T sq(T a) {
  return a * a;
}

template <class T>
constexpr T cube(T a) {
  return a * a * a;
}

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  constexpr Vec3() = default;
  constexpr Vec3(T ax, T ay, T az) : x(ax), y(ay), z(az) {}
  template <class U>
  constexpr explicit Vec3(const Vec3<U>& o) : x(T(o.x)), y(T(o.y)), z(T(o.z)) {}

  constexpr T& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr T operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }

  constexpr Vec3& operator+=(const Vec3& o) { return *this = *this + o; }
  constexpr Vec3& operator-=(const Vec3& o) { return *this = *this - o; }
  constexpr Vec3& operator*=(T s) { return *this = *this * s; }

  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3 operator*(T s, const Vec3& a) { return a * s; }
  friend constexpr Vec3 operator/(const Vec3& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
T length(const Vec3<T>& a) {
  return std::sqrt(dot(a, a));
}

// The unit vector along a; zero stays zero.
template <class T>
Vec3<T> normalised(const Vec3<T>& a) {
  constexpr T least = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  const T l2 = dot(a, a);
  if (l2 >= least && l2 <= std::numeric_limits<T>::max()) return a / std::sqrt(l2);
  // The squares of some components vanished or overflowed: scale them first.
  const T largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  if (!(largest > 0)) return a;
  const Vec3<T> scaled = a / largest;
  return scaled / length(scaled);
}

template <class T>
constexpr Vec3<T> min(const Vec3<T>& a, const Vec3<T>& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}

template <class T>
constexpr Vec3<T> max(const Vec3<T>& a, const Vec3<T>& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

template <class T>
bool isFinite(const Vec3<T>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace shoal
