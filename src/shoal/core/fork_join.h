// What ThreadSanitizer has to be told about a parallel loop. Debian's oneTBB is not instrumented,
// so the sanitizer does not see that a loop starts after what stands before it and ends before what
// stands after it, and would call every result of a loop a race. Without it, all this is nothing.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace shoal {

class ForkJoin {
 public:
#if defined(__SANITIZE_THREAD__)
  void fork() { __tsan_release(&fork_); }
  void beginTask() { __tsan_acquire(&fork_); }
  void endTask() { __tsan_release(&join_); }
  void join() { __tsan_acquire(&join_); }

 private:
  char fork_ = 0;  // only the addresses are used
  char join_ = 0;
#else
  void fork() {}
  void beginTask() {}
  void endTask() {}
  void join() {}
#endif
};

}  // namespace shoal
