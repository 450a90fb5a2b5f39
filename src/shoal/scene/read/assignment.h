// Assignments from the command line, such as "fluid.water.density=900".
#pragma once

#include <string_view>

#include <toml++/toml.h>

namespace shoal {

// Puts the value into the tree. Parts of the key are separated by dots; a part of a list is chosen
// by its name or by its number, as in "fluid.water", "fluid.0" or "fluid[0]". The value is TOML;
// a bare word or formula is text. Whether the key means anything is for the reader of the tree to
// say.
void assign(toml::table& root, std::string_view assignment);

}  // namespace shoal
