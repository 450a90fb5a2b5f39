// The kind of couplings.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "shoal/core/kind_group.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

class Boundary;
class Coupling;
struct CouplingContext;
struct SurfaceParams;

// How boundary samples stand on a surface.
struct SamplePlacement {
  double spacing = 0;       // m, between samples
  double standoff = 0;      // m, of the first layer behind a surface that is wet on one side
  int layers = 1;           // behind such a surface; on sheets always one
  double thinStandoff = 0;  // m, of the one layer behind each surface of a solid that is thin

  // m, of a layer, from 0 on, behind the surface: the first is half a layer deep.
  double depth(int layer) const { return (2 * layer + 1) * standoff; }

  // For a solid of this thickness, in m. Layers of opposite surfaces would stand in each other's
  // places, and pressures of samples would mix those of both sides: thin solids have one layer, at
  // most in their middle.
  SamplePlacement forThickness(double thickness) const {
    constexpr double kThin = 1.99;  // spacings
    return layers > 1 && thickness < kThin * spacing
               ? SamplePlacement{spacing, std::min(thinStandoff, thickness / 2)}
               : *this;
  }
};

// A member of the kind; those that are built in are listed in coupling/table/coupling_table.cpp, in
// the order in which they are called in a step.
struct CouplingKind : KindEntry {
  // Of couplings by boundary samples: how solids are sampled. None: they have no samples.
  std::function<SamplePlacement(const KernelChoice&, double spacing)> placement{};
  // Whether the samples are for the pressure of solvers that correct gradients alone, see
  // PressureSamples.
  bool sampledIfCorrected = false;
  bool needsBody = false;  // whether static and kinematic solids have to be bodies, too
  bool rigidOnly = false;  // whether solids that deform cannot take it
  bool friction = true;    // whether SurfaceParams::friction acts
  // Whether it moves particles to where surfaces let them be after their pressure was found.
  bool correctsPaths = false;
  KindGroup<SurfaceParams> group{};

  // Makes the coupling that all solids which take it are added to. None: fluid does not meet them.
  std::function<std::unique_ptr<Coupling>(const CouplingContext&, Boundary&)> make{};

  // Whether solids have boundary samples, in fluid of this kernel.
  bool sampled(const KernelChoice& kernel) const {
    return placement && (kernel.corrected || !sampledIfCorrected);
  }

  static std::vector<CouplingKind> builtIn();
};

}  // namespace shoal
