// Wide: several floats at once, so that a physical term is written once and reads like its formula.
// Highway compiles the code that uses it for each width (one float, AVX2, AVX-512).
//
// All widths give the same bits. Operations on single lanes are those of IEEE 754, multiply-adds
// are fused on every machine, and a sum over many terms (WideSum) is always kSumLanes partial sums,
// however many registers these take, that are added up in one order. The compiler must not fuse
// what is not written as mulAdd: the project is built with -ffp-contract=off.
//
// This header, and every file that uses it, is read once per target; hence the unusual guard. All
// code that touches Wide stands between HWY_BEFORE_NAMESPACE() and HWY_AFTER_NAMESPACE(), in the
// namespace shoal::HWY_NAMESPACE. Lambdas that touch Wide carry HWY_ATTR before their body, those
// that add to a WideSum carry SHOAL_TERM.
#if defined(SHOAL_CORE_WIDE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_CORE_WIDE_H
#undef SHOAL_CORE_WIDE_H
#else
#define SHOAL_CORE_WIDE_H
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "shoal/core/fused.h"
#include "shoal/core/gathered.h"
#include "shoal/core/period.h"
#include "shoal/core/symmetric3.h"
#include "shoal/core/vec.h"

// The partial sums stay in registers only if terms are inlined.
#undef SHOAL_TERM
#define SHOAL_TERM HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IndexTag = hn::RebindToSigned<FloatTag>;

// Lanes of one register, and how many registers hold the partial sums of a WideSum.
inline constexpr std::size_t kLanes = HWY_LANES(float);
inline constexpr std::size_t kSumLanes = 16;
inline constexpr std::size_t kGroups = kSumLanes / kLanes;
static_assert(kGroups * kLanes == kSumLanes);

struct WideMask {
  hn::Mask<FloatTag> m;
};

struct Wide {
  hn::Vec<FloatTag> v;

  Wide() = default;
  HWY_INLINE Wide(float a) : v(hn::Set(FloatTag{}, a)) {}
  HWY_INLINE explicit Wide(hn::Vec<FloatTag> a) : v(a) {}

  static HWY_INLINE Wide zero() { return Wide(hn::Zero(FloatTag{})); }
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
// a * b + c, rounded once.
HWY_INLINE Wide mulAdd(Wide a, Wide b, Wide c) {
#if HWY_TARGET == HWY_SCALAR
  return Wide(fusedMulAdd(a.v.raw, b.v.raw, c.v.raw));
#else
  return Wide(hn::MulAdd(a.v, b.v, c.v));
#endif
}

struct WideVec {
  Wide x, y, z;

  WideVec() = default;
  HWY_INLINE WideVec(Wide ax, Wide ay, Wide az) : x(ax), y(ay), z(az) {}
  HWY_INLINE explicit WideVec(const Vec3f& a) : x(a.x), y(a.y), z(a.z) {}

  static HWY_INLINE WideVec zero() { return {Wide::zero(), Wide::zero(), Wide::zero()}; }

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

// Which particles the lanes stand for, counted from `base` on, which of the partial sums they add
// to, and which entry of a list the first of them is.
struct WideIndex {
  hn::Vec<IndexTag> v;
  std::size_t group = 0;
  std::size_t entry = 0;
  std::size_t base = 0;
};

HWY_INLINE Wide gather(const float* field, WideIndex j) {
  return Wide(hn::GatherIndex(FloatTag{}, field + j.base, j.v));
}

HWY_INLINE WideIndex gather(const std::uint32_t* field, WideIndex j) {
  const auto* numbers = reinterpret_cast<const std::int32_t*>(field + j.base);
  return {hn::GatherIndex(IndexTag{}, numbers, j.v), j.group, j.entry};
}

#if HWY_TARGET != HWY_SCALAR

// The numbers of a vector as loads need them for addresses: not negative, so that a number of 32
// bits is one of 64 as it is.
struct LaneOffsets {
  alignas(64) std::uint32_t at[kLanes];

