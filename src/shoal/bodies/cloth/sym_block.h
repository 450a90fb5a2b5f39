// Symmetric 3 x 3 blocks of floats.
#pragma once

#include "shoal/core/vec.h"

namespace shoal {

struct SymBlock {
  float xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;

  SymBlock& operator+=(const SymBlock& o) {
    xx += o.xx, yy += o.yy, zz += o.zz;
    xy += o.xy, yz += o.yz, zx += o.zx;
    return *this;
  }
  friend SymBlock operator+(SymBlock a, const SymBlock& b) { return a += b; }
  friend SymBlock operator*(float s, const SymBlock& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.yz, s * a.zx};
  }
  friend Vec3f operator*(const SymBlock& a, const Vec3f& v) {
    return {a.xx * v.x + a.xy * v.y + a.zx * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.zx * v.x + a.yz * v.y + a.zz * v.z};
  }
};

// Of a block that is positive definite but for rounding, which a bit of its trace makes up for.
inline SymBlock inverse(const SymBlock& a) {
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
