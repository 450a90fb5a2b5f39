// Arithmetic that is the same on every processor: fused multiply-adds, halves, elementary
// functions, and random numbers by hashes.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/fused.h"
#include "shoal/core/half.h"
#include "shoal/core/hash_random.h"
#include "shoal/core/portable.h"

namespace shoal {
namespace {

// Floats of all sizes, subnormal ones included.
class AnyFloat {
 public:
  float operator()() {
    for (;;) {
      const float a = std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
      if (std::isfinite(a)) return a;
    }
  }
  float about(float size) { return size * std::uniform_real_distribution<float>(-1, 1)(random_); }

 private:
  std::mt19937 random_{7};
};

bool sameBits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

TEST(FusedMulAdd, RoundsOnce) {
  AnyFloat any;
  for (int k = 0; k < 1'000'000; ++k) {
    const float a = any(), b = any(), c = any();
    ASSERT_TRUE(sameBits(fusedMulAdd(a, b, c), std::fma(a, b, c))) << a << " " << b << " " << c;
  }
  int differ = 0;
  for (int k = 0; k < 1'000'000; ++k) {
    // Nearly cancelling, where a second rounding shows most.
    const float a = any.about(1), b = any.about(1), c = -a * b + any.about(1e-7f);
    ASSERT_TRUE(sameBits(fusedMulAdd(a, b, c), std::fma(a, b, c))) << a << " " << b << " " << c;
    differ += !sameBits(fusedMulAdd(a, b, c), a * b + c);
  }
  EXPECT_GT(differ, 100'000) << "rounding twice is as good: nothing is tested";
}

TEST(FusedMulAdd, RoundsTiesAsHardwareDoes) {
  // 1 + 2^-24 is a tie between floats, which the least addend decides.
  const float one = 1, tie = 0x1p-24f, least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(fusedMulAdd(tie, one, one), std::fma(tie, one, one));
  const float a = 1 + 0x1p-23f, b = 1 - 0x1p-23f;  // the product is 1 - 2^-46
  EXPECT_TRUE(sameBits(fusedMulAdd(a, b, -1), -0x1p-46f));
  EXPECT_TRUE(sameBits(fusedMulAdd(least, 0.5f, least), std::fma(least, 0.5f, least)));
  EXPECT_TRUE(std::isnan(fusedMulAdd(0, std::numeric_limits<float>::infinity(), 1)));
  EXPECT_TRUE(std::isinf(fusedMulAdd(1e38f, 10, 1)));
}

TEST(Half, EveryHalfSurvives) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float a = floatOfHalf(half);
    if (std::isnan(a)) continue;
    ASSERT_EQ(halfOfFloat(a), half) << a;
  }
  EXPECT_EQ(floatOfHalf(0x3c00), 1);
  EXPECT_EQ(floatOfHalf(0x0001), 0x1p-24f);
  EXPECT_EQ(floatOfHalf(0x7bff), 65504);
}

TEST(Half, IsTheNearestAndTheEvenOneOfTwo) {
  for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const double low = double(floatOfHalf(static_cast<std::uint16_t>(bits)));
    const double high = double(floatOfHalf(static_cast<std::uint16_t>(bits + 1)));
    const auto middle = static_cast<float>((low + high) / 2);  // exact
    const std::uint32_t even = bits + (bits & 1);
    ASSERT_EQ(halfOfFloat(middle), even);
    ASSERT_EQ(halfOfFloat(std::nextafter(middle, 0.0f)), bits);
    ASSERT_EQ(halfOfFloat(std::nextafter(middle, 1e9f)), bits + 1);
    ASSERT_EQ(halfOfFloat(-middle), even | 0x8000U);
  }
  EXPECT_EQ(halfOfFloat(65519), 0x7bff);
  EXPECT_EQ(halfOfFloat(65520), 0x7c00);
  EXPECT_EQ(halfOfFloat(1e-9f), 0);
}

// How far a function is from the true one, in units of the last place.
template <class Function, class Exact>
double worst(Function&& f, Exact&& exact, double from, double to) {
  std::mt19937 random(3);
  double units = 0;
  for (int k = 0; k < 20'000; ++k) {
    const double x = std::uniform_real_distribution(from, to)(random);
    const long double truth = exact(static_cast<long double>(x));
    const auto near = static_cast<double>(truth);
    const double unit = std::nextafter(std::abs(near), INFINITY) - std::abs(near);
    units = std::max(units,
                     static_cast<double>(std::abs(static_cast<long double>(f(x)) - truth)) / unit);
  }
  return units;
}

