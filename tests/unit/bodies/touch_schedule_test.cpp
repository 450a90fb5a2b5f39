// Contacts that are solved at once share no body that gives way.
#include "shoal/bodies/rigid/touch_schedule.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

namespace shoal {
namespace {

// A floor, and a grid of bodies on it that touch what is next to them; one reaches across all.
struct Grid {
  explicit Grid(std::uint32_t side) {
    bodies.push_back({});
    for (std::uint32_t i = 0; i < side * side; ++i) {
      const std::uint32_t row = i / side, column = i % side;
      bodies.push_back({{double(row), double(column), 0}, true});
      touches.push_back({0, i + 1});
      if (column > 0) touches.push_back({i, i + 1});
      if (row > 0) touches.push_back({i + 1 - side, i + 1});
    }
    bodies.push_back({{0.5 * side, -1, 0}, true});
    for (std::uint32_t i = 0; i < side; ++i) touches.push_back({i * side + 1, side * side + 1});
  }
  std::vector<TouchSchedule::Site> bodies;
  std::vector<TouchSchedule::Touch> touches;
};

TEST(TouchSchedule, HasEveryContactOnceAndKeepsTheirOrderInAGroup) {
  for (const std::uint32_t side : {2u, 10u, 40u}) {
    const Grid grid(side);
    TouchSchedule schedule;
    schedule.plan(grid.touches, grid.bodies);
    const std::set<std::uint32_t> listed(schedule.order().begin(), schedule.order().end());
    EXPECT_EQ(listed.size(), grid.touches.size());
    EXPECT_EQ(schedule.order().size(), grid.touches.size());
    schedule.forEachGroup(true, [&](std::size_t begin, std::size_t end) {
      EXPECT_TRUE(std::is_sorted(schedule.order().begin() + std::ptrdiff_t(begin),
                                 schedule.order().begin() + std::ptrdiff_t(end)));
      return 0.0;
    });
  }
}

TEST(TouchSchedule, GroupsThatAreTreatedAtOnceShareNoBodyThatGivesWay) {
  const Grid grid(40);
  TouchSchedule schedule;
  schedule.plan(grid.touches, grid.bodies);
  std::map<std::size_t, std::set<std::uint32_t>> bodiesOf;  // by where groups start
  std::mutex mutex;
  schedule.forEachGroup(false, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    for (std::size_t n = begin; n < end; ++n) {
      const auto& [a, b] = grid.touches[schedule.order()[n]];
      for (const std::uint32_t body : {a, b})
        if (grid.bodies[body].pushable) bodiesOf[begin].insert(body);
    }
    return 0.0;
  });
  for (std::size_t phase = 0; phase < schedule.phases(); ++phase) {
    std::set<std::uint32_t> met;
    for (const std::size_t start : schedule.startsOf(phase))
      for (const std::uint32_t body : bodiesOf[start])
        EXPECT_TRUE(met.insert(body).second) << "body " << body << " in phase " << phase;
  }
  EXPECT_GT(schedule.startsOf(0).size(), 6u);
}

}  // namespace
}  // namespace shoal
