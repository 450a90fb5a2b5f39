// Compression and decompression by gzip.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace shoal {

// A gzip stream of the bytes; deterministic.
std::string gzipped(std::string_view bytes);

// Reads a file piece by piece, decompressing it if it is compressed, so that memory is bounded by
// the data actually read, whatever sizes a damaged file claims.
class GzipReader {
 public:
  explicit GzipReader(const std::filesystem::path& path);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  // The next `size` bytes; throws an Error when there are fewer.
  std::string read(std::size_t size);

  // Reads to the end, which verifies the checksum.
  void finish();

  // No file of this size can decompress to more bytes.
  std::uintmax_t mostBytes() const { return mostBytes_; }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  std::string name_;
  std::uintmax_t mostBytes_;
};

}  // namespace shoal
