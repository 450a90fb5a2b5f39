#include "shoal/sph/kernels/kernels.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "shoal/core/vec.h"

namespace shoal {
namespace {

constexpr double kRadius = 0.3;
constexpr double kPi = std::numbers::pi;

// Calls check(name, kernel, dimensions).
template <class Check>
void forEachKernel(Check&& check, double radius = kRadius) {
  for (const int dimensions : {2, 3}) {
    check("cubic spline", kernels::CubicSpline<double>(radius, dimensions), dimensions);
    check("Wendland C2", kernels::WendlandC2<double>(radius, dimensions), dimensions);
    check("band-limited", kernels::BandLimited<double>(radius, dimensions), dimensions);
    check("biquadratic", kernels::Biquadratic<double>(radius, dimensions), dimensions);
  }
}

// The integral of W over the disc or ball of the radius, by the midpoint rule.
template <class Kernel>
double integral(const Kernel& kernel, double radius, int dimensions) {
  const int shells = 100'000;
  const double dr = radius / shells;
  double sum = 0;
  for (int k = 0; k < shells; ++k) {
    const double r = (k + 0.5) * dr;
    sum += kernel.weight(r) * (dimensions == 2 ? 2 * kPi * r : 4 * kPi * r * r) * dr;
  }
  return sum;
}

// The largest difference between derivative(r) and the central difference of f, as a share of the
// largest derivative.
template <class F, class Derivative>
double derivativeError(F&& f, Derivative&& derivative) {
  const double e = 1e-5 * kRadius;
  double error = 0, largest = 0;
  for (double r = 0.05 * kRadius; r < 0.999 * kRadius; r += 0.01 * kRadius) {
    error = std::max(error, std::abs(derivative(r) - (f(r + e) - f(r - e)) / (2 * e)));
    largest = std::max(largest, std::abs(derivative(r)));
  }
  return error / largest;
}

// How far slope(r) r of one kernel is from the derivative of the weight of another.
template <class Weighing, class Sloping>
double slopeError(const Weighing& weighing, const Sloping& sloping) {
  return derivativeError([&](double r) { return weighing.weight(r); },
                         [&](double r) { return sloping.slope(r) * r; });
}

TEST(Kernels, IntegrateToOne) {
  forEachKernel([](const char* name, const auto& kernel, int dimensions) {
    EXPECT_NEAR(integral(kernel, kRadius, dimensions), 1, 1e-6) << name << dimensions;
    // Normalised for the other dimension they do not.
    EXPECT_GT(std::abs(integral(kernel, kRadius, 5 - dimensions) - 1), 1e-2) << name << dimensions;
  });
}

TEST(Kernels, ScaleMultipliesWeightAndSlope) {
  const kernels::CubicSpline<double> spline(kRadius, 3), scaled(kRadius, 3, 1.25);
  EXPECT_DOUBLE_EQ(scaled.weight(0.1), 1.25 * spline.weight(0.1));
  EXPECT_DOUBLE_EQ(scaled.slope(0.1), 1.25 * spline.slope(0.1));
  const kernels::WendlandC2<double> wendland(kRadius, 2), scaledWendland(kRadius, 2, 1.25);
  EXPECT_DOUBLE_EQ(scaledWendland.weight(0.1), 1.25 * wendland.weight(0.1));
  EXPECT_DOUBLE_EQ(scaledWendland.slope(0.1), 1.25 * wendland.slope(0.1));
}

TEST(Kernels, SlopeIsTheDerivativeOfTheWeight) {
  forEachKernel([](const char* name, const auto& kernel, int dimensions) {
    EXPECT_LT(slopeError(kernel, kernel), 1e-6) << name << dimensions;
  });
}

TEST(Kernels, SlopeOfAnotherRadiusIsToldApart) {
  const kernels::CubicSpline<double> kernel(kRadius, 3), wider(1.01 * kRadius, 3);
  EXPECT_GT(slopeError(kernel, wider), 1e-3);
}

TEST(Kernels, VanishAtTheRadiusAndBeyond) {
  forEachKernel([](const char* name, const auto& kernel, int) {
    const double inside = kernel.weight(0.5 * kRadius);
    EXPECT_LT(kernel.weight((1 - 1e-7) * kRadius), 1e-10 * inside) << name;
    EXPECT_GT(kernel.weight(0.9 * kRadius), 1e-10 * inside) << name;
    for (const double r : {1.0 + 1e-12, 1.5, 2.0, 100.0}) {
      EXPECT_EQ(kernel.weight(r * kRadius), 0) << name;
      EXPECT_EQ(kernel.slope(r * kRadius), 0) << name;
    }
  });
}

TEST(Kernels, AreFiniteAtTheirCentreAndFallFromThere) {
  forEachKernel([](const char* name, const auto& kernel, int) {
    EXPECT_TRUE(std::isfinite(kernel.weight(0.0))) << name;
    EXPECT_TRUE(std::isfinite(kernel.slope(0.0))) << name;
    for (double r = 0; r < 0.99 * kRadius; r += 0.01 * kRadius) {
      EXPECT_GT(kernel.weight(r), kernel.weight(r + 0.01 * kRadius)) << name;
      EXPECT_LT(kernel.slope(r), 0) << name;
    }
  });
}

// d^D times the sum of W over the points of a lattice, seen from one of them.
double latticeSum(const KernelChoice& kernel, double spacing) {
  const int depth = kernel.dimensions == 3 ? 4 : 0;
  double sum = 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -4; j <= 4; ++j)
      for (int i = -4; i <= 4; ++i)
        sum += kernel.weight(spacing * std::sqrt(double(i * i + j * j + k * k)));
  return sum * std::pow(spacing, kernel.dimensions);
}

TEST(MakeKernel, SumOverALatticeIsOne) {
  for (const KernelKind kind :
       {KernelKind::CubicSpline, KernelKind::WendlandC2, KernelKind::BandLimited})
    for (const int dimensions : {2, 3})
      for (const double support : {1.5, 1.9, 1.97, 2.0, 2.5, 3.0}) {
        KernelChoice kernel = makeKernel(kind, support * 0.02, dimensions, 0.02);
        EXPECT_NEAR(latticeSum(kernel, 0.02), 1, 1e-6) << dimensions << " " << support;
        kernel.scale *= 1.0001f;
        EXPECT_GT(std::abs(latticeSum(kernel, 0.02) - 1), 1e-6);
      }
}

TEST(MakeKernel, ManyNeighboursNeedNoScale) {
  EXPECT_NEAR(makeKernel(KernelKind::WendlandC2, 0.3, 3, 0.02).scale, 1, 1e-3);
  EXPECT_GT(std::abs(makeKernel(KernelKind::WendlandC2, 0.03, 3, 0.02).scale - 1), 1e-3);
}

// The sum of W over the lattice that these vectors span, which has one point per unit of volume.
double latticeSum(const KernelChoice& kernel, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  constexpr int kReach = 6;
  const int depth = kernel.dimensions == 3 ? kReach : 0;
  double sum = 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -kReach; j <= kReach; ++j)
      for (int i = -kReach; i <= kReach; ++i)
        sum += kernel.densityWeight(length(double(i) * a + double(j) * b + double(k) * c));
  return sum;
}

