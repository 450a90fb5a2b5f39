// Memory of the machine, and the refusal of what does not fit into it before it is allocated.
#pragma once

#include <string_view>

namespace shoal {

// Bytes that this process may hold: physical memory, or less where the limit of its address space
// or of its control group is lower.
double machineMemory();

// An Error unless so many bytes fit: "<what> would take about 40 GiB, more than the 24 GiB of this
// machine; <remedy>".
void requireMemory(double bytes, std::string_view what, std::string_view remedy);

}  // namespace shoal
