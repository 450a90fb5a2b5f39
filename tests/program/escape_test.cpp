// Particles that leave are counted and named; closed tanks lose none.
#include <algorithm>

#include "program/program.h"
#include "shoal/core/box.h"
#include "shoal/formats/particle_vtp.h"

namespace shoal {
namespace {

using testing::HasSubstr;
using testing::Not;

class Escapes : public Program {};

TEST_F(Escapes, LeakIsCountedAlikeInReportAndTables) {
  const Finished end =
      shoal({"run", "leaky-tank", "--out", "o", "--set", "world.spacing=0.04", "--until", "0.8"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  const Table escaped(path("o/escaped.csv")), ledger(path("o/ledger.csv"));
  ASSERT_GT(escaped.size(), 5u);
  EXPECT_THAT(end.out, HasSubstr(fmt::format("\n{} particles escaped in all", escaped.size())));
  EXPECT_THAT(end.out, HasSubstr("(escaped.csv lists them)"));
  EXPECT_EQ(ledger.column("escaped").back(), static_cast<double>(escaped.size()));
  const auto present = ledger.column("particles"), gone = ledger.column("escaped");
  for (std::size_t k = 0; k < ledger.size(); ++k) EXPECT_EQ(present[k] + gone[k], 1000);
  EXPECT_EQ(static_cast<double>(readVtp(runFolder("o").listFrames().back()).positions.size()),
            present.back());
}

TEST_F(Escapes, TableSaysWhenAndWhereEachParticleLeft) {
  stateOf({"run", "leaky-tank", "--out", "o", "--set", "world.spacing=0.04", "--until", "0.8"});
  const Table escaped(path("o/escaped.csv")), ledger(path("o/ledger.csv"));
  const Box3d domain{{-0.1, -0.1, -0.1}, {1.2, 1, 0.52}};
  const auto x = escaped.column("x"), y = escaped.column("y"), z = escaped.column("z");
  const auto step = escaped.column("step"), gone = ledger.column("escaped");
  auto ids = escaped.column("id");
  for (std::size_t k = 0; k < escaped.size(); ++k) {
    EXPECT_FALSE(domain.contains({x[k], y[k], z[k]}));
    EXPECT_GT(x[k], 0.4) << "the hole is in the right wall";
    EXPECT_GE(gone[static_cast<std::size_t>(step[k]) - 1], static_cast<double>(k + 1));
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end()) << "a particle leaves once";
}

TEST_F(Escapes, ResumedRunGoesOnCounting) {
  const Words scene{"run", "leaky-tank", "--set", "world.spacing=0.04", "--until", "0.8"};
  Words whole = scene, part = scene, rest = scene;
  whole.insert(whole.end(), {"--out", "whole"});
  part.insert(part.end(), {"--out", "parts", "--steps", "1300"});
  rest.insert(rest.end(), {"--out", "parts", "--resume"});
  const std::string state = stateOf(whole);
  stateOf(part);
  EXPECT_GT(Table(path("parts/escaped.csv")).size(), 0u) << "stop later, or nothing is tested";
  EXPECT_EQ(stateOf(rest), state);
  expectSameRecords("parts", "whole");
}

// Three quarters of the water start beside the floor, and fall out of the domain.
constexpr const char* kSpilt = R"(format = 1
run = { until = 1, fps = 50 }
world = { dimensions = 2, spacing = 0.02, domain = [[-0.5, -0.2], [1, 1]] }
[[fluid]]
name = "water"
solver = "wcsph"
fill = { box = [[0, 0.02], [0.4, 0.2]] }
[[solid]]
name = "floor"
mesh = { box = [[0, -0.1], [0.1, 0]] }
)";

TEST_F(Escapes, MoreThanAllowedStopTheRunAndSayWhere) {
  write("spilt.toml", kSpilt);
  const Finished end = shoal({"run", "spilt.toml", "--out", "o"});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  EXPECT_THAT(end.err,
              testing::ContainsRegex(
                  "[0-9]+ of 180 particles escaped from the domain by t = 0.[0-9]+ s, more "
                  "than run.maxLoss = 0.01 allows: the first at t = 0.[0-9]+ s at "));
  EXPECT_THAT(end.err, testing::ContainsRegex("[0-9]+ through -y"));
  EXPECT_THAT(end.err, HasSubstr("enlarge world.domain"));
  EXPECT_THAT(end.out, Not(HasSubstr("100 %")));
  EXPECT_THAT(contents(path("o/log.txt")), HasSubstr("escaped from the domain"));
}

TEST_F(Escapes, RunThatStoppedGoesOnOnceItMayLoseMore) {
  write("spilt.toml", kSpilt);
  const std::string state =
      stateOf({"run", "spilt.toml", "--out", "whole", "--set", "run.maxLoss=1"});
  EXPECT_EQ(shoal({"run", "spilt.toml", "--out", "o"}).exitCode, 1);
  EXPECT_EQ(shoal({"run", "spilt.toml", "--out", "o", "--resume"}).exitCode, 1);
  EXPECT_EQ(stateOf({"run", "spilt.toml", "--out", "o", "--resume", "--set", "run.maxLoss=1"}),
            state);
  expectSameRecords("o", "whole");
}

TEST_F(Escapes, StepThatIsTooLongIsNoSuccess) {
  const Finished end = shoal({"run", "examples/dam-break-2d", "--out", "o", "--set",
                              "timeStep.fixed=0.05", "--set", "run.until=0.7"});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.out, Not(HasSubstr("100 %")));
}

// Samples stand 0.6 spacings behind a wall's surface; an impact may press the middle of a particle
// through the surface by a part of that, and no further.
constexpr double kPressedIn = 0.25;  // spacings

// A closed example and the box whose walls its fluid must not pass.
struct Closed {
  const char* scene;
  double spacing;
  const char* until;
  Box3d walls;
};

std::ostream& operator<<(std::ostream& out, const Closed& closed) { return out << closed.scene; }

class ClosedScene : public Program, public testing::WithParamInterface<Closed> {};

TEST_P(ClosedScene, KeepsEveryParticleInsideItsWalls) {
  const Closed& closed = GetParam();
  const Finished end = shoal({"run", closed.scene, "--out", "o", "--until", closed.until, "--set",
                              fmt::format("world.spacing={}", closed.spacing)});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, Not(HasSubstr("escaped")));
  EXPECT_EQ(Table(path("o/ledger.csv")).column("escaped").back(), 0);
  EXPECT_EQ(Table(path("o/escaped.csv")).size(), 0u);
  const Vec3d pressed = Vec3d{1, 1, 1} * (kPressedIn * closed.spacing);
  const Box3d walls{closed.walls.lower - pressed, closed.walls.upper + pressed};
  for (const auto& file : runFolder("o").listFrames()) {
    const OwnedParticleTable frame = readVtp(file);
    std::size_t beyond = 0;
    Vec3d first;
    for (const Vec3f& p : frame.positions)
      if (!walls.contains(Vec3d(p)) && beyond++ == 0) first = Vec3d(p);
    EXPECT_EQ(beyond, 0u) << file << ": the first at " << first.x << " " << first.y << " "
                          << first.z;
  }
}

constexpr double kOpen = 1e9;
INSTANTIATE_TEST_SUITE_P(
    Examples, ClosedScene,
    testing::Values(Closed{"dam-break", 0.05, "1.5", {{0, 0, 0}, {1.6, 1, 0.6}}},
                    Closed{"examples/dam-break-2d", 0.02, "0.7", {{0, 0, 0}, {1.6, kOpen, 0}}},
                    Closed{"falling-sphere-of-water", 0.04, "1", {{0, 0, 0}, {0.8, kOpen, 0.8}}},
                    Closed{"hydrostatic-2d", 0.05, "2", {{0, 0, 0}, {1, kOpen, 0}}}),
    [](const auto& closed) { return replaced(closed.param.scene, "[-/]", "_"); });

}  // namespace
}  // namespace shoal
