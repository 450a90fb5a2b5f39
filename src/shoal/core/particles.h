// A set of particles and the fields that belong to it. A field follows its set when particles are
// added, removed or sorted, so that element i of every field is always particle i.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "shoal/core/buffer.h"
#include "shoal/core/parallel.h"
#include "shoal/core/vec.h"

namespace shoal {

class Particles;

// State follows sorting and removal and goes into checkpoints; Scratch is computed anew in every
// step and only follows the number of particles.
enum class Role { State, Scratch };

enum class ElementType { Float, Vector, UInt32 };

template <class T>
constexpr ElementType elementType() {
  if constexpr (std::is_same_v<T, float>) return ElementType::Float;
  if constexpr (std::is_same_v<T, Vec3f>) return ElementType::Vector;
  if constexpr (std::is_same_v<T, std::uint32_t>) return ElementType::UInt32;
}

// The part of a field that does not depend on its element type: what Particles, checkpoints and
// hashes work with.
class FieldBase {
 public:
  FieldBase(const FieldBase&) = delete;
  FieldBase& operator=(const FieldBase&) = delete;

  const std::string& name() const { return name_; }
  Role role() const { return role_; }
  ElementType type() const { return type_; }
  std::size_t elementSize() const { return elementSize_; }
  std::size_t size() const { return size_; }
  std::span<std::byte> bytes() { return {buffer_.data(), size_ * elementSize_}; }
  std::span<const std::byte> bytes() const { return {buffer_.data(), size_ * elementSize_}; }

 protected:
  FieldBase(Particles& owner, std::string name, Role role, ElementType type,
            std::size_t elementSize);
  virtual ~FieldBase();

 private:
  friend class Particles;
  void resize(std::size_t n);
  virtual void fill(Range fresh) = 0;

  Particles& owner_;
  std::string name_;
  Role role_;
  ElementType type_;
  std::size_t elementSize_;
  std::size_t size_ = 0;

 protected:
  Buffer buffer_;
};

class Particles {
 public:
  explicit Particles(std::string name) : name_(std::move(name)) {}
  Particles(const Particles&) = delete;
  Particles& operator=(const Particles&) = delete;

  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }

  void resize(std::size_t n);

  // Adds particles at the end and returns the index of the first of them.
  std::size_t append(std::size_t count);

  // New particle i is old particle order[i]. `order` may be shorter than the set: particles it
  // leaves out are removed.
  void rearrange(std::span<const std::uint32_t> order);

  // Removes the particles whose flag is set; the others keep their order.
  void remove(std::span<const std::uint8_t> gone);

  const std::vector<FieldBase*>& fields() const { return fields_; }
  FieldBase* find(std::string_view name) const;

  // Memory held by all fields and by the room for sorting them.
  std::size_t bytes() const;

 private:
  friend class FieldBase;

  std::string name_;
  std::size_t size_ = 0;
  std::vector<FieldBase*> fields_;
  std::map<std::size_t, Buffer> spare_;  // by element size: where rearranged fields are written
};

template <class T>
class Field final : public FieldBase {
 public:
  // New particles get `initial`; without one they are poison in debug builds.
  Field(Particles& owner, std::string name, Role role, T initial = poison())
      : FieldBase(owner, std::move(name), role, elementType<T>(), sizeof(T)), initial_(initial) {
    fill({0, size()});
  }

  T* data() { return reinterpret_cast<T*>(buffer_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(buffer_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  std::span<T> span() { return {data(), size()}; }
  std::span<const T> span() const { return {data(), size()}; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }

  // Exchanges all values of two fields of the same particles, at the cost of a few pointers.
  friend void swapValues(Field& a, Field& b) { a.buffer_.swap(b.buffer_); }

 private:
  static constexpr T poison() {
#ifdef NDEBUG
    return T{};
#else
    constexpr float nan = std::numeric_limits<float>::signaling_NaN();
    if constexpr (std::is_same_v<T, float>) return nan;
    if constexpr (std::is_same_v<T, Vec3f>) return Vec3f{nan, nan, nan};
    if constexpr (std::is_same_v<T, std::uint32_t>) return 0xdeadbeefU;
#endif
  }
  void fill(Range fresh) override { std::fill(data() + fresh.begin, data() + fresh.end, initial_); }

  T initial_;
};

// A hash of the state fields, element by element in the order of `ids`, so that two runs agree
// exactly if and only if every particle has the same bits, however the particles are sorted.
std::uint64_t hashState(const Particles& particles, std::span<const std::uint32_t> ids);

}  // namespace shoal
