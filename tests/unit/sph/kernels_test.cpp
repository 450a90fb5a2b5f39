#include "shoal/sph/kernels/kernels.h"

#include <algorithm>

#include <gtest/gtest.h>

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
  for (const KernelKind kind : {KernelKind::CubicSpline, KernelKind::WendlandC2})
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

}  // namespace
}  // namespace shoal
