#include "shoal/coupling/forcing/forcing_params.h"

namespace shoal {

std::string forcingAdvice(const SolverParams& solver) {
  if (!solver.solver->equationOfState)
    return "direct forcing is meant for solver = \"wcsph\": others know nothing of the solid while "
           "they solve for pressure, and fluid beside it stays restless";
  if (solver.wcsph.density == DensityMethod::Summation)
    return "direct forcing is meant for wcsph.density = \"shepard\": summed density misses "
           "neighbours beside a solid, and fluid crowds there";
  return {};
}

}  // namespace shoal
