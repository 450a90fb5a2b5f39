// Figures of merit of a finished run: leaks, density error, momentum drift, forces on solids.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/study/svg_plot.h"

namespace shoal {

struct ForceOnBody {
  std::string solid;
  std::vector<PlotPoint> overTime;  // s, N (in the plane N/m)
  double mean = 0, largest = 0;     // of its magnitude
};

struct RunFigures {
  double time = 0;          // s, that was reached
  std::size_t lost = 0;     // particles that left the domain
  std::size_t leaked = 0;   // most particles on the wrong side of closed solids in one frame
  double deepest = 0;       // m, behind their surface, in any frame
  double densityRatio = 1;  // largest rho / rho0
  std::optional<double> momentumDrift;  // kg m/s; nothing where walls or sources give momentum
  std::vector<ForceOnBody> forces;
};

// Forces are those of probes that watchForces() added.
RunFigures readFigures(const RunFolder& folder, const Scene& scene);

// Adds a probe of the force on every solid that meets fluid.
void watchForces(Scene& scene);

}  // namespace shoal
