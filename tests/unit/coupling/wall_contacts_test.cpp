// Particles beside walls in an implicit step.
#include "shoal/coupling/quadrature/wall_contacts.h"

#include <gtest/gtest.h>

namespace shoal {
namespace {

constexpr double h = 0.01, mass = 1e-3;  // m, kg

class Wall {
 public:
  Wall() : flat_(flatWall(Traction(1e4, h, h), 3)) {}
  const FlatWall& flat() const { return flat_; }

  // N, on a particle that a wall below pushes by F0 and that would leave it with `speed` (m/s).
  double force(double F0, double speed, double dt, double wallSpeed = 0) {
    contacts_ = {WallContact{.normal = {0, 1, 0},
                             .push = static_cast<float>(F0),
                             .wallSpeed = static_cast<float>(wallSpeed)}};
    const ImplicitContacts::Particle particle{{0.3, speed, 0}, {0, F0, 0}, mass};
    implicit_.solve(std::span(&particle, 1), flat_, dt, contacts_);
    return F0 + contacts_[0].change;
  }
  double stiffness() const { return contacts_[0].stiffness; }
  // 1/s, of swings where the wall pushes by F0.
  double frequency(double F0) const {
    return std::sqrt(flat_.stiffnessAt(flat_.placeOf(F0)) / mass);
  }

 private:
  FlatWall flat_;
  std::vector<WallContact> contacts_;
  ImplicitContacts implicit_;
};

TEST(WallContacts, ParticlesAtRestFeelTheSameForceForAnyStep) {
  Wall wall;
  const double F0 = 0.2 * wall.flat().strongest;
  for (const double swings : {0.1, 1.0, 10.0, 100.0}) {
    const double dt = swings / wall.frequency(F0);
    EXPECT_NEAR(wall.force(F0, -dt * F0 / mass, dt), F0, 1e-5 * F0) << swings;
  }
}

TEST(WallContacts, ShortStepsAreExplicit) {
  Wall wall;
  const double F0 = 0.2 * wall.flat().strongest, dt = 1e-4 / wall.frequency(F0);
  EXPECT_NEAR(wall.force(F0, -1e-3, dt), F0, 1e-3 * F0);
}

TEST(WallContacts, TheForceBelongsToThePlaceAtTheEndOfTheStep) {
  Wall wall;
  const double F0 = 0.1 * wall.flat().strongest, dt = 0.5 / wall.frequency(F0);
  for (const double speed : {-0.3 * h / dt, -0.05 * h / dt, 0.1 * h / dt}) {
    const double force = wall.force(F0, speed, dt);
    const double z = wall.flat().placeOf(F0) + dt * (speed + dt * force / mass);
    EXPECT_NEAR(wall.flat().placeOf(force), z, 0.01 * h) << speed;
  }
}

TEST(WallContacts, WhatLeavesIsNotHeldBack) {
  Wall wall;
  const double F0 = 0.1 * wall.flat().strongest, dt = 1 / wall.frequency(F0);
  EXPECT_GE(wall.force(F0, 3 * h / dt, dt), 0);
  EXPECT_LT(wall.force(F0, 3 * h / dt, dt), 0.05 * F0);
}

// A wall that moves with the particle changes nothing, and one that would be elsewhere feels no
// more than the inertia of the particle.
TEST(WallContacts, OnlyRelativeMotionCounts) {
  Wall wall;
  const double F0 = 0.2 * wall.flat().strongest, dt = 3 / wall.frequency(F0);
  const double still = wall.force(F0, -0.4, dt);
  EXPECT_NEAR(wall.force(F0, 0.6, dt, 1), still, 1e-5 * F0);
  EXPECT_GT(wall.stiffness(), 0.5 * mass / sq(dt));
  EXPECT_LT(wall.stiffness(), mass / sq(dt));
}

TEST(WallContacts, TheForceActsAtTheFootOfThePerpendicular) {
  SurfaceTile tile;
  const std::array<Vec3d, 3> corner{{{0, 0, 0}, {0.03, 0, 0}, {0, 0, 0.03}}};
  const std::array<Vec3d, 3> share{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t c = 0; c < 3; ++c) tile.corner[c] = {corner[c], {0, 0.5, 0}, share[c]};
  const Vec3d at{0.01, 0.004, 0.005};
  const WallContact contact =
      ContactTile(tile, 3).contact(0, Vec3f(at - tile.centre(3)), {0, 2, 0});
  Vec3d foot;
  for (std::size_t c = 0; c < 3; ++c) foot += contact.shares[c] * corner[c];
  EXPECT_LT(length(foot - Vec3d{at.x, 0, at.z}), 1e-8);
  EXPECT_FLOAT_EQ(contact.push, 2);
  EXPECT_FLOAT_EQ(contact.normal.y, 1);
  EXPECT_FLOAT_EQ(contact.wallSpeed, 0.5f);
}

}  // namespace
}  // namespace shoal
