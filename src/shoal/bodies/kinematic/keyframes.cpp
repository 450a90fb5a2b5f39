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

Keyframes::Keyframes(const std::vector<KeyframeParams>& keyframes, const Vec3d& centre)
    : centre_(centre) {
  for (const KeyframeParams& key : keyframes) {
    if (!keys_.empty() && !(key.at > keys_.back().t))
      throw Error({}, fmt::format("motion.keyframes[{}].at", keys_.size()),
                  fmt::format("{} s is not after {} s; put keyframes in the order of their times",
                              key.at, keys_.back().t));
    keys_.push_back({key.at, {key.position, rotationBy(key.rotation * (std::numbers::pi / 180))}});
  }
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
  const Key &a = keys_[next - 1], &b = keys_[next];
  const double share = (t - a.t) / (b.t - a.t);
  const Vec3d turn = share * spinBetween(a.pose, b.pose, 1);
  return Pose{a.pose.position + share * (b.pose.position - a.pose.position),
              rotationBy(turn) * a.pose.rotation} *
         back;
}

Vec3d Keyframes::velocity(const Vec3d& x, double t) const {
  const std::size_t next = after(t);
  if (next == 0 || next == keys_.size()) return {};
  const Key &a = keys_[next - 1], &b = keys_[next];
  const double duration = b.t - a.t;
  const Vec3d arm = rotate(pose(t).rotation, x - centre_);
  return (b.pose.position - a.pose.position) / duration +
         cross(spinBetween(a.pose, b.pose, duration), arm);
}

}  // namespace shoal
