// Particle data for files and pictures: positions, named columns and a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shoal/core/vec.h"

namespace shoal {

struct ParticleColumn {
  std::string name;
  std::variant<std::span<const float>, std::span<const Vec3f>, std::span<const std::uint32_t>>
      values;
};

// A view of arrays that live elsewhere. Every column has as many values as there are positions.
struct ParticleTable {
  std::span<const Vec3f> positions;
  std::vector<ParticleColumn> columns;
  double time = 0;  // s

  // The column of this name and type, if there is one.
  template <class T>
  std::optional<std::span<const T>> column(std::string_view name) const {
    for (const ParticleColumn& c : columns)
      if (c.name == name && std::holds_alternative<std::span<const T>>(c.values))
        return std::get<std::span<const T>>(c.values);
    return std::nullopt;
  }
};

struct OwnedParticleColumn {
  std::string name;
  std::variant<std::vector<float>, std::vector<Vec3f>, std::vector<std::uint32_t>> values;
};

// Owning counterpart, which readers return.
struct OwnedParticleTable {
  std::vector<Vec3f> positions;
  std::vector<OwnedParticleColumn> columns;
  double time = 0;  // s

  ParticleTable view() const;

  template <class T>
  const std::vector<T>* column(std::string_view name) const {
    for (const OwnedParticleColumn& c : columns)
      if (c.name == name && std::holds_alternative<std::vector<T>>(c.values))
        return &std::get<std::vector<T>>(c.values);
    return nullptr;
  }
};

// Throws an Error unless the columns are as long as the positions and their names are distinct,
// not empty and printable.
void checkTable(const ParticleTable& table);

// Throws an Error that names `file` when a position is not a finite number.
void checkPositions(const std::vector<Vec3f>& positions, const std::string& file);

}  // namespace shoal
