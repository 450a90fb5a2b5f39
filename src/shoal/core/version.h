// Which shoal this is.
#pragma once

#include <string_view>

namespace shoal {

// "major.minor.patch", as the project states it in its CMakeLists.txt.
std::string_view version();

}  // namespace shoal
