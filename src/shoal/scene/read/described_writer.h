// Writes any described struct as TOML with every value in it, in the order of declaration.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// The value of an entry of the struct `s` as TOML on one line; none when it is left out. Numbers
// are the shortest that read back as the same bits.
std::optional<std::string> tomlValue(const Parameter& entry, const void* s);

// Whether an entry is a part, or a list of parts, that has tables of its own. Structs of which
// exactly one entry is given, the shapes, are written inline, and so are parts that may be left
// out.
bool hasTables(const Parameter& entry);

// Appends the lines and tables of s; `path` is the dotted name of its table.
void writeTable(const ParameterTable& description, const void* s, const std::string& path,
                std::string& out);
template <Described S>
void writeTable(const S& s, const std::string& path, std::string& out) {
  writeTable(parametersOf<S>(), &s, path, out);
}

}  // namespace shoal
