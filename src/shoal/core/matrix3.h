// Small matrices, for deformations and the blocks of stiffness.
#pragma once

#include <array>

#include "shoal/core/vec.h"

namespace shoal {

struct Matrix3 {
  std::array<double, 9> a{};  // row by row

  constexpr double& operator()(std::size_t row, std::size_t column) { return a[3 * row + column]; }
  constexpr double operator()(std::size_t row, std::size_t column) const {
    return a[3 * row + column];
  }
  constexpr Vec3d column(std::size_t j) const { return {a[j], a[3 + j], a[6 + j]}; }

  static constexpr Matrix3 diagonal(const Vec3d& d) { return {{d.x, 0, 0, 0, d.y, 0, 0, 0, d.z}}; }
  static constexpr Matrix3 identity() { return diagonal({1, 1, 1}); }
  static constexpr Matrix3 columns(const Vec3d& p, const Vec3d& q, const Vec3d& r) {
    return {{p.x, q.x, r.x, p.y, q.y, r.y, p.z, q.z, r.z}};
  }

  constexpr Matrix3& operator+=(const Matrix3& o) {
    for (std::size_t i = 0; i < 9; ++i) a[i] += o.a[i];
    return *this;
  }
  constexpr Matrix3& operator*=(double s) {
    for (double& entry : a) entry *= s;
    return *this;
  }
  friend constexpr Matrix3 operator+(Matrix3 m, const Matrix3& o) { return m += o; }
  friend constexpr Matrix3 operator-(Matrix3 m, const Matrix3& o) { return m += -1.0 * o; }
  friend constexpr Matrix3 operator*(double s, Matrix3 m) { return m *= s; }
  friend constexpr Vec3d operator*(const Matrix3& m, const Vec3d& v) {
    return {m.a[0] * v.x + m.a[1] * v.y + m.a[2] * v.z, m.a[3] * v.x + m.a[4] * v.y + m.a[5] * v.z,
            m.a[6] * v.x + m.a[7] * v.y + m.a[8] * v.z};
  }
  friend constexpr Matrix3 operator*(const Matrix3& m, const Matrix3& o) {
    Matrix3 r;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        r(i, j) = m(i, 0) * o(0, j) + m(i, 1) * o(1, j) + m(i, 2) * o(2, j);
    return r;
  }
  friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;
};

constexpr Matrix3 transposed(const Matrix3& m) {
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
