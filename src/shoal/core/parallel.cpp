#include "shoal/core/parallel.h"

#include <tbb/global_control.h>
#include <tbb/info.h>

namespace shoal {

// Made in place: a global_control is known to the library by its address and must not be moved.
struct ThreadLimit::Impl {
  explicit Impl(int threads)
      : control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads)
    : threads_(threads > 0 ? threads : tbb::info::default_concurrency()) {
  impl_ = std::make_unique<Impl>(threads_);
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace shoal
