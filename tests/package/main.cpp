#include <fmt/core.h>

#include "shoal/core/parallel.h"
#include "shoal/core/version.h"

int main() {
  const double sum = shoal::parallelSum(1000, 0.0, [](std::size_t i) { return double(i); });
  fmt::print("shoal {}: the sum is {}\n", shoal::version(), sum);
}
