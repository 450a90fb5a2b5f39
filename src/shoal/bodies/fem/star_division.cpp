#include "shoal/bodies/fem/star_division.h"

#include <numeric>

namespace shoal {

namespace {

// Corners keep their order in an opened tetrahedron, so the old mesh gives their positions.
Vec3d centreNow(const FemBody& body, std::uint32_t tet) {
  Vec3d sum;
  for (const std::uint32_t v : body.mesh().tets[tet]) sum += body.solid().x[v];
  return sum / 4.0;
}

}  // namespace

Vec3d faceCentre(const TetraMesh& mesh, std::uint32_t tet, std::size_t corner) {
  Vec3d sum;
  for (std::size_t c = 0; c < 4; ++c)
    if (c != corner) sum += mesh.vertices[mesh.tets[tet][c]];
  return sum / 3.0;
}

double pullOn(const FemBody& body, std::span<const std::uint32_t> tets, const Vec3d& axis) {
  double sum = 0, volume = 0;
  for (const std::uint32_t t : tets) {
    const double v = signedVolume(body.mesh(), t);
    sum += v * dot(axis, body.solid().elasticity().stress(t, body.solid().x) * axis);
    volume += v;
  }
  return sum / volume;
}

void StarDivision::startAlone() {
  group_.resize(star_.size());
  std::iota(group_.begin(), group_.end(), std::size_t{0});
}

void StarDivision::join(std::size_t k, std::size_t l) {
  const std::size_t from = std::max(group_[k], group_[l]), to = std::min(group_[k], group_[l]);
  std::ranges::replace(group_, from, to);
  isGlued_ = true;
}

void StarDivision::measure(const FemBody& body, std::uint32_t vertex, const Vec3d& axis) {
  const Vec3d at = body.solid().x[opening_.origins()[vertex]];
  std::vector<double> volume(star_.size()), moment(star_.size());
  for (std::size_t k = 0; k < star_.size(); ++k) {
    volume_.push_back(signedVolume(body.mesh(), star_[k]));
    volume[group_[k]] += volume_[k];
    moment[group_[k]] += volume_[k] * dot(axis, centreNow(body, star_[k]) - at);
  }
  for (std::size_t k = 0; k < star_.size(); ++k)
    height_.push_back(moment[group_[k]] / volume[group_[k]]);
}

// Where only some faces may open, or the tension is high, a plane beside the vertex is accepted: a
// chip is better than no crack.
std::vector<double> StarDivision::heights(double over) const {
  constexpr double kFarthest = 0.25;  // of the extent of the star
  std::vector<double> sorted = height_;
  std::ranges::sort(sorted);
  const double reach = std::max(std::abs(sorted.front()), std::abs(sorted.back()));
  const double farthest = isGlued_ ? reach : kFarthest * over * reach;
  std::vector<double> heights{0};
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const double middle = (sorted[k - 1] + sorted[k]) / 2;
    if (sorted[k] > sorted[k - 1] && std::abs(middle) < farthest) heights.push_back(middle);
  }
  std::ranges::stable_sort(heights, [](double a, double b) { return std::abs(a) < std::abs(b); });
  return heights;
}

std::vector<std::uint32_t> StarDivision::below(double height) const {
  std::vector<std::uint32_t> side(star_.size());
  for (std::size_t k = 0; k < star_.size(); ++k) side[k] = height_[k] < height ? 1 : 0;
  giveAwaySplinters(side, 0);
  giveAwaySplinters(side, 1);
  if (giveAwaySplinters(side, 0)) side.assign(star_.size(), 0);
  // The first tetrahedron keeps the vertex.
  if (side[0] == 1)
    for (std::uint32_t& s : side) s = 1 - s;
  return side;
}

// Gives all but the largest connected part of a side to the other; returns whether there were any.
bool StarDivision::giveAwaySplinters(std::vector<std::uint32_t>& side, std::uint32_t of) const {
  std::vector<std::size_t> part(star_.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  for (std::size_t k = 0; k < star_.size(); ++k)
    for (std::size_t l = 0; l < k; ++l)
      if (side[k] == of && side[l] == of && part[k] != part[l] &&
          cornerAcross(tet(k), tet(l)) < 4) {
        const std::size_t from = std::max(part[k], part[l]), to = std::min(part[k], part[l]);
        std::ranges::replace(part, from, to);
      }
  std::vector<double> volume(star_.size());
  for (std::size_t k = 0; k < star_.size(); ++k)
    if (side[k] == of) volume[part[k]] += volume_[k];
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(volume) - volume.begin());
  bool gave = false;
  for (std::size_t k = 0; k < star_.size(); ++k) {
    if (side[k] != of || part[k] == largest) continue;
    side[k] = 1 - of;
    gave = true;
  }
  return gave;
}

}  // namespace shoal
