#include "shoal/core/memory.h"

#include <algorithm>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr double kGibibyte = 1 << 30;

// The limit of the control group as a container sees it; none where the file says "max" or is
// missing.
void lowerToControlGroup(double& bytes) {
  double limit = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && limit > 0)
    bytes = std::min(bytes, limit);
}

}  // namespace

double machineMemory() {
  double bytes = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    bytes = std::min(bytes, double(space.rlim_cur));
  lowerToControlGroup(bytes);
  return bytes;
}

void requireMemory(double bytes, std::string_view what, std::string_view remedy) {
  const double most = machineMemory();
  if (bytes <= most) return;
  fail("{} would take about {:.2g} GiB, more than the {:.2g} GiB of this machine; {}", what,
       bytes / kGibibyte, most / kGibibyte, remedy);
}

}  // namespace shoal
