#include "shoal/view/film/film_encoder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

fs::path findProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder.empty() ? "." : folder) / name;
    if (::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program)) return program;
  }
  fail("films are made by the program {0}, which is not installed (in Debian: apt install {0})",
       name);
}

int evenUp(int pixels) { return pixels + pixels % 2; }

// Rows of red, green and blue, with the last row and column repeated up to the size.
std::string rawPixels(const Image& picture, int width, int height) {
  std::string bytes;
  bytes.reserve(std::size_t{3} * static_cast<std::size_t>(width) *
                static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const std::uint8_t channel :
           picture.pixel(std::min(x, picture.width - 1), std::min(y, picture.height - 1)))
        bytes += static_cast<char>(channel);
  return bytes;
}

}  // namespace

// ffmpeg at work. Its input is a socket, since writing to a pipe whose reader has died would end
// this program; its messages go to a file without a name, which cannot fill up and block it.
struct FilmEncoder::Process {
  explicit Process(std::vector<std::string> command) : messages(std::tmpfile()) {
    int ends[2];
    if (!messages || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      fail("cannot start {}: {}", command.front(), std::strerror(errno));
    input = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(messages), STDERR_FILENO);
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    const int failure = posix_spawn(&id, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failure == 0) return;
    ::close(input);
    std::fclose(messages);
    fail("cannot start {}: {}", command.front(), std::strerror(failure));
  }
  ~Process() {
    if (input >= 0) ::close(input);
    if (id > 0) {
      ::kill(id, SIGKILL);
      ::waitpid(id, nullptr, 0);
    }
    std::fclose(messages);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(input, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Whether it succeeded.
  bool end() {
    ::close(std::exchange(input, -1));
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    id = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  std::string lastMessage() const {
    std::rewind(messages);
    std::string text(4096, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), messages));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    return text.empty() ? "it gave no reason" : text.substr(text.rfind('\n') + 1);
  }

  std::FILE* messages;
  int input = -1;
  pid_t id = -1;
};

FilmEncoder::FilmEncoder(fs::path film, double rate)
    : film_(std::move(film)),
      temporary_(film_.string() + kTemporaryExtension),
      program_(findProgram("ffmpeg")),
      format_(filmFormatOf(film_)),
      rate_(rate) {
  if (!(rate_ > 0 && rate_ <= format_.maxRate))
    fail("{}: shows up to {} pictures a second, not {}; say --fps", film_.string(), format_.maxRate,
         rate_);
  const fs::path folder = film_.parent_path();
  if (!folder.empty() && !fs::is_directory(folder))
    fail("{}: cannot be made: there is no folder {}", film_.string(), folder.string());
}

FilmEncoder::~FilmEncoder() {
  if (!process_) return;
  process_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void FilmEncoder::add(const Image& picture) {
  if (!process_) {
    width_ = picture.width;
    height_ = picture.height;
  }
  if (picture.width != width_ || picture.height != height_)
    fail("{}: pictures of a film must have one size", film_.string());
  const int width = format_.evenSize ? evenUp(width_) : width_;
  const int height = format_.evenSize ? evenUp(height_) : height_;
  if (!process_) {
    // Without time and version in the file, the same pictures give the same bytes.
    std::vector<std::string> command{program_.string(), "-hide_banner", "-loglevel", "error", "-y"};
    for (const std::string& word :
         {std::string("-f"), std::string("rawvideo"), std::string("-pix_fmt"), std::string("rgb24"),
          std::string("-video_size"), fmt::format("{}x{}", width, height),
          std::string("-framerate"), fmt::format("{}", rate_), std::string("-i"), std::string("-")})
      command.push_back(word);
    command.insert(command.end(), format_.codec.begin(), format_.codec.end());
    command.insert(command.end(), {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f",
                                   format_.container, fs::absolute(temporary_).string()});
    process_ = std::make_unique<Process>(std::move(command));
  }
  if (process_->send(rawPixels(picture, width, height))) return;
  process_->end();
  fail("{}: ffmpeg failed: {}", film_.string(), process_->lastMessage());
}

void FilmEncoder::finish() {
  if (!process_) fail("{}: a film needs a picture", film_.string());
  if (!process_->end()) fail("{}: ffmpeg failed: {}", film_.string(), process_->lastMessage());
  publishFile(temporary_, film_);
  process_.reset();
}

}  // namespace shoal
