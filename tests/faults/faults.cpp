// Loaded before the C library by LD_PRELOAD: has calls that change a folder fail as a disk does.
//
//   SHOAL_FAULT_FOLDER  calls on files below it are counted, others pass
//   SHOAL_FAULT_AT      number of the call that fails, from 1; of short writes, among the writes
//   SHOAL_FAULT_KIND    how: "full" (it and all that need room fail with ENOSPC; the first write
//                       comes half-way), "error" (it alone fails with EIO) or "short" (it alone
//                       writes half of what it was given, which is no failure)
//   SHOAL_FAULT_BYTES   instead of these: files below the folder take no more than so many bytes
//   SHOAL_FAULT_MARK    a file that is made when the first call fails
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

class Faults {
 public:
  static Faults& instance() {
    static Faults faults;
    return faults;
  }

  bool covers(const std::string& path) const {
    return !folder_.empty() && fs::absolute(path).string().starts_with(folder_);
  }
  bool covers(int file) const {
    if (folder_.empty()) return false;
    char path[PATH_MAX];
    const ssize_t length =
        ::readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path, sizeof path);
    return length > 0 &&
           std::string_view(path, static_cast<std::size_t>(length)).starts_with(folder_);
  }

  // Whether a call that writes nothing fails; sets errno.
  bool failsCall(bool needsRoom) {
    if (limited_ || kind_ == "short") return false;
    ++calls_;
    if (kind_ == "full" && needsRoom && calls_ >= at_) return failWith(ENOSPC);
    return kind_ == "error" && calls_ == at_ && failWith(EIO);
  }

  // How many of `count` bytes are written; negative if the call fails, with errno set.
  ssize_t room(std::size_t count) {
    if (limited_) return roomIn(count);
    ++calls_;
    if (kind_ == "error" && calls_ == at_) return noRoom(EIO);
    const bool half = calls_ == at_ && count > 1;
    if (half) mark();
    if (half && (kind_ == "full" || kind_ == "short")) return static_cast<ssize_t>(count / 2);
    if (kind_ == "full" && calls_ >= at_) return noRoom(ENOSPC);
    return static_cast<ssize_t>(count);
  }

 private:
  Faults()
      : folder_(setting("SHOAL_FAULT_FOLDER")),
        kind_(setting("SHOAL_FAULT_KIND")),
        mark_(setting("SHOAL_FAULT_MARK")),
        at_(std::atol(setting("SHOAL_FAULT_AT").c_str())),
        limited_(!setting("SHOAL_FAULT_BYTES").empty()),
        bytes_(std::atol(setting("SHOAL_FAULT_BYTES").c_str())) {}

  ssize_t roomIn(std::size_t count) {
    long used = 0;
    std::error_code code;
    for (fs::recursive_directory_iterator file(folder_, code), end; file != end;
         file.increment(code))
      if (file->is_regular_file(code)) used += static_cast<long>(file->file_size(code));
    const long left = bytes_ - used;
    if (left >= static_cast<long>(count)) return static_cast<ssize_t>(count);
    if (left <= 0) return noRoom(ENOSPC);
    return left;
  }

  bool failWith(int reason) {
    mark();
    errno = reason;
    return true;
  }
  ssize_t noRoom(int reason) {
    failWith(reason);
    return -1;
  }

  void mark() const {
    const auto realOpen = real<int (*)(const char*, int, ...)>("open");
    const int file = realOpen(mark_.c_str(), O_WRONLY | O_CREAT, 0666);
    if (file >= 0) ::close(file);
  }

  std::string folder_, kind_, mark_;
  long at_;
  bool limited_;
  long bytes_;
  long calls_ = 0;
};

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  Faults& faults = Faults::instance();
  if ((flags & O_CREAT) != 0 && faults.covers(path) && faults.failsCall(true)) return -1;
  return real<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t write(int file, const void* bytes, std::size_t count) {
  Faults& faults = Faults::instance();
  const ssize_t room = faults.covers(file) ? faults.room(count) : static_cast<ssize_t>(count);
  if (room < 0) return -1;
  return real<ssize_t (*)(int, const void*, std::size_t)>("write")(file, bytes,
                                                                   static_cast<std::size_t>(room));
}

ssize_t writev(int file, const iovec* parts, int count) {
  Faults& faults = Faults::instance();
  if (!faults.covers(file))
    return real<ssize_t (*)(int, const iovec*, int)>("writev")(file, parts, count);
  std::string bytes;
  for (int k = 0; k < count; ++k)
    bytes.append(static_cast<const char*>(parts[k].iov_base), parts[k].iov_len);
  return write(file, bytes.data(), bytes.size());
}

ssize_t pwrite(int file, const void* bytes, std::size_t count, off_t at) {
  Faults& faults = Faults::instance();
  const ssize_t room = faults.covers(file) ? faults.room(count) : static_cast<ssize_t>(count);
  if (room < 0) return -1;
  return real<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite")(
      file, bytes, static_cast<std::size_t>(room), at);
}

ssize_t pwrite64(int file, const void* bytes, std::size_t count, off64_t at) {
  return pwrite(file, bytes, count, at);
}

int fsync(int file) {
  Faults& faults = Faults::instance();
  if (faults.covers(file) && faults.failsCall(true)) return -1;
  return real<int (*)(int)>("fsync")(file);
}

int rename(const char* from, const char* to) noexcept {
  Faults& faults = Faults::instance();
  if (faults.covers(to) && faults.failsCall(false)) return -1;
  return real<int (*)(const char*, const char*)>("rename")(from, to);
}

int link(const char* from, const char* to) noexcept {
  Faults& faults = Faults::instance();
  if (faults.covers(to) && faults.failsCall(true)) return -1;
  return real<int (*)(const char*, const char*)>("link")(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
  Faults& faults = Faults::instance();
  if (faults.covers(path) && faults.failsCall(true)) return -1;
  return real<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

}  // extern "C"
