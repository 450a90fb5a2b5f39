#include "shoal/core/version.h"

namespace shoal {

std::string_view version() { return SHOAL_VERSION; }

}  // namespace shoal
