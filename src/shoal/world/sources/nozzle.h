// A straight pipe that gives out fluid in columns of particles.
#pragma once

#include <vector>

#include "shoal/core/expression.h"
#include "shoal/core/vec.h"
#include "shoal/sph/kernels/kernels.h"
#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

// Particles enter on a square lattice at the back of the pipe and are driven along it in columns,
// so that each keeps one spacing from those before and beside it until it leaves by the mouth.
class Nozzle {
 public:
  Nozzle(const EmitterParams& emitter, const WorldParams& world, const KernelChoice& kernel);
  Nozzle(const InflowParams& inflow, const WorldParams& world, const KernelChoice& kernel);

  const std::string& name() const { return name_; }
  const std::string& fluid() const { return fluid_; }
  const NozzleParams& params() const { return params_; }
  // Whether what is in the pipe is let go when it closes; else it stays, as a wall.
  bool opensAtEnd() const { return opensAtEnd_; }

  std::size_t columns() const { return entry_.size(); }
  std::size_t layers() const { return layers_; }  // that fill the pipe
  double length() const { return static_cast<double>(layers_) * spacing_; }
  const Vec3d& direction() const { return direction_; }
  const std::vector<Vec3d>& entries() const { return entry_; }  // of the columns
  Vec3d place(std::size_t column, double along) const {
    return entry_[column] + along * direction_;
  }
  // How far a point is from the plane in which the columns enter, along the pipe.
  double along(const Vec3d& x) const { return dot(x - entry_[0], direction_); }
  Box3d bounds() const;

  // The speed of a column, in m/s, while the nozzle is open. An Error if it is not finite.
  double speed(std::size_t column, double time) const;
  // How far a column moves from `time` to `time + dt`, closed before the start and after the end.
  double travel(std::size_t column, double time, double dt) const;
  // The highest speed that some samples of the formula find.
  double fastest() const;

 private:
  Nozzle(std::string name, std::string fluid, const NozzleParams& params,
         const FormulaText& formula, const WorldParams& world, const KernelChoice& kernel);

  std::string name_, fluid_;
  NozzleParams params_;
  Expression formula_;
  double factor_ = 1;
  bool opensAtEnd_ = false;
  double spacing_;
  std::size_t layers_;
  Vec3d direction_;
  std::vector<Vec3d> entry_;  // m
};

// All emitters, then all inflows.
std::vector<Nozzle> makeNozzles(const SourceParams& sources, const WorldParams& world,
                                const KernelChoice& kernel);

// The box around all nozzles and around what outflows need; empty if there are none.
Box3d sourceBounds(const SourceParams& sources, const WorldParams& world);

// The length of the zone behind an outflow in which particles are still there.
double outflowLength(const KernelChoice& kernel);

}  // namespace shoal
