// What the program tells about scenes and runs: check, list, info, render, reference.
#include <set>
#include <sstream>

#include "program/program.h"
#include "shoal/view/picture/image.h"

namespace shoal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class Inspect : public Program {};

TEST_F(Inspect, CheckForecastsWhatARunWillTake) {
  const Finished end = shoal({"check", "splash.toml"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, ContainsRegex("particles +400 of fluid\n"));
  EXPECT_THAT(end.out, ContainsRegex("memory +about [0-9]+ MB\n"));
  EXPECT_THAT(end.out, ContainsRegex("run time +about "));
  EXPECT_THAT(end.out, HasSubstr("The scene can run."));
  const Words match = firstMatch(end.out, "time step +(\\S+) s at first, about (\\d+) steps");
  ASSERT_FALSE(match.empty());
  stateOf({"run", "splash.toml", "--out", "o"});
  const Table stats(path("o/stats.csv"));
  EXPECT_NEAR(std::stod(match[1]), stats.column("dt").front(), 0.01 * std::stod(match[1]));
  EXPECT_NEAR(std::stod(match[2]), static_cast<double>(stats.size()), 40);
  EXPECT_FALSE(std::filesystem::exists(path("out"))) << "a check writes nothing";
}

TEST_F(Inspect, CheckFindsProblems) {
  write("inside.toml", std::string(kSplash) +
                           "[[solid]]\nname = \"stone\"\n"
                           "mesh = { box = [[0.1, 0.1], [0.2, 0.2]] }\nwet = \"both\"\n");
  const Finished end = shoal({"check", "inside.toml"});
  EXPECT_EQ(end.exitCode, 1);
  EXPECT_THAT(end.out, ContainsRegex("\nproblem: .*stone.* start inside it"));
  EXPECT_THAT(end.out, HasSubstr("Correct the problems before running it."));
}

TEST_F(Inspect, CheckRefusesUnknownKeysWithTheNearestName) {
  write("typing.toml", replaced(kSplash, "spacing", "spacign"));
  expectError({"check", "typing.toml"}, 1,
              "typing.toml:10:1: world.spacign: unknown; did you mean \"spacing\"?");
}

TEST_F(Inspect, EveryListedSceneCanBeChecked) {
  const Finished list = shoal({"list"});
  EXPECT_EQ(list.exitCode, 0);
  std::istringstream lines(list.out);
  int scenes = 0;
  for (std::string line; std::getline(lines, line); ++scenes) {
    const std::string name = line.substr(0, line.find(' '));
    const Finished end = shoal({"check", name});
    EXPECT_EQ(end.exitCode, 0) << name << "\n" << end.out << end.err;
  }
  EXPECT_GE(scenes, 5);
}

TEST_F(Inspect, ReferenceExplainsWhatSetCanChange) {
  const Finished end = shoal({"reference"});
  EXPECT_EQ(end.exitCode, 0);
  for (const char* key : {"spacing", "until", "soundSpeed", "friction", "checkpointEvery"})
    EXPECT_THAT(end.out, HasSubstr(key));
}

TEST_F(Inspect, InfoTellsFramesTimeAndCheckpoint) {
  stateOf({"run", "splash.toml", "--out", "o", "--steps", "120"});
  const Table stats(path("o/stats.csv"));
  const Finished end = shoal({"info", "o"});
  EXPECT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("A small splash\n"));
  EXPECT_THAT(end.out, ContainsRegex("fluid +water: 1000 kg/m\\^3"));
  EXPECT_THAT(end.out,
              HasSubstr(fmt::format("{} at 100 per second\n", runFolder("o").listFrames().size())));
  EXPECT_THAT(end.out,
              HasSubstr(fmt::format("at t = {:.6g} s of 0.05 s\n", stats.column("time").back())));
  EXPECT_THAT(end.out, ContainsRegex("  step +120 +1 to 120\n"));
  expectError({"info", "nowhere"}, 1, "is not the folder of a run");
}

std::size_t coloursOf(const Image& image) {
  std::set<Rgb> colours;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) colours.insert(image.pixel(x, y));
  return colours.size();
}

TEST_F(Inspect, RenderMakesPicturesOfTheChosenFrames) {
  stateOf({"run", "splash.toml", "--out", "o", "--until", "0.1"});
  const Finished end = shoal({"render", "o", "--some", "3", "--width", "320", "--height", "240"});
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_EQ(end.out,
            "o/pictures/particles_000000.png\no/pictures/particles_000005.png\n"
            "o/pictures/particles_000010.png\n");
  const Image first = readPng(path("o/pictures/particles_000000.png"));
  const Image last = readPng(path("o/pictures/particles_000010.png"));
  EXPECT_EQ(first.width, 320);
  EXPECT_EQ(first.height, 240);
  EXPECT_GT(coloursOf(first), 20u);
  EXPECT_NE(contents(path("o/pictures/particles_000000.png")),
            contents(path("o/pictures/particles_000010.png")));
  EXPECT_GT(coloursOf(last), 20u);
  ASSERT_EQ(shoal({"render", "o", "--frame", "4", "--out", "p", "--colour", "pressure"}).exitCode,
            0);
  EXPECT_TRUE(std::filesystem::exists(path("p/particles_000004.png")));
}

