#include "shoal/bodies/kinematic/keyframes.h"

#include <algorithm>
#include <numbers>

#include "shoal/core/error.h"

namespace shoal {

namespace {

// Angular velocity of the shortest rotation from one pose to another.
Vec3d spinBetween(const Pose& a, const Pose& b, double duration) {
  return turnOf(b.rotation * conjugate(a.rotation)) / duration;
}

}  // namespace

Keyframes::Keyframes(const std::vector<KeyframeParams>& keyframes, const Vec3d& centre,
                     Interpolation interpolation)
    : centre_(centre), interpolation_(interpolation) {
  for (const KeyframeParams& key : keyframes) {
    if (!keys_.empty() && !(key.at > keys_.back().t))
      throw Error({}, fmt::format("motion.keyframes[{}].at", keys_.size()),
                  fmt::format("{} s is not after {} s; put keyframes in the order of their times",
                              key.at, keys_.back().t));
    keys_.push_back({key.at, {key.position, rotationBy(key.rotation * (std::numbers::pi / 180))}});
  }
  if (interpolation_ == Interpolation::Cubic) findSlopes();
}

void Keyframes::findSlopes() {
  std::vector<double> times;
  std::vector<Vec3d> positions, turned{Vec3d{}};  // summed up from key to key
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    times.push_back(keys_[k].t);
    positions.push_back(keys_[k].pose.position);
    if (k > 0) turned.push_back(turned.back() + spinBetween(keys_[k - 1].pose, keys_[k].pose, 1));
  }
  const std::vector<Vec3d> velocities = slopesAt<Vec3d>(times, positions),
                           spins = slopesAt<Vec3d>(times, turned);
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    keys_[k].velocity = velocities[k];
    keys_[k].spin = spins[k];
  }
}

Pose Keyframes::between(const Key& a, const Key& b, double t) const {
  const double duration = b.t - a.t, share = (t - a.t) / duration;
  const Vec3d all = spinBetween(a.pose, b.pose, 1);
  if (interpolation_ == Interpolation::Linear)
    return {a.pose.position + share * (b.pose.position - a.pose.position),
            rotationBy(share * all) * a.pose.rotation};
  const Vec3d turn = hermite(Vec3d{}, duration * a.spin, all, duration * b.spin, share);
  return {hermite(a.pose.position, duration * a.velocity, b.pose.position, duration * b.velocity,
                  share),
          rotationBy(turn) * a.pose.rotation};
}

std::size_t Keyframes::after(double t) const {
  const auto later = std::ranges::upper_bound(keys_, t, {}, &Key::t);
  return static_cast<std::size_t>(later - keys_.begin());
}

Pose Keyframes::pose(double t) const {
  const Pose back{-centre_, {}};
  const std::size_t next = after(t);
  if (next == 0) return keys_.front().pose * back;
  if (next == keys_.size()) return keys_.back().pose * back;
  return between(keys_[next - 1], keys_[next], t) * back;
}

Vec3d Keyframes::velocity(const Vec3d& x, double t) const {
  const std::size_t next = after(t);
  if (next == 0 || next == keys_.size()) return {};
  const Key &a = keys_[next - 1], &b = keys_[next];
  if (interpolation_ == Interpolation::Cubic) {
    constexpr double kInstant = 1e-6;  // s: short against any motion that steps can follow
    return (pose(t + kInstant)(x) - pose(t - kInstant)(x)) / (2 * kInstant);
  }
  const double duration = b.t - a.t;
  const Vec3d arm = rotate(pose(t).rotation, x - centre_);
  return (b.pose.position - a.pose.position) / duration +
         cross(spinBetween(a.pose, b.pose, duration), arm);
}

}  // namespace shoal
