// Raw memory on cache-line boundaries, so that wide loads never straddle two lines.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

namespace shoal {

class Buffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& o) noexcept { swap(o); }
  Buffer& operator=(Buffer&& o) noexcept {
    swap(o);
    return *this;
  }
  ~Buffer() { ::operator delete (data_, std::align_val_t{kAlignment}); }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }

  // Makes room for `bytes`, keeping the first `keep` of them.
  void reserve(std::size_t bytes, std::size_t keep) {
    if (bytes <= capacity_) return;
    Buffer larger;
    larger.data_ = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kAlignment}));
    larger.capacity_ = bytes;
    if (keep > 0) std::memcpy(larger.data_, data_, keep);
    swap(larger);
  }

  void swap(Buffer& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(capacity_, o.capacity_);
  }

 private:
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace shoal