  HWY_INLINE explicit LaneOffsets(hn::Vec<IndexTag> first) {
    const hn::RebindToUnsigned<IndexTag> du;
    hn::Store(hn::BitCast(du, first), du, at);
  }
};

// Four consecutive floats of each lane from base[at] on, as they come from memory: block b of part
// k has those of lane 4 b + k.
struct WideQuads {
  hn::Vec<FloatTag> part[4];

  HWY_INLINE WideQuads(const float* base, const LaneOffsets& offsets) {
    for (std::size_t k = 0; k < 4; ++k) part[k] = blocks(FloatTag{}, base, offsets.at + k);
  }

 private:
  template <class D>
  static HWY_INLINE hn::Vec<D> blocks(D d, const float* base, const std::uint32_t* at) {
    if constexpr (hn::MaxLanes(D{}) == 4) {
      return hn::LoadU(d, base + at[0]);
    } else {
      const hn::Half<D> half;
      return hn::Combine(d, blocks(half, base, at + hn::MaxLanes(half)), blocks(half, base, at));
    }
  }
};

// The lower or upper two of four lanes of a and b, in every block: a0 b0 a1 b1 or a2 b2 a3 b3.
HWY_INLINE hn::Vec<FloatTag> lowerPairs(hn::Vec<FloatTag> a, hn::Vec<FloatTag> b) {
  return hn::InterleaveLower(FloatTag{}, a, b);
}
HWY_INLINE hn::Vec<FloatTag> upperPairs(hn::Vec<FloatTag> a, hn::Vec<FloatTag> b) {
  return hn::InterleaveUpper(FloatTag{}, a, b);
}
// The lower or upper halves of the blocks of a and b: a0 a1 b0 b1 or a2 a3 b2 b3.
HWY_INLINE Wide lowerHalves(hn::Vec<FloatTag> a, hn::Vec<FloatTag> b) {
  const hn::Repartition<double, FloatTag> dd;
  return Wide(
      hn::BitCast(FloatTag{}, hn::InterleaveLower(dd, hn::BitCast(dd, a), hn::BitCast(dd, b))));
}
HWY_INLINE Wide upperHalves(hn::Vec<FloatTag> a, hn::Vec<FloatTag> b) {
  const hn::Repartition<double, FloatTag> dd;
  return Wide(
      hn::BitCast(FloatTag{}, hn::InterleaveUpper(dd, hn::BitCast(dd, a), hn::BitCast(dd, b))));
}

#endif

// Reads kReadableBeyond bytes behind the last vector: the field is a Field or a GatheredVector. A
// load for each lane and a transposition take about half as long as three gather instructions, with
// eight lanes as with sixteen. (For single floats the instruction is as fast as loads.)
HWY_INLINE WideVec gather(const Vec3f* field, WideIndex j) {
  const auto first = hn::Add(hn::ShiftLeft<1>(j.v), j.v);
  const float* base = &field[j.base].x;
#if HWY_TARGET == HWY_SCALAR
  return {Wide(hn::GatherIndex(FloatTag{}, base, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 1, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 2, first))};
#else
  static_assert(sizeof(Vec3f) + kReadableBeyond == 4 * sizeof(float));
  const WideQuads q(base, LaneOffsets(first));
  const auto xy01 = lowerPairs(q.part[0], q.part[1]), xy23 = lowerPairs(q.part[2], q.part[3]);
  const auto z01 = upperPairs(q.part[0], q.part[1]), z23 = upperPairs(q.part[2], q.part[3]);
  return {lowerHalves(xy01, xy23), upperHalves(xy01, xy23), lowerHalves(z01, z23)};
#endif
}

// A symmetric matrix in each lane.
struct WideSymmetric {
  Wide xx, yy, zz, xy, yz, zx;

