// TOML text to a tree, with limits that keep hostile text from exhausting memory or the stack.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <toml++/toml.h>

namespace shoal {

// The bytes of a scene file; an Error if it is missing, not a file or implausibly large.
std::string readTomlFile(const std::filesystem::path& path);

// Throws an Error with the place of the first mistake. `name` is the file as messages call it.
toml::table parseToml(std::string_view text, const std::string& name);

// The text on one line and not too long, fit to be part of a message.
std::string printable(std::string_view text);

}  // namespace shoal
