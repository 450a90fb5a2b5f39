#include "shoal/output/run_lock.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "shoal/core/error.h"

namespace shoal {

namespace {

// "process 1234", as the one that holds the lock wrote it.
std::string holderOf(int file) {
  std::array<char, 32> text{};
  const ssize_t length = ::pread(file, text.data(), text.size(), 0);
  std::string id;
  for (ssize_t k = 0; k < length && text[static_cast<std::size_t>(k)] >= '0' &&
                      text[static_cast<std::size_t>(k)] <= '9';
       ++k)
    id += text[static_cast<std::size_t>(k)];
  return id.empty() ? "another process" : "process " + id;
}

// Replaces what the file holds; a short write is continued.
bool replaceText(int file, std::string_view text) {
  if (::ftruncate(file, 0) != 0) return false;
  for (off_t at = 0; !text.empty();) {
    const ssize_t written = ::pwrite(file, text.data(), text.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
  return true;
}

}  // namespace

RunLock::RunLock(const RunFolder& folder)
    : file_(::open(folder.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail("cannot write {}: {}", folder.lock().string(), std::strerror(errno));
  // Some file systems have no locks; a run there goes without.
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    const std::string holder = holderOf(file_);
    ::close(file_);
    fail("{}: {} runs here; wait until it ends, stop it, or choose another folder with --out",
         folder.path().string(), holder);
  }
  if (replaceText(file_, fmt::format("{}\n", ::getpid()))) return;
  const int reason = errno;
  ::close(file_);
  fail("cannot write {}: {}", folder.lock().string(), std::strerror(reason));
}

RunLock::~RunLock() { ::close(file_); }

}  // namespace shoal
