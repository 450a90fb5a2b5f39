// Reads any described struct from a TOML table: every key checked, every value in range.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/scene/read/toml_text.h"
#include "shoal/scene/read/toml_value.h"

namespace shoal {

// Throws an Error for the first key of the table that is not among the names. It proposes keys of
// this name in tables below, if `description` is given.
void rejectUnknownKeys(const toml::table& table, const std::vector<std::string>& names,
                       const std::string& key, const ReadContext& context,
                       const ParameterTable* description = nullptr);

inline std::string joinKey(const std::string& key, std::string_view name) {
  return key.empty() ? std::string(name) : fmt::format("{}.{}", key, name);
}

// Fills in the members of the struct `s` that `description` describes.
void readTable(const ParameterTable& description, void* s, const toml::table& table,
               const std::string& key, ReadContext& context);
template <Described S>
void readTable(S& s, const toml::table& table, const std::string& key, ReadContext& context) {
  readTable(parametersOf<S>(), &s, table, key, context);
}

}  // namespace shoal
