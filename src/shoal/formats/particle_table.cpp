#include "shoal/formats/particle_table.h"

#include <algorithm>
#include <set>

#include "shoal/core/error.h"

namespace shoal {

namespace {

bool isPrintable(const std::string& name) {
  constexpr std::size_t kLongestName = 256;
  return !name.empty() && name.size() <= kLongestName &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

ParticleTable OwnedParticleTable::view() const {
  ParticleTable table{positions, {}, time};
  for (const OwnedParticleColumn& c : columns)
    std::visit(
        [&]<class T>(const std::vector<T>& values) {
          table.columns.push_back({c.name, std::span<const T>(values)});
        },
        c.values);
  return table;
}

void checkTable(const ParticleTable& table) {
  std::set<std::string_view> names;
  for (const ParticleColumn& c : table.columns) {
    if (!isPrintable(c.name))
      fail("a particle column needs a name of 1 to 256 printable characters");
    if (!names.insert(c.name).second) fail("there are two particle columns named \"{}\"", c.name);
    const std::size_t size = std::visit([](const auto& values) { return values.size(); }, c.values);
    if (size != table.positions.size())
      fail("particle column \"{}\" has {} values for {} particles", c.name, size,
           table.positions.size());
  }
}

void checkPositions(const std::vector<Vec3f>& positions, const std::string& file) {
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (!isFinite(positions[i]))
      fail("{}: the position of particle {} is not a finite number; the run had diverged", file, i);
}

}  // namespace shoal
