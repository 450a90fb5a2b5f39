#include "shoal/formats/gzip.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"

namespace shoal {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

// A byte of deflate data stands for at most 258 * 4 bytes (two-bit codes of the longest match).
constexpr std::uintmax_t kBestRatio = 1032;

}  // namespace

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  constexpr int kGzipWindow = 15 + 16;  // the largest window, and 16 asks for a gzip header
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    fail("cannot compress: out of memory");
  std::string packed;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0) {
      const std::size_t size = std::min(bytes.size(), kBlock);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(size);
      bytes.remove_prefix(size);
    }
    const std::size_t done = packed.size();
    packed.resize(done + kBlock);
    stream.next_out = reinterpret_cast<Bytef*>(packed.data() + done);
    stream.avail_out = kBlock;
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.resize(done + kBlock - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

struct GzipReader::Stream {
  explicit Stream(const char* path) : file(gzopen(path, "rb")) {}
  ~Stream() {
    if (file) gzclose(file);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  gzFile file;
};

GzipReader::GzipReader(const std::filesystem::path& path)
    : name_(path.string()), mostBytes_(regularFileSize(path)) {
  const bool overflows = mostBytes_ > std::numeric_limits<std::uintmax_t>::max() / kBestRatio;
  if (!overflows) mostBytes_ *= kBestRatio;
  stream_ = std::make_unique<Stream>(path.c_str());
  if (!stream_->file) fail("cannot read {}: check its permissions", name_);
  gzbuffer(stream_->file, 1 << 17);
}

GzipReader::~GzipReader() = default;

std::string GzipReader::read(std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) {
    const std::size_t done = bytes.size();
    const std::size_t want = std::min(kBlock, size - done);
    bytes.resize(done + want);
    if (gzread(stream_->file, bytes.data() + done, static_cast<unsigned>(want)) !=
        static_cast<int>(want))
      fail("{}: truncated or damaged", name_);
  }
  return bytes;
}

void GzipReader::finish() {
  char rest[4096];
  int got = 0;
  do {
    got = gzread(stream_->file, rest, sizeof rest);
  } while (got > 0);
  int code = Z_OK;
  gzerror(stream_->file, &code);
  if (got < 0 || code != Z_OK) fail("{}: truncated or damaged", name_);
}

}  // namespace shoal
