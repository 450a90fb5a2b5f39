// Linear theory of wave makers, and the motion that follows from it.
#include "shoal/bodies/kinematic/wave_maker.h"

#include <numbers>

#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/error.h"

namespace shoal {
namespace {

constexpr double kPi = std::numbers::pi;

WaveMakerParams waves() {
  WaveMakerParams params;
  params.height = 0.1;
  params.period = 1.5;
  params.depth = 0.6;
  return params;
}

MotionParams moving(const WaveMakerParams& params) {
  MotionParams motion;
  motion.waves = params;
  return motion;
}

TEST(WaveMaker, WaveNumbersObeyTheDispersionRelation) {
  for (const double period : {0.1, 0.7, 1.5, 5.0, 100.0})
    for (const double depth : {0.01, 0.6, 50.0}) {
      const double k = waveNumber(period, depth, 9.81);
      EXPECT_NEAR(9.81 * k * std::tanh(k * depth) / sq(2 * kPi / period), 1, 1e-12)
          << period << " s, " << depth << " m";
    }
}

// Shallow water: the volume that the wall displaces. Deep water: the motion of the surface is twice
// that of the wall.
TEST(WaveMaker, HeightsPerStrokeHaveTheLimitsOfShallowAndDeepWater) {
  for (const double kh : {1e-3, 1e-2}) {
    EXPECT_NEAR(heightPerStroke(WaveMakerKind::Piston, kh, 1) / kh, 1, 1e-3);
    EXPECT_NEAR(heightPerStroke(WaveMakerKind::Flap, kh, 1) / (kh / 2), 1, 1e-3);
  }
  EXPECT_NEAR(heightPerStroke(WaveMakerKind::Piston, 1000, 1), 2, 1e-12);
  EXPECT_NEAR(heightPerStroke(WaveMakerKind::Flap, 1000, 1), 2, 0.01);
}

TEST(WaveMaker, HeightsPerStrokeAreThoseOfTheFormulas) {
  for (const double kh : {0.3, 1.0, 2.5}) {
    const double below = std::sinh(2 * kh) + 2 * kh;
    EXPECT_NEAR(heightPerStroke(WaveMakerKind::Piston, kh / 3, 3),
                2 * (std::cosh(2 * kh) - 1) / below, 1e-12);
    EXPECT_NEAR(heightPerStroke(WaveMakerKind::Flap, kh / 3, 3),
                4 * std::sinh(kh) / kh * (kh * std::sinh(kh) - std::cosh(kh) + 1) / below, 1e-12);
  }
}

TEST(WaveMaker, APistonMovesByItsStrokeAfterASoftStart) {
  const Motion motion(moving(waves()));
  const double k = waveNumber(1.5, 0.6, 9.81);
  const double stroke = 0.1 / heightPerStroke(WaveMakerKind::Piston, k, 0.6);
  double highest = 0, early = 0;
  for (double t = 0; t < 10; t += 0.001) {
    const Vec3d x = motion.position({1, 2, 3}, t) - Vec3d{1, 2, 3};
    EXPECT_EQ(x.y, 0);
    (t < 0.75 ? early : highest) = std::max(t < 0.75 ? early : highest, std::abs(x.x));
  }
  EXPECT_NEAR(highest, stroke / 2, 1e-6);
  EXPECT_LT(early, 0.4 * stroke / 2);
  EXPECT_EQ(length(motion.velocity({1, 2, 3}, 0)), 0);
  // After the start the speed is the derivative of a sine.
  EXPECT_NEAR(motion.velocity({}, 6.0).x, kPi / 1.5 * stroke, 1e-6);
}

TEST(WaveMaker, AFlapTurnsAboutItsHingeAndMovesTheSurfaceByItsStroke) {
  WaveMakerParams params = waves();
  params.kind = WaveMakerKind::Flap;
  params.direction = {0, 0, 2};
  MotionParams moved = moving(params);
  moved.centre = {3, -0.6, 1};
  const Motion motion(moved);
  const double k = waveNumber(1.5, 0.6, 9.81);
  const double stroke = 0.1 / heightPerStroke(WaveMakerKind::Flap, k, 0.6);
  const double t = 6 + 1.5 / 4;  // the crest
  EXPECT_NEAR(length(motion.position({3, -0.6, 1}, t) - Vec3d{3, -0.6, 1}), 0, 1e-12);
  const Vec3d top = motion.position({3, 0, 1}, t) - Vec3d{3, -0.6, 1};
  EXPECT_NEAR(top.z / top.y * 0.6, stroke / 2, 1e-9) << "towards the waves";
  EXPECT_NEAR(length(top), 0.6, 1e-12);
  EXPECT_NEAR(top.x, 0, 1e-12);
}

TEST(WaveMaker, SpectraHaveTheirHeightAndPeakAndAreTheSameForTheSameSeed) {
  for (const WaveSpectrum spectrum : {WaveSpectrum::Jonswap, WaveSpectrum::PiersonMoskowitz}) {
    WaveMakerParams params = waves();
    params.spectrum = spectrum;
    const WaveMaker maker(params, {});
    double variance = 0, largest = 0, peak = 0;
    for (const WaveMaker::Component& c : maker.components()) {
      variance += sq(c.amplitude) / 2;
      if (c.amplitude > largest) largest = c.amplitude, peak = 2 * kPi / c.omega;
    }
    EXPECT_NEAR(4 * std::sqrt(variance), 0.1, 1e-12);
    EXPECT_NEAR(peak, 1.5, 0.05);
    EXPECT_EQ(WaveMaker(params, {}).displacement(7.3), maker.displacement(7.3));
    params.seed = 2;
    EXPECT_NE(WaveMaker(params, {}).displacement(7.3), maker.displacement(7.3));
  }
}

TEST(WaveMaker, AJonswapSpectrumIsNarrowerThanThatOfPiersonAndMoskowitz) {
  const auto atPeak = [](WaveSpectrum spectrum) {
    WaveMakerParams params = waves();
    params.spectrum = spectrum;
    double largest = 0;
    const WaveMaker maker(params, {});
    for (const auto& c : maker.components()) largest = std::max(largest, c.amplitude);
    return largest;
  };
  EXPECT_GT(atPeak(WaveSpectrum::Jonswap), 1.2 * atPeak(WaveSpectrum::PiersonMoskowitz));
}

TEST(WaveMaker, WhatMakesNoWavesIsRefused) {
  WaveMakerParams params = waves();
  params.direction = {0, 1, 0};
  EXPECT_THROW(Motion(moving(params)), Error);
  MotionParams both = moving(waves());
  both.rotate = "t";
  EXPECT_THROW(Motion{both}, Error);
}

TEST(Motion, PlacesThatAreNoNumbersAreErrors) {
  for (const char* formula : {"log(-1)", "1/0", "1e200^2", "-1e13", "t > 1 ? 0/0 : 0"}) {
    MotionParams params;
    params.translate[0] = formula;
    const Motion motion(params);
    EXPECT_THROW(motion.position({}, 2), Error) << formula;
    EXPECT_THROW(motion.velocity({}, 2), Error) << formula;
  }
  MotionParams turning;
  turning.rotate = "log(-1)";
  EXPECT_THROW(Motion(turning).position({1, 0, 0}, 0), Error);
  EXPECT_THROW(Motion(turning).pose(0), Error);
}

TEST(Motion, FormulasMayBeginAtTimeZero) {
  MotionParams params;
  params.translate[1] = "t*sqrt(t)";
  const Motion motion(params);
  EXPECT_NEAR(motion.velocity({}, 0).y, 0, 1e-2);
  EXPECT_NEAR(motion.velocity({}, 1).y, 1.5, 1e-6);
}

}  // namespace
}  // namespace shoal