TEST(Portable, IsWithinAUnitInTheLastPlace) {
  using L = long double;
  EXPECT_LT(
      worst([](double x) { return portable::sin(x); }, [](L x) { return std::sin(x); }, -50, 50),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::cos(x); }, [](L x) { return std::cos(x); }, -50, 50),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::tan(x); }, [](L x) { return std::tan(x); }, -1.5, 1.5),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::asin(x); }, [](L x) { return std::asin(x); }, -1, 1),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::acos(x); }, [](L x) { return std::acos(x); }, -1, 1),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::atan(x); }, [](L x) { return std::atan(x); }, -9, 9),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::tanh(x); }, [](L x) { return std::tanh(x); }, -3, 3),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::exp(x); }, [](L x) { return std::exp(x); }, -50, 50),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::exp2(x); }, [](L x) { return std::exp2(x); }, -50, 50),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::log(x); }, [](L x) { return std::log(x); }, 0.1, 50),
      1);
  EXPECT_LT(
      worst([](double x) { return portable::log2(x); }, [](L x) { return std::log2(x); }, 0.1, 50),
      1);
  EXPECT_LT(worst([](double x) { return portable::log10(x); }, [](L x) { return std::log10(x); },
                  0.1, 50),
            1);
  EXPECT_LT(
      worst([](double x) { return portable::cbrt(x); }, [](L x) { return std::cbrt(x); }, -50, 50),
      1);
  EXPECT_LT(worst([](double x) { return portable::pow(x, 2.7); },
                  [](L x) { return std::pow(x, L(2.7)); }, 0.1, 50),
            1);
  EXPECT_LT(worst([](double x) { return portable::atan2(x, 0.3); },
                  [](L x) { return std::atan2(x, L(0.3)); }, -1, 1),
            1);
  EXPECT_LT(worst([](double x) { return portable::hypot(x, 0.3); },
                  [](L x) { return std::hypot(x, L(0.3)); }, -1, 1),
            1);
}

TEST(Portable, SimpleValuesAreExact) {
  EXPECT_EQ(portable::sin(0), 0);
  EXPECT_EQ(portable::cos(0), 1);
  EXPECT_EQ(portable::exp(0), 1);
  EXPECT_EQ(portable::log(1), 0);
  EXPECT_EQ(portable::log2(1024), 10);
  EXPECT_EQ(portable::log10(1000), 3);
  EXPECT_EQ(portable::pow(10, 3), 1000);
  EXPECT_EQ(portable::pow(0.5, 3), 0.125);
  EXPECT_EQ(portable::pow(3, 2), 9);
  EXPECT_EQ(portable::hypot(3, 4), 5);
  EXPECT_EQ(portable::cbrt(27), 3);
  EXPECT_EQ(portable::atan2(0, 1), 0);
}

TEST(Portable, BadArgumentsAreNotNumbersAsInTheLibraryOfC) {
  EXPECT_TRUE(std::isnan(portable::log(-1)));
  EXPECT_TRUE(std::isnan(portable::acos(1.5)));
  EXPECT_TRUE(std::isnan(portable::pow(-2, 0.5)));
  EXPECT_TRUE(std::isnan(portable::sin(INFINITY)));
  EXPECT_EQ(portable::log(0), -INFINITY);
  EXPECT_EQ(portable::exp(1e4), INFINITY);
  EXPECT_EQ(portable::pow(0, -1), INFINITY);
}

// Whatever the machine: these bits.
TEST(Portable, BitsAreThoseOfEveryMachine) {
  double sum = 0;
  for (int k = 1; k < 2000; ++k) {
    const double x = k * 0.0137;
    sum += portable::sin(x) * portable::cos(3 * x) + portable::exp(-x) + portable::log(x) +
           portable::pow(x, 1.3) + portable::atan2(x, 2) + portable::tan(x) + portable::tanh(x);
  }
  EXPECT_EQ(sum, 0x1.1396c661895ccp+16);
}

TEST(HashRandom, IsEvenAndIndependent) {
  double sum = 0, squares = 0, products = 0, largest = 0;
  constexpr int n = 100'000;
  for (std::uint64_t k = 0; k < n; ++k) {
    const double a = randomSigned(1, k, 0), b = randomSigned(1, k, 1);
    sum += a;
    squares += a * a;
    products += a * b + a * randomSigned(2, k, 0) + a * randomSigned(1, k + 1, 0);
    largest = std::max(largest, std::abs(a));
  }
  EXPECT_NEAR(sum / n, 0, 0.01);
  EXPECT_NEAR(squares / n, 1.0 / 3, 0.01);
  EXPECT_NEAR(products / n, 0, 0.01);
  EXPECT_LE(largest, 1);
  EXPECT_GT(largest, 0.999);
}

}  // namespace
}  // namespace shoal
