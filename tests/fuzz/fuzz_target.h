// What a reader may do with bytes of unknown origin: succeed, or throw an Error of one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <unistd.h>

#include "shoal/core/error.h"
#include "shoal/core/escape.h"

namespace shoal::fuzz {

// Any other exception, a crash, a hang or a message that needs escaping is a finding.
template <class Read>
void mustSucceedOrExplain(Read&& read) {
  try {
    read();
  } catch (const Error& error) {
    const std::string_view message = error.what();
    if (!message.empty() && escapeControls(message) == message) return;
    std::fprintf(stderr, "a message is empty or has control characters\n");
    std::abort();
  }
}

// For readers that open files themselves: a file of this process in memory.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& extension)
      : path_("/dev/shm/shoal-fuzz-" + std::to_string(::getpid()) + extension) {}
  ~MemoryFile() { std::filesystem::remove(path_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& holding(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    return path_;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace shoal::fuzz

// Defines what libFuzzer calls for each input: FUZZ_TARGET(bytes) { ... }.
#define FUZZ_TARGET(bytes)                                                         \
  static void fuzzOne(std::string_view bytes);                                     \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t n) { \
    fuzzOne({reinterpret_cast<const char*>(data), n});                             \
    return 0;                                                                      \
  }                                                                                \
  static void fuzzOne(std::string_view bytes)
