// A formula that is understood gives a number, the same one each time, without an error of memory.
#include <array>
#include <bit>

#include "fuzz_target.h"
#include "shoal/core/expression.h"
#include "shoal/core/formula_text.h"

FUZZ_TARGET(bytes) {
  using namespace shoal;
  fuzz::mustSucceedOrExplain([&] {
    const Expression formula{std::string(bytes), kFormulaVariables};
    for (const double at : {0.0, -1.5, 1e300}) {
      const std::array values{at, 2.0, -at, 0.25};
      const auto bits = std::bit_cast<std::uint64_t>(formula(values));
      if (bits != std::bit_cast<std::uint64_t>(formula(values))) std::abort();
    }
  });
}
