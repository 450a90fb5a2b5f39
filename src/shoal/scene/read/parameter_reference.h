// The reference of all scene keys, made from their descriptions.
#pragma once

#include <string>

namespace shoal {

// Markdown: one table of keys for each table of a scene file, in the order of the vocabulary.
std::string parameterReference();

}  // namespace shoal
