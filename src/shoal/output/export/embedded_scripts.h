// The scripts beside this header, which the library carries (cmake/Scripts.cmake).
#pragma once

#include <string_view>

namespace shoal::scripts {

std::string_view openInBlender();
std::string_view openInParaview();

}  // namespace shoal::scripts
