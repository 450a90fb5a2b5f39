// Motions of kinematic solids from CSV files.
#include "shoal/bodies/kinematic/motion_file.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

class MotionFile : public testing::Test {
 protected:
  MotionParams written(const std::string& text) const {
    writeFileAtomically(folder_.path() / "shake.csv", text);
    MotionParams params;
    params.file = (folder_.path() / "shake.csv").string();
    return params;
  }
  std::string errorOf(const MotionParams& params) const {
    try {
      Motion motion(params);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
  TemporaryFolder folder_;
};

// The same motion by formulas and by fifty rows a second.
TEST_F(MotionFile, MovesAsTheFormulasThatItWasWrittenFrom) {
  MotionParams formulas;
  formulas.translate = {"0.1*sin(3*t)", "0.05*t", "0"};
  formulas.rotate = "0.4*sin(2*t)";
  formulas.centre = {1, 2, 0};
  const Motion wanted(formulas);
  std::string angles = "t,x,y,angle\n", turns = "time,x,y,rz\n", quaternions = "t,x,y,qw,qz\n";
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.02 * k, x = 0.1 * std::sin(3 * t), angle = 0.4 * std::sin(2 * t);
    angles += fmt::format("{},{},{},{}\n", t, x, 0.05 * t, angle * 180 / M_PI);
    turns += fmt::format("{},{},{},{}\n", t, x, 0.05 * t, angle * 180 / M_PI);
    quaternions +=
        fmt::format("{},{},{},{},{}\n", t, x, 0.05 * t, std::cos(angle / 2), std::sin(angle / 2));
  }
  for (const std::string& text : {angles, turns, quaternions})
    for (const Interpolation how : {Interpolation::Linear, Interpolation::Cubic}) {
      MotionParams params = written(text);
      params.centre = formulas.centre;
      params.interpolation = how;
      const Motion motion(params);
      const double close = how == Interpolation::Linear ? 3e-4 : 3e-6;
      const Vec3d x{1.5, 2.5, 0.3};
      for (double t = 0.1; t < 1.9; t += 0.037) {
        EXPECT_NEAR(length(motion.position(x, t) - wanted.position(x, t)), 0, close) << t;
        EXPECT_NEAR(length(motion.velocity(x, t) - wanted.velocity(x, t)), 0, 300 * close) << t;
        EXPECT_NEAR(length(motion.pose(t)(x) - motion.position(x, t)), 0, 1e-12) << t;
      }
    }
}

TEST_F(MotionFile, WhatItCannotMeanIsExplained) {
  EXPECT_EQ(errorOf(written("t,x\n0,0\n1,1\n")), "accepted");
  EXPECT_THAT(errorOf(written("t,x\n0,0\n1,l\n")), HasSubstr("shake.csv:3: x: \"l\" is not"));
  EXPECT_THAT(errorOf(written("t,X\n0,0\n1,1\n")), HasSubstr("column \"X\" is unknown"));
  EXPECT_THAT(errorOf(written("t,angle,rx\n0,0,0\n")), HasSubstr("several kinds of rotation"));
  EXPECT_THAT(errorOf(written("t,qw,qx\n0,1,0\n1,1,1\n")),
              HasSubstr("shake.csv:3: its quaternion has not the length 1"));
  MotionParams both = written("t,x\n0,0\n");
  both.translate[0] = "t";
  EXPECT_THAT(errorOf(both), HasSubstr("leave one of them out"));
  both = written("t,x\n0,0\n");
  both.keyframes.push_back({});
  EXPECT_THAT(errorOf(both), HasSubstr("excludes keyframes"));
}

}  // namespace
}  // namespace shoal
