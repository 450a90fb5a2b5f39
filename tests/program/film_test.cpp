// Films of runs. Short tests have a script in place of ffmpeg that keeps what it is given; long
// ones ask ffprobe about the real thing.
#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "program/program.h"
#include "shoal/view/picture/image.h"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kFrames = 6;  // of kSplash

class FilmCommand : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("splash.toml", kSplash);
    stateOf({"run", "splash.toml", "--out", "o"});
    const char* before = std::getenv("PATH");
    path_ = before ? before : "";
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  // A folder with this script as its ffmpeg goes first on the path. The last word is the film.
  void fakeFfmpeg(const std::string& script) const {
    fs::create_directories(path("fake"));
    write("fake/ffmpeg", "#!/bin/sh\nfor film; do :; done\n" + script);
    fs::permissions(path("fake/ffmpeg"), fs::perms::owner_all);
    ::setenv("PATH", (path("fake").string() + ":" + path_).c_str(), 1);
  }

  static Words film(const std::string& name, Words more = {}) {
    Words words{"render", "o", "--movie", name, "--width", "33", "--height", "21"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::vector<fs::path> pictures() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path("o/pictures")))
      if (entry.path().extension() == ".png") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
  }

  std::string path_;
};

constexpr const char* kKeep = "echo \"$@\" > words.txt; cat > \"$film\"\n";

TEST_F(FilmCommand, HandsEveryPictureToFfmpegInOrderAndWithEvenSides) {
  fakeFfmpeg(kKeep);
  const Finished end = shoal(film("x.mp4"));
  ASSERT_EQ(end.exitCode, 0) << end.err;
  EXPECT_THAT(end.out, HasSubstr("6 of 6 pictures"));
  EXPECT_THAT(contents(path("words.txt")), HasSubstr("-video_size 34x22 -framerate 100 -i -"));
  const std::string bytes = contents(path("x.mp4"));
  ASSERT_EQ(bytes.size(), kFrames * 34 * 22 * 3);
  const std::vector<fs::path> files = pictures();
  ASSERT_EQ(files.size(), kFrames);
  for (std::size_t k = 0; k < kFrames; ++k) {
    const Image image = readPng(files[k]);
    for (int y = 0; y < 22; ++y)
      for (int x = 0; x < 34; ++x) {
        const Rgb colour = image.pixel(std::min(x, 32), std::min(y, 20));
        const std::size_t at = 3 * ((k * 22 + std::size_t(y)) * 34 + std::size_t(x));
        for (std::size_t c = 0; c < 3; ++c)
          ASSERT_EQ(static_cast<std::uint8_t>(bytes[at + c]), colour[c])
              << k << " " << x << " " << y;
      }
  }
  EXPECT_FALSE(fs::exists(path("x.mp4.tmp")));
}

TEST_F(FilmCommand, UsesPicturesOfTheSameSettingsAgain) {
  fakeFfmpeg(kKeep);
  ASSERT_EQ(shoal(film("x.gif")).exitCode, 1);  // 100 frames a second are too many
  ASSERT_EQ(shoal(film("x.mp4")).exitCode, 0);
  const std::vector<fs::path> files = pictures();
  fs::remove(files[3]);
  const auto kept = fs::last_write_time(files[2]);
  const Finished again = shoal(film("y.mp4"));
  ASSERT_EQ(again.exitCode, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("5 were there"));
  EXPECT_EQ(fs::last_write_time(files[2]), kept);
  EXPECT_EQ(contents(path("x.mp4")), contents(path("y.mp4")));
  // A frame that was written anew, and other settings, ask for new pictures.
  fs::last_write_time(runFolder("o").listFrames()[1], fs::file_time_type::clock::now());
  EXPECT_THAT(shoal(film("y.mp4")).out, HasSubstr("5 were there"));
  EXPECT_THAT(shoal(film("y.mp4", {"--colour", "density"})).out, Not(HasSubstr("were there")));
  EXPECT_NE(contents(path("x.mp4")), contents(path("y.mp4")));
}

TEST_F(FilmCommand, KilledHalfWayIsTheSameAfterwards) {
  fakeFfmpeg(kKeep);
  ASSERT_EQ(shoal(film("whole.mp4")).exitCode, 0);
  fs::remove_all(path("o/pictures"));
  // It stops reading after two pictures and ends the program that feeds it.
  fakeFfmpeg("head -c 4488 > \"$film\"; kill -9 $PPID\n");
  EXPECT_EQ(start(film("x.mp4")).wait().signal, SIGKILL);
  EXPECT_FALSE(fs::exists(path("x.mp4")));
  EXPECT_FALSE(pictures().empty());
  fakeFfmpeg(kKeep);
  const Finished again = shoal(film("x.mp4"));
  EXPECT_THAT(again.out, HasSubstr("were there"));
  EXPECT_EQ(contents(path("x.mp4")), contents(path("whole.mp4")));
}

