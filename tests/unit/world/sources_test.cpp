// Sources and sinks as part of a world and of a scene.
#include "shoal/world/sources/sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/scene/doctor/doctor.h"
#include "shoal/scene/doctor/world_doctor.h"
#include "shoal/scene/read/scene_writer.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kHead = "format = 1\nworld = { spacing = 0.02 }\n[[fluid]]\nname = \"water\"\n";
const std::string kTap =
    "[[emitter]]\nname = \"tap\"\nfluid = \"water\"\ncentre = [0, 0.5, 0]\n"
    "direction = [0, -1, 0]\nradius = 0.05\n";

std::string errorOf(const std::string& text) {
  try {
    parseScene(text, "tap.toml");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST(Sources, FaultsAreNamedWithTheirPlace) {
  EXPECT_EQ(errorOf(kHead + kTap + "speed = 1\n"), "accepted");
  EXPECT_THAT(errorOf(kHead + kTap), HasSubstr("emitter[0].speed: give either speed or rate"));
  EXPECT_THAT(errorOf(kHead + kTap + "speed = 1\nprofile = \"x\"\n"),
              HasSubstr("tap.toml:12:11: emitter[0].profile: may depend on t alone"));
  EXPECT_THAT(errorOf(kHead + kTap + "speed = 1\nsize = [1, 1]\n"),
              HasSubstr("give either radius or size"));
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    return errorOf(text.replace(text.find(from), from.size(), to));
  };
  const std::string good = kHead + kTap + "speed = 1\n";
  EXPECT_THAT(with(good, "fluid = \"water\"", "fluid = \"watr\""),
              HasSubstr("fluid[0].fill: missing"));
  EXPECT_THAT(with(good, "direction = [0, -1, 0]", "direction = [0, 0, 0]"),
              StartsWith("tap.toml:9:13: emitter[0].direction: must not be zero"));
  EXPECT_THAT(with(good, "radius = 0.05", "radius = 0.009"),
              StartsWith("tap.toml:10:10: emitter[0].radius: the mouth must be at least one "
                         "spacing"));
  EXPECT_THAT(with(good, "radius = 0.05", "radius = 5e5"), HasSubstr("particles side by side"));
  EXPECT_THAT(with(good, "name = \"tap\"", "name = \"water\""), HasSubstr("another part"));
  EXPECT_THAT(errorOf(good + "[[drain]]\nname=\"d\"\nregion={halfSpace={point=[0,0,0],"
                             "normal=[0,0,0]}}\n"),
              HasSubstr("drain[0].region.halfSpace.normal: must not be zero"));
}

TEST(Sources, ASceneWithAnEmitterAloneStartsEmptyAndRuns) {
  const Scene scene = parseScene(kHead + kTap + "speed = 1\n", "tap.toml");
  EXPECT_EQ(parseScene(writeScene(scene), "again.toml"), scene);
  const Assembly assembly = assemble(scene);
  EXPECT_TRUE(assembly.fluid.positions.empty());
  EXPECT_TRUE(examine(scene, assembly).empty());
  World world(perturbed(worldSetup(scene, assembly)));
  world.examine();
  EXPECT_TRUE(examineDensity(world).empty());
  EXPECT_GT(forecast(scene, world).firstStep, 0);
  EXPECT_GT(world.fluid().size(), 0u);
}

TEST(Sources, SoundIsFastEnoughForJetsAndWhatTheyFall) {
  const std::string floor =
      "[[solid]]\nname=\"floor\"\nmesh={plane={centre=[0,-4.5,0],size=[1,1]}}\n";
  const auto sound = [&](const std::string& speed) {
    return makeWorld(parseScene(kHead + kTap + speed + floor, "tap.toml"))->soundSpeed();
  };
  EXPECT_NEAR(sound("speed = 1\n"), 10 * std::sqrt(1 + 2 * 9.81 * 5), 0.5);
  EXPECT_NEAR(sound("speed = 20\nprofile = \"1 + sin(t)\"\n"), 10 * std::sqrt(1600 + 2 * 9.81 * 5),
              0.5);
}

TEST(Sources, AJetKeepsItsSpeedAndDensity) {
  Scene scene = parseScene(kHead + kTap + "speed = 2\n", "tap.toml");
  scene.world.gravity = {};
  scene.world.domain = Box3d{{-1, -1, -1}, {1, 1, 1}};
  const auto world = makeWorld(scene);
  while (world->time() < 0.2) world->step(0.2);
  const Ledger sums = world->ledger();
  EXPECT_LT(sums.largestCompression, 0.01);
  for (const Vec3f& v : world->fluid().v) {
    EXPECT_NEAR(v.y, -2, 0.1);
    EXPECT_NEAR(v.x, 0, 0.1);
  }
  EXPECT_EQ(sums.emitted, sums.particles);
}

TEST(Sources, DrainsRemoveAndCountAndNothingElseIsLost) {
  Scene scene = parseScene(kHead + kTap + "speed = 2\n" +
                               "[[drain]]\nname = \"d\"\nstart = 0.1\n"
                               "region = { box = [[-1,0.2,-1],[1,0.3,1]] }\n",
                           "tap.toml");
  scene.world.domain = Box3d{{-1, -1, -1}, {1, 1, 1}};
  const auto world = makeWorld(scene);
  std::size_t drained = 0, emitted = 0;
  while (world->time() < 0.3) {
    const StepReport report = world->step(0.3);
    EXPECT_TRUE(report.time >= 0.1 || report.drained == 0);
    drained += report.drained;
    emitted += report.emitted;
  }
  const Ledger sums = world->ledger();
  EXPECT_GT(drained, 100u);
  EXPECT_EQ(sums.drained, drained);
  EXPECT_EQ(sums.emitted, emitted);
  EXPECT_EQ(sums.escaped, 0u);
  EXPECT_EQ(sums.particles, emitted - drained);
  EXPECT_EQ(world->sources()->sinks().tallies()[0].drained, drained);
}

TEST(Sources, RegionsContainWhatTheySay) {
  Region ball, half;
  ball.sphere = BallRegion{{1, 0, 0}, 0.5};
  half.halfSpace = HalfSpaceRegion{{0, 1, 0}, {0, 3, 0}};
  EXPECT_TRUE(ball.contains({1.4, 0, 0}));
  EXPECT_FALSE(ball.contains({1.6, 0, 0}));
  EXPECT_TRUE(half.contains({5, 1.1, 0}));
  EXPECT_FALSE(half.contains({5, 0.9, 0}));
}

}  // namespace shoal
