#include "shoal/bodies/rigid/touch_schedule.h"

#include "shoal/core/box.h"

namespace shoal {

namespace {

constexpr std::size_t kTouches = 384;  // per slab, so that a task outweighs its start
constexpr std::size_t kMostSlabs = 16;

}  // namespace

// Slabs with equal numbers of bodies, along the direction of the largest extent.
std::vector<std::uint32_t> TouchSchedule::slabsOf(std::span<const Site> bodies, std::size_t slabs) {
  std::vector<std::uint32_t> movable;
  Box3d box;
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].pushable) {
      movable.push_back(i);
      box.extend(bodies[i].place);
    }
  const Vec3d size = box.size();
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  std::sort(movable.begin(), movable.end(), [&](std::uint32_t i, std::uint32_t j) {
    const double xi = bodies[i].place[axis], xj = bodies[j].place[axis];
    return xi < xj || (xi == xj && i < j);
  });
  std::vector<std::uint32_t> slabOf(bodies.size(), 0);
  for (std::size_t n = 0; n < movable.size(); ++n)
    slabOf[movable[n]] = static_cast<std::uint32_t>(n * slabs / movable.size());
  return slabOf;
}

void TouchSchedule::plan(std::span<const Touch> touches, std::span<const Site> bodies) {
  const std::size_t slabs = std::clamp<std::size_t>(touches.size() / kTouches, 1, kMostSlabs);
  const std::vector<std::uint32_t> slabOf = slabsOf(bodies, slabs);
  // Groups: the slabs, then the borders between neighbouring slabs, then contacts that reach
  // further.
  const auto borders = static_cast<std::uint32_t>(slabs), others = 2 * borders - 1;
  std::vector<std::uint32_t> groupOf;
  for (const auto& [a, b] : touches) {
    const std::uint32_t one = slabOf[bodies[a].pushable ? a : b];
    const std::uint32_t other = slabOf[bodies[b].pushable ? b : a];
    const std::uint32_t low = std::min(one, other), high = std::max(one, other);
    groupOf.push_back(low == high ? low : high == low + 1 ? borders + low : others);
  }
  order_.clear();
  groupStart_.assign(1, 0);
  firstGroup_.assign(1, 0);
  addPhase(groupOf, 0, borders, 1);
  addPhase(groupOf, borders, others, 2);
  addPhase(groupOf, borders + 1, others, 2);
  addPhase(groupOf, others, others + 1, 1);
}

void TouchSchedule::addPhase(std::span<const std::uint32_t> groupOf, std::size_t begin,
                             std::size_t end, std::size_t stride) {
  for (std::size_t group = begin; group < end; group += stride) {
    for (std::uint32_t n = 0; n < groupOf.size(); ++n)
      if (groupOf[n] == group) order_.push_back(n);
    if (order_.size() > groupStart_.back()) groupStart_.push_back(order_.size());
  }
  const std::size_t groups = groupStart_.size() - 1;
  if (groups > firstGroup_.back()) firstGroup_.push_back(groups);
}

}  // namespace shoal