// Largest minus smallest sum over plane lattices of every shape: (1, 0) and (x, y) with x in
// [0, 1/2] and x^2 + y^2 >= 1, scaled to a unit cell.
double spreadInThePlane(const KernelChoice& kernel) {
  double least = 2, most = 0;
  for (double x = 0; x <= 0.5; x += 0.05)
    for (double y = 0.867; y < 1.36; y += 0.04) {
      if (x * x + y * y < 0.999) continue;
      const double scale = 1 / std::sqrt(y);
      const double sum = latticeSum(kernel, {scale, 0, 0}, {scale * x, scale * y, 0}, {});
      least = std::min(least, sum);
      most = std::max(most, sum);
    }
  return most - least;
}

// The same over the cubic lattices: primitive, face-centred and body-centred.
double spreadInSpace(const KernelChoice& kernel) {
  const double f = std::cbrt(0.5), b = std::cbrt(0.25);
  const double sums[] = {latticeSum(kernel, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}),
                         latticeSum(kernel, {0, f, f}, {f, 0, f}, {f, f, 0}),
                         latticeSum(kernel, {-b, b, b}, {b, -b, b}, {b, b, -b})};
  return *std::max_element(sums, sums + 3) - *std::min_element(sums, sums + 3);
}

TEST(BandLimitedKernel, GivesLatticesOfAllShapesTheSameDensity) {
  const auto limited = [](int dimensions) {
    return makeKernel(KernelKind::BandLimited, kBandLimitedSupport, dimensions, 1);
  };
  EXPECT_LT(spreadInThePlane(limited(2)), 5e-5);
  EXPECT_LT(spreadInSpace(limited(3)), 1.5e-4);
  EXPECT_GT(spreadInThePlane(makeKernel(KernelKind::CubicSpline, 1.9, 2, 1)), 5e-3);
  EXPECT_GT(spreadInThePlane(makeKernel(KernelKind::WendlandC2, 3, 2, 1)), 1e-3);
}

TEST(EvenPacking, GivesLatticesOfAllShapesTheSameDensity) {
  const auto cubic = [](int dimensions) {
    return makeKernel(KernelKind::CubicSpline, kEvenPackingSupport, dimensions, 1);
  };
  const auto even = [&](int dimensions) { return withEvenPacking(cubic(dimensions), 1); };
  EXPECT_LT(spreadInThePlane(even(2)), 1.5e-3);
  EXPECT_GT(spreadInThePlane(cubic(2)), 6e-3);
  EXPECT_LT(spreadInSpace(even(3)), 2e-3);
  EXPECT_GT(spreadInSpace(cubic(3)), 8e-3);
  for (const int dimensions : {2, 3}) {
    const KernelChoice kernel = even(dimensions);
    EXPECT_NEAR(latticeSum(kernel, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1, 1e-6);
    EXPECT_EQ(kernel.densityWeight(kEvenPackingSupport), 0);
    EXPECT_EQ(kernel.weight(0.5), cubic(dimensions).weight(0.5));  // that of gradients
  }
}

}  // namespace
}  // namespace shoal
