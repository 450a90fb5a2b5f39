// Symmetric matrices of six entries against full ones.
#include "shoal/core/symmetric3.h"

#include <gtest/gtest.h>

#include "shoal/core/matrix3.h"

namespace shoal {
namespace {

TEST(Symmetric3, TimesAVectorIsWhatTheFullMatrixGives) {
  const Symmetric3 s{4, 3, 2, 1, 0.5, -0.7};
  const Matrix3 full{{s.xx, s.xy, s.zx, s.xy, s.yy, s.yz, s.zx, s.yz, s.zz}};
  const Vec3d v{1, -2, 3};
  EXPECT_EQ(s * v, full * v);
}

TEST(Symmetric3, WeightedSquareIsAnOuterProduct) {
  const Vec3d p{1, -2, 3}, v{0.5, 4, -1};
  EXPECT_LT(length(weightedSquare(2, p) * v - 2 * (outer(p, p) * v)), 1e-12);
}

TEST(Symmetric3, InverseTimesMatrixIsTheIdentity) {
  const Symmetric3f a{4, 3, 2, 1, 0.5f, -0.7f};
  for (const Vec3f& e : {Vec3f{1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, 0, 1}})
    EXPECT_LT(length(inverseOfPositive(a) * (a * e) - e), 1e-5f);
}

}  // namespace
}  // namespace shoal
