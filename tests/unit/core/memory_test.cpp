#include "shoal/core/memory.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"

namespace shoal {
namespace {

TEST(Memory, WhatDoesNotFitIsRefusedWithBothSizes) {
  const double all = machineMemory();
  EXPECT_GT(all, 1e8);
  EXPECT_NO_THROW(requireMemory(0.5 * all, "half of it", "do nothing"));
  try {
    requireMemory(1e18, "a great mesh", "make it coarser");
    FAIL() << "it fits";
  } catch (const Error& e) {
    const std::string message = e.what();
    EXPECT_TRUE(message.starts_with("a great mesh would take about 9.3e+08 GiB, more than the "))
        << message;
    EXPECT_TRUE(message.ends_with(" GiB of this machine; make it coarser")) << message;
  }
}

}  // namespace
}  // namespace shoal