TEST_F(FilmCommand, ExplainsWhatIsWrong) {
  fakeFfmpeg("cat > /dev/null; echo 'no such codec' >&2; exit 3\n");
  write("x.mp4", "an older film");
  expectError(film("x.mp4"), 1, "x.mp4: ffmpeg failed: no such codec");
  fakeFfmpeg("echo 'disk full' >&2; exit 1\n");
  expectError({"render", "o", "--movie", "x.mp4"}, 1, "ffmpeg failed: disk full");
  EXPECT_EQ(contents(path("x.mp4")), "an older film");
  EXPECT_FALSE(fs::exists(path("x.mp4.tmp")));
  expectError(film("x.avi"), 1, "there are .mp4, .webm, .gif");
  expectError(film("x.gif", {"--fps", "60"}), 1, "shows up to 50 pictures a second, not 60");
  expectError(film("nowhere/x.mp4"), 1, "there is no folder nowhere");
  expectError(film("x.mp4", {"--transparent"}), 1, "leave out --transparent");
  expectError({"render", "o", "--fps", "10"}, 1, "say --movie");
  expectError(film("x.mp4", {"--frame", "1"}), 2, "excludes");
  ::setenv("PATH", path("nowhere").c_str(), 1);
  expectError(film("x.mp4"), 1, "apt install ffmpeg");
}

class FilmCommandLong : public FilmCommand {
 protected:
  // What ffprobe says of the only stream.
  std::string probed(const std::string& name) const {
    Subprocess probe({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                      "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames", "-of",
                      "default=noprint_wrappers=1", name},
                     {path("")});
    const Finished end = probe.wait();
    EXPECT_EQ(end.exitCode, 0) << end.err;
    return end.out;
  }
};

TEST_F(FilmCommandLong, HasTheSizeTheRateAndAllFrames) {
  ASSERT_EQ(shoal(film("x.mp4")).exitCode, 0);
  const std::string mp4 = probed("x.mp4");
  for (const char* line : {"codec_name=h264", "width=34", "height=22", "pix_fmt=yuv420p",
                           "r_frame_rate=100/1", "nb_read_frames=6"})
    EXPECT_THAT(mp4, HasSubstr(std::string(line) + "\n"));
  ASSERT_EQ(shoal(film("x.webm", {"--fps", "12.5"})).exitCode, 0);
  const std::string webm = probed("x.webm");
  for (const char* line :
       {"codec_name=vp9", "width=34", "height=22", "r_frame_rate=25/2", "nb_read_frames=6"})
    EXPECT_THAT(webm, HasSubstr(std::string(line) + "\n"));
  ASSERT_EQ(shoal(film("x.gif", {"--fps", "20"})).exitCode, 0);
  const std::string gif = probed("x.gif");
  for (const char* line :
       {"codec_name=gif", "width=33", "height=21", "r_frame_rate=20/1", "nb_read_frames=6"})
    EXPECT_THAT(gif, HasSubstr(std::string(line) + "\n"));
}

TEST_F(FilmCommandLong, IsTheSameWhenItWasKilledHalfWay) {
  const auto large = [](const std::string& name) {
    return Words{"render", "o", "--movie", name, "--width", "801", "--height", "601"};
  };
  ASSERT_EQ(shoal(large("whole.mp4")).exitCode, 0);
  fs::remove_all(path("o/pictures"));
  {
    Subprocess half = start(large("x.mp4"));
    while (half.running() && (!fs::exists(path("o/pictures")) || pictures().size() < 2))
      ::usleep(1000);
    half.send(SIGKILL);
    EXPECT_EQ(half.wait().signal, SIGKILL);
  }
  EXPECT_FALSE(fs::exists(path("x.mp4")));
  EXPECT_LT(pictures().size(), kFrames);
  const Finished again = shoal(large("x.mp4"));
  EXPECT_THAT(again.out, HasSubstr("were there"));
  EXPECT_EQ(contents(path("x.mp4")), contents(path("whole.mp4")));
}

}  // namespace
}  // namespace shoal
