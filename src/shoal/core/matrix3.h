// Small matrices, for deformations and the blocks of stiffness.
#pragma once

#include <array>

#include "shoal/core/vec.h"

namespace shoal {

template <class T>
struct BasicMatrix3 {
  std::array<T, 9> a{};  // row by row

  constexpr T& operator()(std::size_t row, std::size_t column) { return a[3 * row + column]; }
  constexpr T operator()(std::size_t row, std::size_t column) const { return a[3 * row + column]; }
  constexpr Vec3<T> column(std::size_t j) const { return {a[j], a[3 + j], a[6 + j]}; }

  static constexpr BasicMatrix3 diagonal(const Vec3<T>& d) {
    return {{d.x, 0, 0, 0, d.y, 0, 0, 0, d.z}};
  }
  static constexpr BasicMatrix3 identity() { return diagonal({1, 1, 1}); }
  static constexpr BasicMatrix3 columns(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r) {
    return {{p.x, q.x, r.x, p.y, q.y, r.y, p.z, q.z, r.z}};
  }

  constexpr BasicMatrix3& operator+=(const BasicMatrix3& o) {
    for (std::size_t i = 0; i < 9; ++i) a[i] += o.a[i];
    return *this;
  }
  constexpr BasicMatrix3& operator*=(T s) {
    for (T& entry : a) entry *= s;
    return *this;
  }
  friend constexpr BasicMatrix3 operator+(BasicMatrix3 m, const BasicMatrix3& o) { return m += o; }
  friend constexpr BasicMatrix3 operator-(BasicMatrix3 m, const BasicMatrix3& o) {
    return m += T(-1) * o;
  }
  friend constexpr BasicMatrix3 operator*(T s, BasicMatrix3 m) { return m *= s; }
  friend constexpr Vec3<T> operator*(const BasicMatrix3& m, const Vec3<T>& v) {
    return {m.a[0] * v.x + m.a[1] * v.y + m.a[2] * v.z, m.a[3] * v.x + m.a[4] * v.y + m.a[5] * v.z,
            m.a[6] * v.x + m.a[7] * v.y + m.a[8] * v.z};
  }
  friend constexpr BasicMatrix3 operator*(const BasicMatrix3& m, const BasicMatrix3& o) {
    BasicMatrix3 r;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        r(i, j) = m(i, 0) * o(0, j) + m(i, 1) * o(1, j) + m(i, 2) * o(2, j);
    return r;
  }
  friend constexpr bool operator==(const BasicMatrix3&, const BasicMatrix3&) = default;
};

using Matrix3 = BasicMatrix3<double>;
using Matrix3f = BasicMatrix3<float>;

template <class T>
constexpr BasicMatrix3<T> transposed(const BasicMatrix3<T>& m) {
  return {{m.a[0], m.a[3], m.a[6], m.a[1], m.a[4], m.a[7], m.a[2], m.a[5], m.a[8]}};
}

constexpr double trace(const Matrix3& m) { return m.a[0] + m.a[4] + m.a[8]; }

constexpr double determinant(const Matrix3& m) {
  return dot(m.column(0), cross(m.column(1), m.column(2)));
}

// p q^T.
constexpr Matrix3 outer(const Vec3d& p, const Vec3d& q) {
  return {{p.x * q.x, p.x * q.y, p.x * q.z, p.y * q.x, p.y * q.y, p.y * q.z, p.z * q.x, p.z * q.y,
           p.z * q.z}};
}

// Means something for a determinant other than zero.
constexpr Matrix3 inverse(const Matrix3& m) {
  const Vec3d p = m.column(0), q = m.column(1), r = m.column(2);
  return (1 / determinant(m)) * transposed(Matrix3::columns(cross(q, r), cross(r, p), cross(p, q)));
}

// v with the components named by the bits 0, 1, 2 of `axes` set to zero.
constexpr Vec3d without(const Vec3d& v, unsigned axes) {
  return {axes & 1 ? 0 : v.x, axes & 2 ? 0 : v.y, axes & 4 ? 0 : v.z};
}

}  // namespace shoal
