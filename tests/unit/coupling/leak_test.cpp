// Fluid does not pass what holds it, though that stretches, falls and is stopped.
#include <algorithm>

#include <gtest/gtest.h>

#include "support/crossings.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

// A full bowl, almost on the ground, falls on it and folds outwards.
Scene droppedBowl(const std::string& volumes) {
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ spacing = 0.035 }}
    [[fluid]]
    name = "water"
    fill = {{ bowl = {{ centre = [0, 0.2, 0], radius = 0.25, depth = 0.15 }} }}
    velocity = [0, -1.5, 0]
    [[solid]]
    name = "bowl"
    model = "cloth"
    mesh = {{ bowl = {{ centre = [0, 0.22, 0], radius = 0.3, depth = 0.2, cell = 0.05 }} }}
    velocity = [0, -1.5, 0]
    density = 1000
    thickness = 4e-3
    young = 1e6
    damping = 2e-3
    volumes = {{ {} }}
    [[solid]]
    name = "ground"
    mesh = {{ box = {{ corners = [[-0.7, 0, -0.7], [0.7, 0.5, 0.7]], open = ["+y"] }} }}
  )toml",
                                volumes),
                    "bowl.toml");
}

// Water falls on a soft light cloth that is held all around.
Scene filledCloth(const std::string& volumes) {
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ spacing = 0.025 }}
    [[fluid]]
    name = "water"
    fill = {{ box = [[-0.1, 0.63, -0.1], [0.1, 0.83, 0.1]] }}
    velocity = [0, -2.4, 0]
    [[solid]]
    name = "cloth"
    model = "cloth"
    mesh = {{ plane = {{ centre = [0, 0.6, 0], size = [0.4, 0.4], cell = 0.05 }} }}
    density = 300
    thickness = 1e-3
    young = 5e4
    bending = 1e-5
    volumes = {{ {} }}
    [[solid]]
    name = "tank"
    mesh = {{ box = {{ corners = [[-0.5, 0, -0.5], [0.5, 1, 0.5]], open = ["+y"] }} }}
    [[event]]
    pin = {{ solid = "cloth", box = [[-0.21, 0.5, -0.21], [-0.19, 0.7, 0.21]] }}
    [[event]]
    pin = {{ solid = "cloth", box = [[0.19, 0.5, -0.21], [0.21, 0.7, 0.21]] }}
    [[event]]
    pin = {{ solid = "cloth", box = [[-0.21, 0.5, -0.21], [0.21, 0.7, -0.19]] }}
    [[event]]
    pin = {{ solid = "cloth", box = [[-0.21, 0.5, 0.19], [0.21, 0.7, 0.21]] }}
  )toml",
                                volumes),
                    "cloth.toml");
}

struct Trajectory {
  std::size_t passed = 0;  // most at a time
  std::size_t escaped = 0;
  double stretch = 1;  // of the row of vertices through the middle of the cloth
};

double rowLength(const std::vector<Vec3d>& x, const std::vector<std::size_t>& row) {
  double sum = 0;
  for (std::size_t k = 1; k < row.size(); ++k) sum += length(x[row[k]] - x[row[k - 1]]);
  return sum;
}

Trajectory courseOf(const Scene& scene, const std::vector<std::string>& solids, double until) {
  const auto world = makeWorld(scene);
  const std::vector<Vec3d> rest = world->solids()->partsOf(solids[0]).front()->surface().x;
  std::vector<std::size_t> row;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (std::abs(rest[v].z) < 1e-6) row.push_back(v);
  std::sort(row.begin(), row.end(), [&](auto a, auto b) { return rest[a].x < rest[b].x; });
  Crossings crossings(solids);
  Trajectory course;
  while (world->time() < until) {
    crossings.before(*world);
    world->step(until);
    crossings.after(*world);
    course.passed = std::max(course.passed, crossings.passed());
    const std::vector<Vec3d>& x = world->solids()->partsOf(solids[0]).front()->surface().x;
    if (x.size() == rest.size() && row.size() > 1)
      course.stretch = std::max(course.stretch, rowLength(x, row) / rowLength(rest, row));
  }
  course.escaped = world->escaped();
  return course;
}

TEST(Leaks, NoParticlePassesABowlThatIsDroppedNorTheGround) {
  for (const std::string solid : {"bowl", "ground"}) {
    const Trajectory course = courseOf(droppedBowl(""), {solid}, 0.15);
    EXPECT_EQ(course.passed, 0u) << solid;
    EXPECT_EQ(course.escaped, 0u);
  }
}

TEST(Leaks, PressureAloneDoesNotKeepThemInTheBowl) {
  Scene scene = droppedBowl("guard = false");
  scene.fluids[0].solving.solver = Handle<PressureSolver>("dfsph");
  EXPECT_GT(courseOf(scene, {"bowl"}, 0.15).passed, 0u);
}

TEST(Leaks, NoParticlePassesAClothThatStretchesToTwiceItsLength) {
  const Trajectory course = courseOf(filledCloth(""), {"cloth", "tank"}, 0.25);
  EXPECT_EQ(course.passed, 0u);
  EXPECT_EQ(course.escaped, 0u);
  EXPECT_GT(course.stretch, 2);
}

TEST(Leaks, ManyPassAClothThatIsNotSampledAnew) {
  const Trajectory course =
      courseOf(filledCloth("resampling = \"never\", guard = false"), {"cloth"}, 0.25);
  EXPECT_GT(course.passed, 20u);
}

}  // namespace
}  // namespace shoal