TEST_F(Inspect, RenderPutsPicturesOnASheetAndCutsThem) {
  stateOf({"run", "splash.toml", "--out", "o", "--until", "0.1", "--set",
           "camera.cut={point=[-9,0,0],normal=[1,0,0]}"});
  const Words small{"--width", "160", "--height", "120", "--sheet"};
  const auto sheet = [&](const char* out, Words more) {
    Words words{"render", "--out", out};
    words.insert(words.end(), small.begin(), small.end());
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("o");
    const Finished end = shoal(words);
    EXPECT_EQ(end.exitCode, 0) << end.err;
    EXPECT_THAT(end.out, HasSubstr(fmt::format("{}/sheet.png\n", out)));
    return readPng(path(fmt::format("{}/sheet.png", out)));
  };
  const Image empty = sheet("a", {});
  EXPECT_EQ(empty.width, 5 * 160);
  EXPECT_EQ(empty.height, 120);
  const Image whole = sheet("b", {"--no-cut"});
  EXPECT_NE(whole.rgb, empty.rgb);  // the scene's cut leaves nothing
  EXPECT_EQ(sheet("c", {"--cut", "9", "0", "0", "1", "0", "0"}).rgb, whole.rgb);
  EXPECT_EQ(sheet("d", {"--cut", "-9", "0", "0", "1", "0", "0", "--whole-solids"}).rgb, empty.rgb);
  EXPECT_EQ(sheet("e", {"--some", "7"}).height, 240);
}

constexpr const char* kPuddle = R"(format = 1
[run]
until = 0.02
fps = 100
[world]
spacing = 0.05
[[fluid]]
name = "water"
fill = { box = [[0, 0, 0], [0.3, 0.2, 0.3]] }
[[solid]]
name = "tank"
mesh = { box = [[0, 0, 0], [0.6, 0.4, 0.3]] }
)";

TEST_F(Inspect, RenderDrawsFluidsInSpaceAsSurfacesUnlessAQuantityIsAskedFor) {
  write("puddle.toml", kPuddle);
  stateOf({"run", "puddle.toml", "--out", "o"});
  const auto picture = [&](const Words& more) {
    Words words{"render", "o", "--out", "p", "--frame", "2", "--width", "64", "--height", "48"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished end = shoal(words);
    EXPECT_EQ(end.exitCode, 0) << end.err;
    return contents(path("p/particles_000002.png"));
  };
  const std::string water = picture({});
  EXPECT_EQ(picture({"--style", "surface"}), water);
  const std::string balls = picture({"--style", "particles"});
  EXPECT_NE(balls, water);
  EXPECT_EQ(picture({"--colour", "speed"}), balls);
  EXPECT_NE(picture({"--colour", "speed", "--style", "surface"}), water);
  expectError({"render", "o", "--style", "soup"}, 1, "view.style");
  expectError({"render", "o", "--samples", "--style", "surface"}, 1, "--samples shows points");
  // In the plane there is no surface.
  stateOf({"run", "splash.toml", "--out", "flat", "--steps", "1"});
  expectError({"render", "flat", "--style", "surface"}, 1, "say --style particles");
}

// Those of `shoal surface`, as long as their frame is not newer.
TEST_F(Inspect, RenderTakesSurfacesThatAreThere) {
  write("puddle.toml", kPuddle);
  stateOf({"run", "puddle.toml", "--out", "o"});
  const auto picture = [&] {
    EXPECT_EQ(shoal({"render", "o", "--frame", "2", "--width", "64", "--height", "48"}).exitCode,
              0);
    return contents(path("o/pictures/particles_000002.png"));
  };
  const std::string fine = picture();
  ASSERT_EQ(shoal({"surface", "o", "--support", "4"}).exitCode, 0);
  EXPECT_NE(picture(), fine);
  std::filesystem::last_write_time(
      runFolder("o").listFrames()[2],
      std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  EXPECT_EQ(picture(), fine);
}

TEST_F(Inspect, RenderExplainsWhatItCannotDo) {
  stateOf({"run", "splash.toml", "--out", "o", "--steps", "1"});
  expectError({"render", "nowhere"}, 1, "is not the folder of a run");
  expectError({"render", "o", "--frame", "9"}, 1, "has no frame 9; its last is 0");
  expectError({"render", "o", "--colour", "taste"}, 1, "speed");
  expectError({"render", "o", "--width", "1000000000"}, 1, "width");
  expectError({"render", "o", "--cut", "0", "0", "0", "0", "0", "0"}, 1, "must not be zero");
  expectError({"render", "o", "--cut", "nan", "0", "0", "0", "0", "1"}, 1, "finite");
  expectError({"render", "o", "--cut", "0", "0", "1"}, 2, "--cut");
  const auto frame = runFolder("o").listFrames().front();
  const std::string whole = contents(frame);
  write("o/frames/particles_000000.vtp", whole.substr(0, whole.size() / 2));
  expectError({"render", "o"}, 1, "particles_000000.vtp");
}

}  // namespace
}  // namespace shoal
