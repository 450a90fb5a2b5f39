// WideDouble: several doubles at once, for kernels that compute elements of solids side by side.
// Like Wide (core/wide.h) it is read once per target, and its users follow the rules given there.
//
// All widths give the same bits: every operation is one of IEEE 754 on single lanes, nothing is
// fused, and lanes never mix. Kernels are templates over R, so that R = double gives the functions
// for one element; the functions below let both read alike.
#if defined(SHOAL_CORE_WIDE_DOUBLE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_CORE_WIDE_DOUBLE_H
#undef SHOAL_CORE_WIDE_DOUBLE_H
#else
#define SHOAL_CORE_WIDE_DOUBLE_H
#endif

#include <cmath>
#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most four: contacts and small meshes seldom fill more, and an AVX-512 machine may run wider
// ones at half the rate.
using DoubleTag = hn::CappedTag<double, 4>;

inline constexpr std::size_t kDoubleLanes = hn::MaxLanes(DoubleTag{});

struct WideDoubleMask {
  hn::Mask<DoubleTag> m;
};

struct WideDouble {
  hn::Vec<DoubleTag> v;

  WideDouble() = default;
  HWY_INLINE WideDouble(double a) : v(hn::Set(DoubleTag{}, a)) {}
  HWY_INLINE explicit WideDouble(hn::Vec<DoubleTag> a) : v(a) {}

  HWY_INLINE WideDouble& operator+=(WideDouble b) { return v = hn::Add(v, b.v), *this; }
  HWY_INLINE WideDouble& operator-=(WideDouble b) { return v = hn::Sub(v, b.v), *this; }
};

HWY_INLINE WideDouble operator+(WideDouble a, WideDouble b) {
  return WideDouble(hn::Add(a.v, b.v));
}
HWY_INLINE WideDouble operator-(WideDouble a, WideDouble b) {
  return WideDouble(hn::Sub(a.v, b.v));
}
HWY_INLINE WideDouble operator-(WideDouble a) { return WideDouble(hn::Neg(a.v)); }
HWY_INLINE WideDouble operator*(WideDouble a, WideDouble b) {
  return WideDouble(hn::Mul(a.v, b.v));
}
HWY_INLINE WideDouble operator/(WideDouble a, WideDouble b) {
  return WideDouble(hn::Div(a.v, b.v));
}
HWY_INLINE WideDoubleMask operator<(WideDouble a, WideDouble b) { return {hn::Lt(a.v, b.v)}; }
HWY_INLINE WideDoubleMask operator>(WideDouble a, WideDouble b) { return b < a; }
HWY_INLINE WideDoubleMask operator<=(WideDouble a, WideDouble b) { return {hn::Le(a.v, b.v)}; }
HWY_INLINE WideDoubleMask operator!(WideDoubleMask a) { return {hn::Not(a.m)}; }

HWY_INLINE WideDoubleMask both(WideDoubleMask a, WideDoubleMask b) { return {hn::And(a.m, b.m)}; }
HWY_INLINE bool both(bool a, bool b) { return a && b; }

HWY_INLINE WideDouble sqrt(WideDouble a) { return WideDouble(hn::Sqrt(a.v)); }
HWY_INLINE double sqrt(double a) { return std::sqrt(a); }

// |size| with the sign of `sign`.
HWY_INLINE WideDouble copySign(WideDouble size, WideDouble sign) {
  return WideDouble(hn::CopySign(size.v, sign.v));
}
HWY_INLINE double copySign(double size, double sign) { return std::copysign(size, sign); }

HWY_INLINE WideDouble select(WideDoubleMask m, WideDouble a, WideDouble b) {
  return WideDouble(hn::IfThenElse(m.m, a.v, b.v));
}
HWY_INLINE double select(bool m, double a, double b) { return m ? a : b; }

HWY_INLINE bool any(WideDoubleMask m) { return !hn::AllFalse(DoubleTag{}, m.m); }
HWY_INLINE bool any(bool m) { return m; }

// One value per lane, in memory.
HWY_INLINE void load(WideDouble& to, const double* from) { to.v = hn::LoadU(DoubleTag{}, from); }
HWY_INLINE void load(double& to, const double* from) { to = *from; }
HWY_INLINE void store(WideDouble from, double* to) { hn::StoreU(from.v, DoubleTag{}, to); }
HWY_INLINE void store(double from, double* to) { *to = from; }

template <class R>
inline constexpr std::size_t kLanesOf = kDoubleLanes;
template <>
inline constexpr std::size_t kLanesOf<double> = 1;

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
