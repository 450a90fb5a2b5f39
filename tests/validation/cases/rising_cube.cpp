// A light cube rises in space. The added mass of a cube is 0.67 of the displaced mass by the usual
// tables. Potential flow, by finite volumes extrapolated to fine cells, gives 0.64 for a cube far
// from walls and 0.71 for this one in its tank, where it accelerates 3 % less than with 0.67.
#include "validation/framework/rise.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

const RisingBody kCube{.scene = "rising-cube", .addedMass = 0.67};

const bool registered = registerCase({
    .name = "RisingCube",
    .description = "A light cube in a closed tank rises as its buoyancy and added mass say, and "
                   "the weight of the water does not matter.",
    .reference = "Lam32",
    .solvers = {"isph"},
    .spacings = {0.1 / 3, 0.02},
    .run =
        [](const std::string& solver, double spacing) {
          return judgeRise(kCube, solver, spacing, 800);
        },
    .wrong = {"a cube that is heavier by a tenth",
              [](const std::string& solver, double spacing) {
                return judgeRise(kCube, solver, spacing, 880);
              }},
    .suite = Suite::Long,
});

}  // namespace
}  // namespace shoal::validation
