// What `shoal compare` leaves behind.
#include "program/program.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kDrop = R"(format = 1
title = "A ball & water"

[run]
until = 0.02
fps = 100

[world]
dimensions = 2
spacing = 0.02

[[fluid]]
name = "water"
solver = "wcsph"
wcsph = { density = "shepard" }
fill = { box = [[0, 0], [0.4, 0.2]] }

[[solid]]
name = "tank"
mesh = { box = [[0, 0], [0.8, 0.8]] }

[[solid]]
name = "ball"
model = "rigid"
mesh = { sphere = { centre = [0.2, 0.3, 0], radius = 0.05 } }
)";

class Compare : public Program {};

TEST_F(Compare, WritesARowAndAPictureForEveryCoupling) {
  write("drop.toml", kDrop);
  const Finished end =
      shoal({"compare", "drop.toml", "--coupling", "volumes,direct-forcing,penalty", "--out", "o"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  const Table table(path("o/compare.csv"));
  EXPECT_THAT(table.text("coupling"), ElementsAre("volumes", "direct-forcing", "penalty"));
  EXPECT_THAT(table.column("finished"), ElementsAre(1, 1, 1));
  EXPECT_THAT(table.column("time[s]"), ElementsAre(0.02, 0.02, 0.02));
  EXPECT_THAT(table.column("lost"), ElementsAre(0, 0, 0));
  EXPECT_THAT(table.column("leaked"), ElementsAre(0, 0, 0));
  for (const double force : table.column("tank.meanForce")) EXPECT_GT(force, 100);
  for (const double share : table.column("couplingShare")) EXPECT_LT(share, 1);
  const std::string page = contents(path("o/compare.html"));
  EXPECT_THAT(page, HasSubstr("A ball &amp; water"));
  EXPECT_THAT(page, HasSubstr("Force on ball"));
  EXPECT_THAT(page, HasSubstr("<polyline"));
  for (const char* coupling : {"volumes", "direct-forcing", "penalty"}) {
    for (const char* frame : {"000000", "000001", "000002"}) {
      const std::string picture = fmt::format("{}/pictures/particles_{}.png", coupling, frame);
      EXPECT_THAT(page, HasSubstr(picture));
      EXPECT_TRUE(std::filesystem::exists(path("o/" + picture)));
    }
  }
  EXPECT_THAT(page, Not(HasSubstr("direct forcing disturbs")));
}

TEST_F(Compare, SaysWhichChoicesOfTheSceneDoNotSuitACoupling) {
  std::string drop = kDrop;
  drop.replace(drop.find("wcsph\""), 6, "dfsph\"");
  write("drop.toml", drop);
  const Finished end = shoal({"compare", "drop.toml", "--coupling", "volumes,direct-forcing",
                              "--out", "o", "--until", "0"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("direct forcing disturbs dfsph"));
  EXPECT_THAT(contents(path("o/compare.html")), HasSubstr("direct forcing disturbs dfsph"));
}

TEST_F(Compare, ParticlesWithinASolidAreCounted) {
  std::string flooded = kDrop;
  flooded.replace(flooded.find("0.2, 0.3, 0]"), 12, "0.2, 0.1, 0]");
  write("flooded.toml", flooded);
  const Finished end =
      shoal({"compare", "flooded.toml", "--coupling", "none", "--out", "o", "--until", "0"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  const Table table(path("o/compare.csv"));
  EXPECT_GT(table.column("leaked")[0], 10);
  EXPECT_NEAR(table.column("deepest[m]")[0], 0.04, 0.015);
}

TEST_F(Compare, MomentumIsComparedWhereNothingHoldsIt) {
  std::string free = kDrop;
  const std::size_t tank = free.find("[[solid]]\nname = \"tank\"");
  free.erase(tank, free.find("[[solid]]", tank + 1) - tank);
  write("free.toml", free);
  const Finished end = shoal({"compare", "free.toml", "--coupling", "volumes", "--out", "o"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_LT(Table(path("o/compare.csv")).column("momentumDrift[kg m/s]")[0], 1e-3);
}

TEST_F(Compare, SolidsThatCannotTakeACouplingKeepTheirs) {
  std::string rough = kDrop;
  rough.replace(rough.find("name = \"tank\""), 13, "name = \"tank\"\nfriction = 0.1");
  write("rough.toml", rough);
  const Finished end = shoal(
      {"compare", "rough.toml", "--coupling", "volumes,penalty", "--out", "o", "--until", "0.01"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("penalty; tank kept the coupling of the scene"));
  EXPECT_THAT(end.out, Not(HasSubstr("volumes; tank")));
}

TEST_F(Compare, WrongUsageIsOneLine) {
  expectError({"compare", "splash.toml"}, 2, "--coupling");
  expectError({"compare", "splash.toml", "--coupling", "glue"}, 2, "glue");
}

}  // namespace
}  // namespace shoal