  HWY_INLINE WideSymmetric(Wide xx_, Wide yy_, Wide zz_, Wide xy_, Wide yz_, Wide zx_)
      : xx(xx_), yy(yy_), zz(zz_), xy(xy_), yz(yz_), zx(zx_) {}
  HWY_INLINE explicit WideSymmetric(const Symmetric3f& a)
      : xx(a.xx), yy(a.yy), zz(a.zz), xy(a.xy), yz(a.yz), zx(a.zx) {}
  HWY_INLINE WideSymmetric operator+(const WideSymmetric& o) const {
    return {xx + o.xx, yy + o.yy, zz + o.zz, xy + o.xy, yz + o.yz, zx + o.zx};
  }
  HWY_INLINE WideVec operator*(const WideVec& v) const {
    return {mulAdd(xx, v.x, mulAdd(xy, v.y, zx * v.z)), mulAdd(xy, v.x, mulAdd(yy, v.y, yz * v.z)),
            mulAdd(zx, v.x, mulAdd(yz, v.y, zz * v.z))};
  }
};

HWY_INLINE WideSymmetric gather(const Symmetric3f* field, WideIndex j) {
  static_assert(sizeof(Symmetric3f) == 6 * sizeof(float));
  const auto first = hn::Add(hn::ShiftLeft<2>(j.v), hn::ShiftLeft<1>(j.v));
  const float* base = &field[j.base].xx;
#if HWY_TARGET == HWY_SCALAR
  return {Wide(hn::GatherIndex(FloatTag{}, base, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 1, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 2, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 3, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 4, first)),
          Wide(hn::GatherIndex(FloatTag{}, base + 5, first))};
#else
  // xx yy zz xy, and zz xy yz zx of which the last two are missing.
  const LaneOffsets offsets(first);
  const WideQuads q(base, offsets), r(base + 2, offsets);
  const auto xy01 = lowerPairs(q.part[0], q.part[1]), xy23 = lowerPairs(q.part[2], q.part[3]);
  const auto zw01 = upperPairs(q.part[0], q.part[1]), zw23 = upperPairs(q.part[2], q.part[3]);
  const auto yz01 = upperPairs(r.part[0], r.part[1]), yz23 = upperPairs(r.part[2], r.part[3]);
  return {lowerHalves(xy01, xy23), upperHalves(xy01, xy23), lowerHalves(zw01, zw23),
          upperHalves(zw01, zw23), lowerHalves(yz01, yz23), upperHalves(yz01, yz23)};
#endif
}

// A sum over particles as kSumLanes partial sums: term k of a list belongs to partial sum k modulo
// kSumLanes.
template <class Part>
struct PartialSums {
  Part part[kGroups];

