// One process at a time writes into a run folder.
#pragma once

#include "shoal/output/run_folder.h"

namespace shoal {

// Holds run.lock of a folder that exists, with the id of this process in it, while it lives. The
// system releases it with the process, however that ends. An Error names the process that has it.
class RunLock {
 public:
  explicit RunLock(const RunFolder& folder);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int file_;
};

}  // namespace shoal
