#include "shoal/core/particles.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "shoal/core/byte_hash.h"
#include "shoal/core/gathered.h"

namespace shoal {

namespace {

// Of a field, with what gather() reads beyond its end.
std::size_t bytesOf(std::size_t elements, std::size_t elementSize) {
  return elements * elementSize + kReadableBeyond;
}

}  // namespace

FieldBase::FieldBase(Particles& owner, std::string name, Role role, ElementType type,
                     std::size_t elementSize)
    : owner_(owner), name_(std::move(name)), role_(role), type_(type), elementSize_(elementSize) {
  if (owner.find(name_)) throw std::logic_error("two fields named " + name_);
  owner_.fields_.push_back(this);
  buffer_.reserve(bytesOf(owner.size(), elementSize_), 0);
  size_ = owner.size();
}

FieldBase::~FieldBase() { std::erase(owner_.fields_, this); }

void FieldBase::resize(std::size_t n) {
  const std::size_t before = size_;
  if (bytesOf(n, elementSize_) > buffer_.capacity()) {
    // Grow by an eighth beyond need, unless this is the first filling, whose size is usually final.
    const std::size_t room = before == 0 ? n : n + n / 8;
    buffer_.reserve(bytesOf(room, elementSize_), before * elementSize_);
  }
  size_ = n;
  if (n > before) fill({before, n});
}

void Particles::resize(std::size_t n) {
  for (FieldBase* f : fields_) f->resize(n);
  size_ = n;
}

std::size_t Particles::append(std::size_t count) {
  const std::size_t first = size_;
  resize(size_ + count);
  return first;
}

namespace {

template <std::size_t Size>
void gather(std::byte* to, const std::byte* from, std::span<const std::uint32_t> order) {
  parallelFor(order.size(),
              [&](std::size_t i) { std::memcpy(to + i * Size, from + order[i] * Size, Size); });
}

}  // namespace

// Fields are written to other memory, which then is theirs: that of a scratch field, whose values
// have no meaning any more, or memory that is kept for this.
void Particles::rearrange(std::span<const std::uint32_t> order) {
  const auto roomFor = [&](const FieldBase& field) -> Buffer& {
    for (FieldBase* f : fields_)
      if (f->role() == Role::Scratch && f->elementSize() == field.elementSize()) return f->buffer_;
    return spare_[field.elementSize()];
  };
  for (FieldBase* f : fields_) {
    if (f->role() == Role::Scratch) continue;
    Buffer& spare = roomFor(*f);
    spare.reserve(f->buffer_.capacity(), 0);
    if (f->elementSize() == 4)
      gather<4>(spare.data(), f->buffer_.data(), order);
    else
      gather<12>(spare.data(), f->buffer_.data(), order);
    f->buffer_.swap(spare);
  }
  size_ = order.size();
  for (FieldBase* f : fields_) f->size_ = size_;
}

void Particles::remove(std::span<const std::uint8_t> gone) {
  std::vector<std::uint32_t> kept;
  kept.reserve(size_);
  for (std::size_t i = 0; i < size_; ++i)
    if (!gone[i]) kept.push_back(static_cast<std::uint32_t>(i));
  if (kept.size() != size_) rearrange(kept);
}

FieldBase* Particles::find(std::string_view name) const {
  for (FieldBase* f : fields_)
    if (f->name() == name) return f;
  return nullptr;
}

std::size_t Particles::bytes() const {
  std::size_t total = 0;
  for (const FieldBase* f : fields_) total += f->buffer_.capacity();
  for (const auto& [size, buffer] : spare_) total += buffer.capacity();
  return total;
}

std::uint64_t hashState(const Particles& particles, std::span<const std::uint32_t> ids) {
  std::vector<std::uint32_t> order(particles.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ids[a] < ids[b]; });
  ByteHash hash;
  for (const FieldBase* f : particles.fields()) {
    if (f->role() == Role::Scratch) continue;
    const std::size_t size = f->elementSize();
    for (const std::uint32_t i : order) hash.add(f->bytes().subspan(i * size, size));
  }
  return hash.value();
}

}  // namespace shoal
