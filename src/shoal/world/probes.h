// All probes of a world.
#pragma once

#include "shoal/world/probe.h"
#include "shoal/world/probe_params.h"

namespace shoal {

class Probes {
 public:
  Probes(std::span<const ProbeParams> params, const ProbeSite& site);

  bool empty() const { return probes_.empty(); }
  bool needWallForces() const { return needWallForces_; }

  // Whether a probe needs the pressure that is felt after a step from `before` to `now`.
  bool pressureDue(double before, double now) const;

  // "<probe>.<quantity>[unit]" for all probes.
  const std::vector<std::string>& columns() const { return columns_; }

  // Lets the probes see a step, and measures those that are due at a time in (before, view.time].
  void observe(const ProbeView& view, double before);

  // A value per column of what was measured after the last step, nan for the others; empty if no
  // probe was due.
  std::span<const double> latest() const;

  // What goes into a checkpoint and comes out of it.
  std::vector<double> memory() const;
  void remember(std::span<const double> memory);

 private:
  struct Entry {
    std::unique_ptr<Probe> probe;
    double every = 0;  // s
    bool needsPressure = false;
    Range columns;
  };
  std::vector<Entry> probes_;
  bool needWallForces_ = false;
  std::vector<std::string> columns_;
  std::vector<double> values_;
  bool measured_ = false;
};

}  // namespace shoal