  HWY_INLINE PartialSums() {
    for (Part& p : part) p = Part::zero();
  }
  // Adds a, or a * b rounded once, for the particles j.
  HWY_INLINE void add(WideIndex j, const Part& a) { part[j.group] += a; }
  HWY_INLINE void add(WideIndex j, Wide a, const Part& b) {
    part[j.group] = mulAdd(a, b, part[j.group]);
  }
};
using WideSum = PartialSums<Wide>;
using WideVecSum = PartialSums<WideVec>;

// Calls use(k, group) for the n terms of sums, kLanes of them at once from term k on; `group` is
// where they belong. Group by group, so that registers need to hold the sums of one only.
template <class Use>
HWY_INLINE void forEachGroup(std::size_t n, Use&& use) {
  const auto forGroup = [&](std::size_t group) SHOAL_TERM {
    for (std::size_t k = group * kLanes; k < n; k += kSumLanes) use(k, group);
  };
  if constexpr (kGroups <= 2) {
    forGroup(0);
    if constexpr (kGroups == 2) forGroup(1);
  } else {
    for (std::size_t g = 0; g < kGroups; ++g) forGroup(g);
  }
}

// s * a + b.
template <class Part>
HWY_INLINE PartialSums<Part> mulAdd(Wide s, const PartialSums<Part>& a,
                                    const PartialSums<Part>& b) {
  PartialSums<Part> c;
  for (std::size_t g = 0; g < kGroups; ++g) c.part[g] = mulAdd(s, a.part[g], b.part[g]);
  return c;
}

// The halves of 16 sums are added to each other, then those of the 8, 4 and 2 that remain.
template <class D>
HWY_INLINE float sumOfHalves(D, hn::Vec<D> a) {
#if HWY_TARGET == HWY_SCALAR
  return a.raw;
#else
  if constexpr (hn::MaxLanes(D{}) > 4) {
    const hn::Half<D> half;
    return sumOfHalves(half, hn::Add(hn::LowerHalf(half, a), hn::UpperHalf(half, a)));
  } else {
    const auto b = hn::Add(a, hn::Shuffle1032(a));
    return hn::GetLane(hn::Add(b, hn::Shuffle2301(b)));
  }
#endif
}

// The partial sums of one vector.
HWY_INLINE Wide folded(const WideSum& a) {
  Wide part[kGroups];
  for (std::size_t g = 0; g < kGroups; ++g) part[g] = a.part[g];
  for (std::size_t n = kGroups / 2; n > 0; n /= 2)
    for (std::size_t g = 0; g < n; ++g) part[g] += part[g + n];
  return part[0];
}

HWY_INLINE float sum(const WideSum& a) { return sumOfHalves(FloatTag{}, folded(a).v); }

// Several sums together: the same additions as one by one, but each instruction adds for more than
// one of them. With lists of some thirty neighbours, adding up partial sums takes as long as the
// terms.
struct FourSums {
  float of[4];
};

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE FourSums sums(const WideSum& a, const WideSum& b, const WideSum& c, const WideSum& d) {
  return {{sum(a), sum(b), sum(c), sum(d)}};
}

#else

// The halves of a and of b, added: those of a below those of b.
HWY_INLINE hn::Vec<FloatTag> sumsOfHalves(hn::Vec<FloatTag> a, hn::Vec<FloatTag> b) {
  const FloatTag d;
  return hn::Add(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a));
}

HWY_INLINE FourSums sums(const WideSum& a, const WideSum& b, const WideSum& c, const WideSum& d) {
  const FloatTag tag;
  const auto ab = sumsOfHalves(folded(a).v, folded(b).v);
  const auto cd = sumsOfHalves(folded(c).v, folded(d).v);
  alignas(64) float lanes[kLanes];
  if constexpr (kLanes == 16) {
    // Blocks of four lanes: a a b b and c c d d become a c b d.
    const auto four = hn::Add(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(cd), ab),
                              hn::OddEvenBlocks(cd, hn::SwapAdjacentBlocks(ab)));
    const auto two = hn::Add(four, hn::Shuffle1032(four));
    hn::Store(hn::Add(two, hn::Shuffle2301(two)), tag, lanes);
    return {{lanes[0], lanes[8], lanes[4], lanes[12]}};
  } else {
    const Wide two = lowerHalves(ab, cd) + upperHalves(ab, cd);  // a a c c b b d d
    hn::Store(hn::Add(two.v, hn::Shuffle2301(two.v)), tag, lanes);
    return {{lanes[0], lanes[4], lanes[2], lanes[6]}};
  }
}

#endif

// The sums of one component.
template <class Component>
HWY_INLINE WideSum componentOf(const WideVecSum& a, Component&& component) {
  WideSum one;
  for (std::size_t g = 0; g < kGroups; ++g) one.part[g] = component(a.part[g]);
  return one;
}
HWY_INLINE WideSum xOf(const WideVecSum& a) {
  return componentOf(a, [](const WideVec& v) SHOAL_TERM { return v.x; });
}
HWY_INLINE WideSum yOf(const WideVecSum& a) {
  return componentOf(a, [](const WideVec& v) SHOAL_TERM { return v.y; });
}
HWY_INLINE WideSum zOf(const WideVecSum& a) {
  return componentOf(a, [](const WideVec& v) SHOAL_TERM { return v.z; });
}

HWY_INLINE Vec3f sum(const WideVecSum& a) {
  const WideSum z = zOf(a);
  const FourSums s = sums(xOf(a), yOf(a), z, z);
  return {s.of[0], s.of[1], s.of[2]};
}

// The sum of a vector and of a number.
struct VecAndSum {
  Vec3f vec;
  float number;
};
HWY_INLINE VecAndSum sum(const WideVecSum& a, const WideSum& b) {
  const FourSums s = sums(xOf(a), yOf(a), zOf(a), b);
  return {{s.of[0], s.of[1], s.of[2]}, s.of[3]};
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
