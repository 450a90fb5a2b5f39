// Formulas that are not finite numbers are errors that name the key and the time, before a run
// starts and in the middle of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/motion.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// A closed tank in the plane, a third full, with `more` in the scene.
Scene tank(const std::string& motion, const std::string& more = "", const std::string& run = "1") {
  return parseScene(
      "format = 1\nrun = { until = " + run + " }\nworld = { dimensions = 2, spacing = 0.05 }\n" +
          "fluid = { name = \"water\", fill = { box = [[0, 0], [0.6, 0.2]] } }\n" + more +
          "\n[[solid]]\nname = \"tank\"\nmesh = { box = [[0, 0], [0.6, 0.6]] }\n" +
          (motion.empty() ? "" : "model = \"kinematic\"\nmotion = { " + motion + " }\n"),
      "tank.toml");
}

// Assembles the scene and makes steps until the end or the first error, which it returns.
std::string failureOf(const Scene& scene, double until) {
  try {
    const auto world = makeWorld(scene);
    world->examine();
    for (int step = 0; step < 2000 && world->time() < until; ++step) world->step(until);
    return world->time() < until ? "does not come to its end" : "";
  } catch (const Error& error) {
    return error.what();
  }
}

struct BadMotion {
  const char* motion;
  const char* key;
};

// At the start and, by the last ones, later.
constexpr BadMotion kBadMotions[] = {
    {R"toml(rotate = "log(-1)")toml", "solid.tank.motion.rotate"},
    {R"toml(rotate = "1/0")toml", "solid.tank.motion.rotate"},
    {R"toml(rotate = "0/0")toml", "solid.tank.motion.rotate"},
    {R"toml(rotate = "1e200*1e200")toml", "solid.tank.motion.rotate"},
    {R"toml(rotate = "1/t")toml", "solid.tank.motion.rotate"},
    {R"toml(rotate = "t > 0.5 ? 0/0 : 0")toml", "solid.tank.motion.rotate"},
    {R"toml(translate = ["log(-1)", "0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["0", "1/0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["0", "-1/0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["0/0", "0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["1e300", "0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["exp(1e6*t)", "0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["sqrt(0.05-t)", "0", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["0", "log(0.3-t)", "0"])toml", "solid.tank.motion.translate"},
    {R"toml(translate = ["0", "1/(0.5-t)", "0"])toml", "solid.tank.motion"},
};

TEST(FiniteFormulas, MotionsThatAreNotNumbersAreErrorsWithTheirKeyAndTime) {
  for (const auto& [motion, key] : kBadMotions)
    for (const char* coupling : {"volumes", "lennard-jones", "direct-forcing", "none"}) {
      Scene scene = tank(motion);
      scene.solids[0].surface.coupling = Handle<CouplingKind>(coupling);
      const std::string failure = failureOf(scene, scene.run.until);
      EXPECT_THAT(failure, HasSubstr(key)) << motion << " with " << coupling;
      EXPECT_THAT(failure, HasSubstr("at t = ")) << motion << " with " << coupling;
    }
}

TEST(FiniteFormulas, MotionsOfObstaclesOfBodiesAreErrorsToo) {
  const std::string ball =
      "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\nmesh = { box = [[0.2, 0.3, -0.1], [0.3, 0.4, "
      "0.1]] }\n";
  for (const auto& [motion, key] : kBadMotions)
    EXPECT_THAT(failureOf(tank(motion, ball), 1), HasSubstr(key)) << motion;
}

// The scene ends before the formula does, the world goes on.
TEST(FiniteFormulas, MotionsThatEndInTheMiddleOfARunStopIt) {
  // At 0.05 s the first is still a number.
  const std::pair<const char*, const char*> ends[] = {
      {R"toml(translate = ["0.1*(0.05-t)^1.5", "0", "0"])toml", "at t = 0.06 s"},
      {R"toml(rotate = "t < 0.05 ? 0 : log(-1)")toml", "at t = 0.05"}};
  for (const auto& [motion, when] : ends) {
    const std::string failure = failureOf(tank(motion, "", "0.04"), 0.1);
    EXPECT_THAT(failure, HasSubstr("solid.tank.motion.")) << motion;
    EXPECT_THAT(failure, HasSubstr(when)) << motion;
  }
}

TEST(FiniteFormulas, MotionsThatBeginAtTheStartAreFine) {
  EXPECT_EQ(failureOf(tank(R"toml(translate = ["0.1*t^1.5", "0", "0"])toml", "", "0.05"), 0.05),
            "");
  const auto speedAt = [](const char* along, double t) {
    MotionParams params;
    params.translate[0].text = along;
    return Motion(params).velocity({}, t).x;
  };
  EXPECT_NEAR(speedAt("t^1.5", 0), 1e-3, 1e-9);
  EXPECT_NEAR(speedAt("(1-t)^1.5", 1), -1e-3, 1e-9);
}

TEST(FiniteFormulas, SourcesAndForcesAreErrorsWithTheirKeyAndTime) {
  const auto inflow = [](const std::string& speed) {
    return "[[inflow]]\nname = \"tap\"\nfluid = \"water\"\ncentre = [0.3, 0.5]\ndirection = [0, -1]"
           "\nsize = [0.1, 0]\nspeed = \"" +
           speed + "\"\n";
  };
  const auto emitter = [](const std::string& profile) {
    return "[[emitter]]\nname = \"tap\"\nfluid = \"water\"\ncentre = [0.3, 0.5]\ndirection = [0, "
           "-1]\nsize = [0.1, 0]\nspeed = 1\nprofile = \"" +
           profile + "\"\n";
  };
  for (const char* formula : {"log(-1)", "1/0", "0/0", "1e200*1e200", "sqrt(0.05-t)"}) {
    const std::string byInflow = failureOf(tank("", inflow(formula)), 0.1);
    EXPECT_THAT(byInflow, HasSubstr("inflow.tap.speed: is ")) << formula;
    EXPECT_THAT(byInflow, HasSubstr(" t = ")) << formula;
    const std::string byEmitter = failureOf(tank("", emitter(formula)), 0.1);
    EXPECT_THAT(byEmitter, HasSubstr("emitter.tap.profile: is ")) << formula;
    Scene scene = tank("");
    scene.world.bodyForce = {FormulaText{formula}, {}, {}};
    const std::string byForce = failureOf(scene, 0.1);
    EXPECT_THAT(byForce, HasSubstr("world.bodyForce: is (")) << formula;
    EXPECT_THAT(byForce, HasSubstr(" t = ")) << formula;
  }
}

}  // namespace
}  // namespace shoal
