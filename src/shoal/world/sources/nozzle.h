// Nozzle: a straight pipe in which columns of particles are driven to the mouth.
#pragma once

#include <vector>

#include "shoal/core/expression.h"
#include "shoal/core/vec.h"
#include "shoal/sph/kernels/kernels.h"
#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

// Particles enter at the back of the pipe and are driven along it in columns, at one spacing from
// the next of their column, until they leave at the mouth. Columns of an inflow stand on a square
// lattice and move in layers. Those of an emitter are shifted against each other along the pipe,
// and fill a round mouth evenly by a spiral.
class Nozzle {
 public:
  Nozzle(const EmitterParams& emitter, const WorldParams& world, const KernelChoice& kernel);
  Nozzle(const InflowParams& inflow, const WorldParams& world, const KernelChoice& kernel);

  const std::string& name() const { return name_; }
  const std::string& fluid() const { return fluid_; }
  const NozzleParams& params() const { return params_; }
  // Whether particles in the pipe are released when it closes; otherwise they stay, as a wall.
  bool opensAtEnd() const { return opensAtEnd_; }

  std::size_t columns() const { return entry_.size(); }
  std::size_t layers() const { return layers_; }  // that fill the pipe
  double length() const { return static_cast<double>(layers_) * spacing_; }
  const Vec3d& direction() const { return direction_; }
  const std::vector<Vec3d>& entries() const { return entry_; }  // of the columns
  // Distance of the first particle of a column from its entry, less than a spacing, m.
  double lead(std::size_t column) const { return lead_[column]; }
  Vec3d place(std::size_t column, double along) const {
    return entry_[column] + along * direction_;
  }
  // Distance of a point along the pipe from the plane in which the columns enter.
  double along(const Vec3d& x) const { return dot(x - entry_[0], direction_); }
  Box3d bounds() const;

  // The speed of a column, in m/s, while the nozzle is open. An Error if it is not finite.
  double speed(std::size_t column, double time) const;
  // Displacement of a column from `time` to `time + dt`; zero before the start and after the end.
  double travel(std::size_t column, double time, double dt) const;
  // Highest speed at some samples of the formula.
  double fastest() const;

 private:
  Nozzle(std::string name, std::string formulaKey, std::string fluid, const NozzleParams& params,
         const FormulaText& formula, const WorldParams& world, const KernelChoice& kernel,
         bool isJet);

  std::string name_;
  std::string formulaKey_;  // such as "inflow.tap.speed"
  std::string fluid_;
  NozzleParams params_;
  Expression formula_;
  std::optional<TimeSeries> history_;
  double factor_ = 1;
  bool opensAtEnd_ = false;
  double spacing_;
  std::size_t layers_;
  Vec3d direction_;
  std::vector<Vec3d> entry_;  // m
  std::vector<double> lead_;  // m
};

// All emitters, then all inflows.
std::vector<Nozzle> makeNozzles(const SourceParams& sources, const WorldParams& world,
                                const KernelChoice& kernel);

// Bounding box of all nozzles and outflow buffers; empty if there are none.
Box3d sourceBounds(const SourceParams& sources, const WorldParams& world,
                   const KernelChoice& kernel);

// Length of the buffer behind an outflow.
double outflowLength(const KernelChoice& kernel);

}  // namespace shoal
