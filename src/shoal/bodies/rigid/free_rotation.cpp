#include "shoal/bodies/rigid/free_rotation.h"

#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr double kLargestTurn = 0.02;  // radians within which one composed step is exact to 1e-8

struct Spinning {
  Quaternion q;
  Vec3d momentum;  // in principal axes
  Vec3d moments;

  // The exact motion under the energy of one axis alone.
  void turn(std::size_t axis, double dt) {
    const double angle = dt * momentum[axis] / moments[axis];
    const double c = portable::cos(angle), s = portable::sin(angle);
    const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
    const double mj = momentum[j], mk = momentum[k];
    momentum[j] = c * mj + s * mk;
    momentum[k] = c * mk - s * mj;
    Vec3d half;
    half[axis] = portable::sin(angle / 2);
    q = q * Quaternion{portable::cos(angle / 2), half.x, half.y, half.z};
  }

  void symmetricStep(double dt) {
    turn(0, dt / 2);
    turn(1, dt / 2);
    turn(2, dt);
    turn(1, dt / 2);
    turn(0, dt / 2);
  }

  void fourthOrderStep(double dt) {
    constexpr double kOuter = 0.41449077179437573714;  // 1 / (4 - 4^(1/3))
    symmetricStep(kOuter * dt);
    symmetricStep(kOuter * dt);
    symmetricStep((1 - 4 * kOuter) * dt);
    symmetricStep(kOuter * dt);
    symmetricStep(kOuter * dt);
  }
};

}  // namespace

void rotateFreely(Quaternion& q, Vec3d& spin, const Vec3d& moments, double dt) {
  const double turn = length(spin) * dt;
  if (turn == 0) return;
  if (moments.x == moments.y && moments.y == moments.z) {
    q = normalised(rotationBy(dt * spin) * q);
    return;
  }
  const Vec3d w = rotate(conjugate(q), spin);
  Spinning body{q, {moments.x * w.x, moments.y * w.y, moments.z * w.z}, moments};
  constexpr double kMostSteps = 1000;  // beyond it only the accuracy of the energy suffers
  const int steps = static_cast<int>(std::min(std::ceil(turn / kLargestTurn), kMostSteps));
  for (int i = 0; i < steps; ++i) body.fourthOrderStep(dt / steps);
  q = normalised(body.q);
  const Vec3d& l = body.momentum;
  spin = rotate(q, {l.x / moments.x, l.y / moments.y, l.z / moments.z});
}

}  // namespace shoal
