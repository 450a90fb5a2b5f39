// Symmetric 3 x 3 matrices, by their six entries.
#pragma once

#include "shoal/core/vec.h"

namespace shoal {

template <class T>
struct BasicSymmetric3 {
  T xx{}, yy{}, zz{};
  T xy{}, yz{}, zx{};

  static constexpr BasicSymmetric3 diagonal(T d) { return {d, d, d, 0, 0, 0}; }

  constexpr BasicSymmetric3& operator+=(const BasicSymmetric3& o) {
    xx += o.xx, yy += o.yy, zz += o.zz;
    xy += o.xy, yz += o.yz, zx += o.zx;
    return *this;
  }
  friend constexpr BasicSymmetric3 operator+(BasicSymmetric3 a, const BasicSymmetric3& b) {
    return a += b;
  }
  friend constexpr BasicSymmetric3 operator*(T s, const BasicSymmetric3& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.yz, s * a.zx};
  }
  friend constexpr Vec3<T> operator*(const BasicSymmetric3& a, const Vec3<T>& v) {
    return {a.xx * v.x + a.xy * v.y + a.zx * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.zx * v.x + a.yz * v.y + a.zz * v.z};
  }
};

using Symmetric3 = BasicSymmetric3<double>;
using Symmetric3f = BasicSymmetric3<float>;

// weight p p^T.
constexpr Symmetric3 weightedSquare(double weight, const Vec3d& p) {
  return {weight * p.x * p.x, weight * p.y * p.y, weight * p.z * p.z,
          weight * p.x * p.y, weight * p.y * p.z, weight * p.z * p.x};
}

template <class T>
constexpr T determinant(const BasicSymmetric3<T>& a) {
  return a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.zx) +
         a.zx * (a.xy * a.yz - a.yy * a.zx);
}

// Of a matrix that is positive definite but for the rounding of floats, which a bit of its trace
// makes up for.
inline Symmetric3f inverseOfPositive(const Symmetric3f& a) {
  const double trace = double{a.xx} + a.yy + a.zz, rounding = 4e-7 * trace;
  const double xx = a.xx + rounding, yy = a.yy + rounding, zz = a.zz + rounding;
  const double xy = a.xy, yz = a.yz, zx = a.zx;
  const double cxx = yy * zz - yz * yz, cxy = zx * yz - xy * zz, czx = xy * yz - zx * yy;
  const double per = 1 / (xx * cxx + xy * cxy + zx * czx);
  return {static_cast<float>(per * cxx),
          static_cast<float>(per * (xx * zz - zx * zx)),
          static_cast<float>(per * (xx * yy - xy * xy)),
          static_cast<float>(per * cxy),
          static_cast<float>(per * (xy * zx - xx * yz)),
          static_cast<float>(per * czx)};
}

}  // namespace shoal
