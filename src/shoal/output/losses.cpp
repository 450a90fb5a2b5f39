#include "shoal/output/losses.h"

#include <vector>

#include <fmt/ranges.h>

namespace shoal {

namespace {

constexpr std::array<const char*, 6> kSides{"-x", "+x", "-y", "+y", "-z", "+z"};

std::string placeText(const Vec3d& p) {
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", p.x, p.y, p.z);
}

// The side that a position is furthest beyond; none if it is not finite.
std::optional<std::size_t> sideOf(const Box3d& domain, const Vec3d& position) {
  std::optional<std::size_t> side;
  double furthest = 0;
  for (std::size_t k = 0; k < kSides.size(); ++k) {
    const std::size_t axis = k / 2;
    const double beyond =
        k % 2 == 0 ? domain.lower[axis] - position[axis] : position[axis] - domain.upper[axis];
    if (!(beyond > furthest)) continue;
    furthest = beyond;
    side = k;
  }
  return side;
}

}  // namespace

void Losses::add(const Escape& escape) {
  if (!first_) first_ = escape;
  const Vec3d position(escape.position);
  const std::optional<std::size_t> side = sideOf(domain_, position);
  if (!side) return;
  ++through_[*side];
  where_.extend(position);
}

std::string Losses::text() const {
  if (!first_) return "";
  std::vector<std::string> sides;
  for (std::size_t k = 0; k < kSides.size(); ++k)
    if (through_[k] > 0) sides.push_back(fmt::format("{} through {}", through_[k], kSides[k]));
  std::string text = fmt::format("the first at t = {:.4g} s at {} m", first_->time,
                                 placeText(Vec3d(first_->position)));
  if (!sides.empty())
    text += fmt::format("; {}; all between {} and {} m", fmt::join(sides, ", "),
                        placeText(where_.lower), placeText(where_.upper));
  return text;
}

}  // namespace shoal
