// Runs work on a given number of threads, even on a machine with fewer cores.
#pragma once

#include <tbb/task_arena.h>

#include "shoal/core/parallel.h"

namespace shoal {

template <class Work>
auto withThreads(int threads, Work&& work) {
  const ThreadLimit limit(threads);
  tbb::task_arena arena(threads);
  return arena.execute(work);
}

}  // namespace shoal
