#include "shoal/bodies/contact/contact_candidates.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

// Steps to search ahead, at most. Longer horizons save searches and list more pairs.
constexpr double kMostSteps = 8;
// In mean edges of the deformable meshes: distance beyond the kept one at which pairs are listed,
// and half widths of the paths. Wide paths stay valid for longer and list more pairs; those for a
// single step are narrow, since they are searched again soon.
constexpr double kSlack = 0.1;
constexpr double kWidth = 0.1;
constexpr double kLeastWidth = 0.02;
// Fraction of points off their paths up to which only pairs with these are searched again.
constexpr double kFew = 0.2;

}  // namespace

void ContactCandidates::cover(const ContactScene& scene, double h) {
  const Timed timed{"contact/search"};
  const auto strays = scene.topologyChanged ? std::nullopt : strayed(scene, h);
  slack_ = kSlack * scene.meanEdge;
  if (!strays)
    searchAll(scene, h);
  else if (!strays->empty())
    searchAround(scene, *strays);
}

Vec3d ContactCandidates::off(const ContactScene& scene, std::size_t i, double ahead) const {
  return scene.x[i] + ahead * scene.v[i] - paths_.x[i] - (age_ + ahead) * paths_.v[i];
}

Vec3d ContactCandidates::commonOff(const ContactScene& scene, double ahead) const {
  struct Sum {
    Vec3d off;
    double count = 0;
    Sum operator+(const Sum& o) const { return {off + o.off, count + o.count}; }
  };
  const Sum sum = parallelSum(scene.x.size(), Sum{}, [&](std::size_t i) {
    return scene.inverseMass[i] > 0 ? Sum{off(scene, i, ahead), 1} : Sum{};
  });
  return sum.count > 0 ? sum.off / sum.count : Vec3d{};
}

std::optional<std::vector<std::uint8_t>> ContactCandidates::strayed(const ContactScene& scene,
                                                                    double h) const {
  const std::size_t n = scene.x.size();
  if (paths_.x.size() != n || age_ + h > paths_.horizon * (1 + 1e-9)) return std::nullopt;
  // The mean deviation of all moving points brings them no closer to each other; the reach of pairs
  // with fixed points allows for it.
  std::vector<std::uint8_t> strays(n, 0);
  for (const double ahead : {0.0, h}) {
    const Vec3d common = commonOff(scene, ahead);
    if (dot(common, common) > sq(2 * paths_.width)) return std::nullopt;
    parallelFor(n, [&](std::size_t i) {
      const Vec3d own = off(scene, i, ahead) - (scene.inverseMass[i] > 0 ? common : Vec3d{});
      if (dot(own, own) > sq(paths_.width)) strays[i] = 1;
    });
  }
  // The features of rigid meshes can only be searched all together.
  for (std::size_t i = 0; i < n; ++i)
    if (strays[i] && scene.meshes[scene.meshOf[i]].rigid) return std::nullopt;
  const auto count = static_cast<double>(std::count(strays.begin(), strays.end(), 1));
  if (count > kFew * static_cast<double>(n)) return std::nullopt;
  if (count == 0) strays.clear();
  return strays;
}

void ContactCandidates::searchAll(const ContactScene& scene, double h) {
  paths_.x = scene.x;
  paths_.v = scene.v;
  paths_.slack = slack_;
  age_ = 0;
  lookAhead(scene, h);
  search_.findAll(scene, paths_, pairs_);
}

// The horizon ends where points have usually moved by an edge relative to their mean: a longer one
// costs more pairs than it saves searches.
void ContactCandidates::lookAhead(const ContactScene& scene, double h) {
  struct Sum {
    Vec3d v;
    double square = 0;
    double count = 0;
    Sum operator+(const Sum& o) const { return {v + o.v, square + o.square, count + o.count}; }
  };
  const auto& v = paths_.v;
  const Sum sum = parallelSum(v.size(), Sum{}, [&](std::size_t i) {
    return scene.inverseMass[i] > 0 ? Sum{v[i], dot(v[i], v[i]), 1} : Sum{};
  });
  const double count = std::max(sum.count, 1.0);
  paths_.drift = sum.v / count;
  const double square = sum.square / count - dot(paths_.drift, paths_.drift);
  const double usual = std::sqrt(std::max(square, 0.0));
  const double steps = usual * h > 0 ? scene.meanEdge / (usual * h) : kMostSteps;
  paths_.horizon = h * std::clamp(std::floor(steps), 1.0, kMostSteps);
  paths_.width = (steps < 2 ? kLeastWidth : kWidth) * scene.meanEdge;
}

void ContactCandidates::searchAround(const ContactScene& scene,
                                     std::span<const std::uint8_t> strays) {
  const Vec3d common = commonOff(scene, 0);
  parallelFor(strays.size(), [&](std::size_t i) {
    if (!strays[i]) return;
    paths_.v[i] = scene.v[i];
    paths_.x[i] = scene.x[i] - age_ * scene.v[i];
    if (scene.inverseMass[i] > 0) paths_.x[i] -= common;
  });
  search_.findAround(scene, paths_, strays, pairs_);
}

}  // namespace shoal
