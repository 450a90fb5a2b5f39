// Flow between plates that starts from rest, on a lattice that stays where it is: the viscous
// operator and its walls against the series solutions, without the noise of moving particles.
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/sph/forces/explicit_viscosity.h"
#include "shoal/sph/forces/implicit_viscosity.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kWidth = 1e-3;       // m
constexpr double kNu = 1e-6;          // m^2/s
constexpr double kPush = 1e-4;        // m/s^2
constexpr double kSliding = 1.25e-5;  // m/s, of the upper plate
constexpr int kColumns = 9;

struct Case {
  bool pushed;  // Poiseuille, else Couette
  int rows;
  double shift;  // of the samples against the particles, in spacings
  bool implicit;
  double viscosity = 1e3 * kNu;
};

// The velocity at height y and time t, by separation of variables.
double exact(bool pushed, double y, double t) {
  constexpr double pi = std::numbers::pi;
  double v = pushed ? kPush / (2 * kNu) * y * (kWidth - y) : kSliding * y / kWidth;
  for (int n = 1; n < 200; ++n) {
    const double k = n * pi / kWidth, mode = std::sin(k * y) * std::exp(-kNu * k * k * t);
    if (pushed && n % 2 == 1) v -= 4 * kPush * sq(kWidth) / (kNu * cube(n * pi)) * mode;
    if (!pushed) v += 2 * kSliding / (n * pi) * (n % 2 == 0 ? 1 : -1) * mode;
  }
  return v;
}

class Channel {
 public:
  explicit Channel(const Case& c)
      : c_(c),
        d_(kWidth / c.rows),
        t_(kernel(), d_, particles(), samples()),
        viscosity_(fitViscosity(ViscosityForm::Projected, t_.kernel, d_)),
        explicit_(viscosity_, t_.fluid),
        implicit_({}, viscosity_, t_.fluid),
        rowOf_(t_.fluid.size()) {
    t_.fluid.phases.viscosity[0] = static_cast<float>(c.viscosity);
    for (std::size_t b = 0; b < t_.walls.size(); ++b)
      t_.walls.v[b] = {c.pushed || t_.walls.x[b].y < 0 ? 0 : static_cast<float>(kSliding), 0, 0};
    for (std::size_t i = 0; i < t_.fluid.size(); ++i) {
      rowOf_[i] = static_cast<std::size_t>(double(t_.fluid.x[i].y) / d_);
      if (std::abs(double(t_.fluid.x[i].x)) < 0.1 * d_) middle_.push_back(i);
    }
    std::sort(middle_.begin(), middle_.end(),
              [&](std::size_t i, std::size_t j) { return rowOf_[i] < rowOf_[j]; });
  }

  void runUntil(double time) {
    const double longest = explicit_.longestStep(t_.fluid, t_.around(), {0.4, 0.25, 0.4});
    const double wanted = c_.implicit ? 3 * longest : longest;
    const int steps = static_cast<int>(std::ceil((time - time_) / wanted));
    for (int k = 0; k < steps; ++k) step((time - time_) / (steps - k));
  }

  // The largest error of velocity, as a share of the largest velocity there ever is.
  double error() const {
    double worst = 0;
    for (std::size_t row = 0; row < middle_.size(); ++row) {
      const double y = (static_cast<double>(row) + 0.5) * d_;
      const double v = double(t_.fluid.v[middle_[row]].x);
      worst = std::max(worst, std::abs(v - exact(c_.pushed, y, time_)));
    }
    return worst / kSliding;
  }

 private:
  KernelChoice kernel() const { return makeKernel(KernelKind::CubicSpline, 1.9 * d_, 2, d_); }
  Points particles() const {
    Points points;
    for (int row = 0; row < c_.rows; ++row)
      for (int i = -kColumns / 2; i <= kColumns / 2; ++i)
        points.push_back(Vec3f(Vec3d(i * d_, (row + 0.5) * d_, 0)));
    return points;
  }
  Points samples() const {
    Points points;
    const double standoff = fitWall(kernel(), d_).standoff;
    for (const double y : {-standoff, kWidth + standoff})
      for (int i = -kColumns / 2; i <= kColumns / 2; ++i)
        points.push_back(Vec3f(Vec3d((i + c_.shift) * d_, y, 0)));
    return points;
  }
  // All particles of a row move like the one in the middle, which sees no end of the channel.
  void step(double dt) {
    FluidParticles& fluid = t_.fluid;
    for (Vec3f& a : fluid.a) a = {c_.pushed ? static_cast<float>(kPush) : 0, 0, 0};
    if (c_.implicit)
      implicit_.accelerateOver(fluid, t_.around(), dt);
    else
      explicit_.accelerate(fluid, t_.around(), time_);
    for (const std::size_t i : middle_) fluid.v[i].x += static_cast<float>(dt) * fluid.a[i].x;
    for (std::size_t i = 0; i < fluid.size(); ++i)
      fluid.v[i] = {fluid.v[middle_[rowOf_[i]]].x, 0, 0};
    time_ += dt;
  }

  Case c_;
  double d_;
  TestFluid t_;
  ViscosityOperator viscosity_;
  ExplicitViscosity explicit_;
  ImplicitViscosity implicit_;
  std::vector<std::size_t> rowOf_, middle_;
  double time_ = 0;
};

double worstError(const Case& c) {
  Channel channel(c);
  double worst = 0;
  for (const double time : {0.0225, 0.045, 0.1125, 0.225, 1.0}) {
    channel.runUntil(time);
    worst = std::max(worst, channel.error());
  }
  return worst;
}

TEST(ViscousChannel, StartsLikePoiseuilleAndCouette) {
  for (const bool pushed : {true, false}) {
    const double coarse = worstError({pushed, 20, 0.25, false});
    const double fine = worstError({pushed, 40, 0.25, false});
    EXPECT_LT(coarse, 0.004) << pushed;
    EXPECT_LT(fine, 0.002) << pushed;
    EXPECT_LT(fine, coarse) << pushed;
  }
}

TEST(ViscousChannel, HowParticlesFaceTheSamplesMattersLittle) {
  for (const double shift : {0.0, 0.5}) {
    EXPECT_LT(worstError({true, 20, shift, false}), 0.02) << shift;
    EXPECT_LT(worstError({false, 20, shift, false}), 0.02) << shift;
  }
}

TEST(ViscousChannel, ImplicitStepsMayBeLonger) {
  EXPECT_LT(worstError({true, 20, 0.25, true}), 0.02);
  EXPECT_LT(worstError({false, 20, 0.25, true}), 0.02);
}

TEST(ViscousChannel, TwiceTheViscosityIsSeen) {
  EXPECT_GT(worstError({true, 20, 0.25, false, 2e3 * kNu}), 0.1);
}

}  // namespace
}  // namespace shoal
