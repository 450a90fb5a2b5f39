// Wide: several floats at once, so that a physical term is written once and reads like its formula.
// Highway compiles the code that uses it for each width (one float, AVX2, AVX-512).
//
// This header, and every file that uses it, is read once per target; hence the unusual guard. All
// code that touches Wide stands between HWY_BEFORE_NAMESPACE() and HWY_AFTER_NAMESPACE(), in the
// namespace shoal::HWY_NAMESPACE. Lambdas that touch Wide carry HWY_ATTR before their body.
#if defined(SHOAL_CORE_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_CORE_WIDE_H
#undef SHOAL_CORE_WIDE_H
#else
#define SHOAL_CORE_WIDE_H
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "shoal/core/period.h"
#include "shoal/core/vec.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IndexTag = hn::RebindToSigned<FloatTag>;

HWY_INLINE std::size_t wideLanes() { return hn::Lanes(FloatTag{}); }

struct WideMask {
  hn::Mask<FloatTag> m;
};

struct Wide {
  hn::Vec<FloatTag> v;

  Wide() = default;
  HWY_INLINE Wide(float a) : v(hn::Set(FloatTag{}, a)) {}
  HWY_INLINE explicit Wide(hn::Vec<FloatTag> a) : v(a) {}

  static HWY_INLINE Wide load(const float* from) { return Wide(hn::LoadU(FloatTag{}, from)); }

  HWY_INLINE Wide& operator+=(Wide b) { return v = hn::Add(v, b.v), *this; }
  HWY_INLINE Wide& operator-=(Wide b) { return v = hn::Sub(v, b.v), *this; }
};

HWY_INLINE Wide operator+(Wide a, Wide b) { return Wide(hn::Add(a.v, b.v)); }
HWY_INLINE Wide operator-(Wide a, Wide b) { return Wide(hn::Sub(a.v, b.v)); }
HWY_INLINE Wide operator*(Wide a, Wide b) { return Wide(hn::Mul(a.v, b.v)); }
HWY_INLINE Wide operator/(Wide a, Wide b) { return Wide(hn::Div(a.v, b.v)); }
HWY_INLINE WideMask operator<(Wide a, Wide b) { return {hn::Lt(a.v, b.v)}; }
HWY_INLINE WideMask operator&(WideMask a, WideMask b) { return {hn::And(a.m, b.m)}; }
HWY_INLINE Wide max(Wide a, Wide b) { return Wide(hn::Max(a.v, b.v)); }
HWY_INLINE Wide min(Wide a, Wide b) { return Wide(hn::Min(a.v, b.v)); }
HWY_INLINE Wide sqrt(Wide a) { return Wide(hn::Sqrt(a.v)); }
HWY_INLINE Wide select(WideMask m, Wide a, Wide b) { return Wide(hn::IfThenElse(m.m, a.v, b.v)); }
// a * b + c, rounded once where the machine can.
HWY_INLINE Wide mulAdd(Wide a, Wide b, Wide c) { return Wide(hn::MulAdd(a.v, b.v, c.v)); }

HWY_INLINE float sum(Wide a) { return hn::GetLane(hn::SumOfLanes(FloatTag{}, a.v)); }

struct WideVec {
  Wide x, y, z;

  WideVec() = default;
  HWY_INLINE WideVec(Wide ax, Wide ay, Wide az) : x(ax), y(ay), z(az) {}
  HWY_INLINE explicit WideVec(const Vec3f& a) : x(a.x), y(a.y), z(a.z) {}

  HWY_INLINE WideVec& operator+=(const WideVec& b) { return x += b.x, y += b.y, z += b.z, *this; }
};

HWY_INLINE WideVec operator-(const WideVec& a, const WideVec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE WideVec operator*(Wide s, const WideVec& a) { return {s * a.x, s * a.y, s * a.z}; }
HWY_INLINE Wide dot(const WideVec& a, const WideVec& b) {
  return mulAdd(a.x, b.x, mulAdd(a.y, b.y, a.z * b.z));
}
// s * a + b.
HWY_INLINE WideVec mulAdd(Wide s, const WideVec& a, const WideVec& b) {
  return {mulAdd(s, a.x, b.x), mulAdd(s, a.y, b.y), mulAdd(s, a.z, b.z)};
}
HWY_INLINE Vec3f sum(const WideVec& a) { return {sum(a.x), sum(a.y), sum(a.z)}; }

// How far space repeats along each axis; 0 where it does not.
struct WidePeriod {
  WideVec length, half;

  HWY_INLINE explicit WidePeriod(const Period& period)
      : length(period.length), half(period.length / 2) {}
};

HWY_INLINE Wide shortest(Wide d, Wide length, Wide half) {
  return select(half < d, d - length, select(d < Wide(0) - half, d + length, d));
}
// What Period::shortest is to a Vec3f: also shortest(-d) = -shortest(d) in every bit.
HWY_INLINE WideVec shortest(const WideVec& d, const WidePeriod& period) {
  return {shortest(d.x, period.length.x, period.half.x),
          shortest(d.y, period.length.y, period.half.y),
          shortest(d.z, period.length.z, period.half.z)};
}

// Which particles the lanes stand for.
struct WideIndex {
  hn::Vec<IndexTag> v;
};

HWY_INLINE Wide gather(const float* field, WideIndex j) {
  return Wide(hn::GatherIndex(FloatTag{}, field, j.v));
}

HWY_INLINE WideIndex gather(const std::uint32_t* field, WideIndex j) {
  return {hn::GatherIndex(IndexTag{}, reinterpret_cast<const std::int32_t*>(field), j.v)};
}

HWY_INLINE WideVec gather(const Vec3f* field, WideIndex j) {
  const auto first = hn::Add(hn::ShiftLeft<1>(j.v), j.v);
  const float* base = &field->x;
  return {Wide(hn::GatherIndex(FloatTag{}, base, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 1, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 2, first))};
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
