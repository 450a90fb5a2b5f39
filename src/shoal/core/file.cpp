#include "shoal/core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "shoal/core/byte_hash.h"
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
  const fs::path parent = path.parent_path();
  const Descriptor folder(parent.empty() ? fs::path(".") : parent, O_RDONLY | O_DIRECTORY);
  if (folder.isOpen() && !folder.sync() && errno != EINVAL && errno != ENOTSUP)
    failToWrite(path, errno);
}

// A file that is not yet in its place; it is gone unless put() there.
class TemporaryFile {
 public:
  // Has the bytes on the disk.
  TemporaryFile(const fs::path& path, std::string_view bytes) : path_(path), temporary_(path) {
    temporary_ += kTemporaryExtension;
    Descriptor file(temporary_, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.isOpen()) failToWrite(path_, errno);
    if (!file.write(bytes) || !file.sync() || !file.close()) abandon(errno);
  }
  ~TemporaryFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void mustHold(std::string_view bytes) const {
    std::ifstream file(temporary_, std::ios::binary);
    std::vector<char> block(std::size_t{1} << 16);
    bool same = true;
    while (same && !bytes.empty()) {
      const std::string_view next = bytes.substr(0, block.size());
      file.read(block.data(), static_cast<std::streamsize>(next.size()));
      same = file && std::string_view(block.data(), next.size()) == next;
      bytes.remove_prefix(next.size());
    }
    if (!same || file.peek() != std::ifstream::traits_type::eof())
      fail("cannot write {}: what was written reads back differently", path_.string());
  }

  void put() {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) failToWrite(path_, errno);
    temporary_.clear();
    syncFolder(path_);
  }

 private:
  [[noreturn]] void abandon(int reason) const {
    ::unlink(temporary_.c_str());
    failToWrite(path_, reason);
  }

  fs::path path_, temporary_;
};

// Gives the file a second name, in the place of what had it. File systems without hard links move
// it instead.
void keepAs(const fs::path& previous, const fs::path& path) {
  if (!fs::exists(path)) return;
  ::unlink(previous.c_str());
  if (::link(path.c_str(), previous.c_str()) == 0) return;
  if (::rename(path.c_str(), previous.c_str()) != 0) failToWrite(previous, errno);
}

}  // namespace

void writeFileAtomically(const fs::path& path, std::string_view bytes) {
  TemporaryFile(path, bytes).put();
}

void writeFileKeepingPrevious(const fs::path& path, const fs::path& previous,
                              std::string_view bytes) {
  TemporaryFile file(path, bytes);
  file.mustHold(bytes);
  keepAs(previous, path);
  file.put();
}

void publishFile(const fs::path& temporary, const fs::path& path) {
  const Descriptor file(temporary, O_RDONLY);
  if (!file.isOpen() || !file.sync() || ::rename(temporary.c_str(), path.c_str()) != 0)
    failToWrite(path, errno);
  syncFolder(path);
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

std::uint64_t hashOfFile(const fs::path& path) {
  regularFileSize(path);
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 16);
  ByteHash hash;
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash.add(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
  }
  if (!file.eof()) fail("cannot read {}: check its permissions", path.string());
  return hash.value();
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
