// A program run by a test: what it prints, how it ends, and signals on its way.
#pragma once

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shoal::support {

// How a program ended. It has an exit code, or the signal that ended it.
struct Finished {
  int exitCode = -1;
  int signal = 0;
  std::string out, err;
};

// A bare chroot has no pseudo-terminals.
inline bool terminalsExist() {
  int outer = -1, inner = -1;
  if (::openpty(&outer, &inner, nullptr, nullptr, nullptr) != 0) return false;
  ::close(outer);
  ::close(inner);
  return true;
}

class Subprocess {
 public:
  struct Options {
    std::filesystem::path folder = ".";  // where it runs
    int terminalColumns = 0;             // above zero: its output is a terminal of that width
  };

  Subprocess(std::vector<std::string> command, const Options& options) {
    const int out =
        options.terminalColumns > 0 ? openTerminal(options.terminalColumns) : openPipe(out_);
    const int err = openPipe(err_);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    const int failure = posix_spawnp(&pid_, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(out);
    ::close(err);
    if (failure != 0) throw std::runtime_error("cannot start " + command.front());
  }

  ~Subprocess() {
    if (running()) {
      send(SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(out_);
    ::close(err_);
  }
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  pid_t id() const { return pid_; }
  void send(int signal) const { ::kill(pid_, signal); }

  // Whether it has not ended yet. Once it has, its id may become another program's.
  bool running() {
    if (!ended_ && ::waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
    return !ended_;
  }

  // Reads what it prints until it ends; kills it and throws when that takes longer than `limit`.
  Finished wait(std::chrono::duration<double> limit = std::chrono::seconds(60)) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    std::array<pollfd, 2> both{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};
    while (both[0].fd >= 0 || both[1].fd >= 0) {
      if (Clock::now() - start > limit) {
        send(SIGKILL);
        throw std::runtime_error("the program took too long and was killed");
      }
      ::poll(both.data(), both.size(), 100);
      readSome(both[0], finished_.out);
      readSome(both[1], finished_.err);
    }
    if (!ended_) ::waitpid(pid_, &status_, 0);
    ended_ = true;
    if (WIFEXITED(status_)) finished_.exitCode = WEXITSTATUS(status_);
    if (WIFSIGNALED(status_)) finished_.signal = WTERMSIG(status_);
    return finished_;
  }

 private:
  static int openPipe(int& reader) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    reader = ends[0];
    return ends[1];
  }

  int openTerminal(int columns) {
    const winsize size{24, static_cast<unsigned short>(columns), 0, 0};
    int inner = -1;
    if (::openpty(&out_, &inner, nullptr, nullptr, &size) != 0)
      throw std::runtime_error("cannot make a terminal");
    ::fcntl(out_, F_SETFD, FD_CLOEXEC);
    ::fcntl(inner, F_SETFD, FD_CLOEXEC);
    return inner;
  }

  // A terminal whose program has ended reports an error instead of an end.
  static void readSome(pollfd& from, std::string& text) {
    if (from.fd < 0 || from.revents == 0) return;
    std::array<char, 4096> bytes;
    const ssize_t count = ::read(from.fd, bytes.data(), bytes.size());
    if (count > 0)
      text.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      from.fd = -1;
  }

  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
  int status_ = 0;
  bool ended_ = false;
  Finished finished_;
};

}  // namespace shoal::support
