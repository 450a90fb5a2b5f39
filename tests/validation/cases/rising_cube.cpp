// A light cube rises in space. Tables for engineers give 0.67 of the displaced mass as the added
// mass of a cube. Potential flow, by finite volumes extrapolated to fine cells, gives 0.64 far from
// walls and 0.71 for this cube in its tank, which is what it is judged by: it accelerates 3 % less
// than with 0.67.
#include "validation/framework/rise.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

const RisingBody kCube{.scene = "rising-cube", .addedMass = 0.71};

const bool registered = registerCase({
    .name = "RisingCube",
    .description = "A light cube in a closed tank rises as its buoyancy and added mass say, and "
                   "the weight of the water does not matter.",
    .reference = "Lam32",
    .solvers = {"isph"},
    .spacings = {0.1 / 3, 0.02},
    .run = [](const std::string& solver,
              double spacing) { return judgeRise(kCube, solver, spacing, 800); },
    .wrong = {"a cube that is heavier by a tenth",
              [](const std::string& solver, double spacing) {
                return judgeRise(kCube, solver, spacing, 880);
              }},
    .suite = Suite::Long,
});

}  // namespace
}  // namespace shoal::validation
