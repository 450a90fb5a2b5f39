#include "shoal/core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

#include "shoal/core/error.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool isOpen() const { return fd_ >= 0; }
  bool sync() const { return ::fsync(fd_) == 0; }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }
  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

 private:
  int fd_;
};

[[noreturn]] void failToWrite(const fs::path& path, int reason) {
  fail("cannot write {}: {}", path.string(), std::strerror(reason));
}

// A rename is on the disk only once its folder is. Some file systems cannot do this and say so.
void syncFolder(const fs::path& path) {
  const Descriptor folder(path.empty() ? fs::path(".") : path, O_RDONLY | O_DIRECTORY);
  if (folder.isOpen()) static_cast<void>(folder.sync());
}

}  // namespace

void replaceFileAtomically(const fs::path& path,
                           const std::function<void(const fs::path&)>& write) {
  fs::path temporary = path;
  temporary += kTemporaryExtension;
  try {
    write(temporary);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  Descriptor file(temporary, O_RDONLY);
  const bool safe = file.isOpen() && file.sync() && file.close();
  if (!safe || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    failToWrite(path, reason);
  }
  syncFolder(path.parent_path());
}

void writeFileAtomically(const fs::path& path, std::string_view bytes) {
  replaceFileAtomically(path, [&](const fs::path& temporary) {
    Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.isOpen() || !file.write(bytes) || !file.close()) failToWrite(path, errno);
  });
}

std::uintmax_t regularFileSize(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) fail("cannot read {}: no such file", path.string());
  if (!fs::is_regular_file(status)) fail("cannot read {}: not a regular file", path.string());
  const std::uintmax_t size = fs::file_size(path, code);
  if (code) fail("cannot read {}: {}", path.string(), code.message());
  return size;
}

std::string readFile(const fs::path& path) {
  return readFile(path, std::numeric_limits<std::uintmax_t>::max());
}

std::string readFile(const fs::path& path, std::uintmax_t most) {
  const std::uintmax_t size = regularFileSize(path);
  if (size > most)
    fail("cannot read {}: it has {:.4g} GB, more than the limit of {:.4g} GB", path.string(),
         double(size) / 1e9, double(most) / 1e9);
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) fail("cannot read {}: check its permissions", path.string());
  return bytes;
}

}  // namespace shoal
