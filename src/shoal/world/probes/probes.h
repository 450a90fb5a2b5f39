// All probes of a world.
#pragma once

#include <limits>

#include "shoal/world/probes/probe.h"
#include "shoal/world/probes/probe_params.h"

namespace shoal {

class Probes {
 public:
  Probes(std::span<const ProbeParams> params, const ProbeSite& site);

  bool empty() const { return probes_.empty(); }
  // Quantities that probes need in a step from `before` to `now` and that are not computed
  // otherwise: the virial pressure, and the loads on solids.
  struct Needs {
    bool pressure = false, loads = false;
  };
  Needs needs(double before, double now) const;

  // Whether a probe lists the loads on this solid by kind.
  bool splitsLoadsOn(const std::string& solid) const;
  // Solids came or went; see Probe::follow.
  void follow(std::span<const std::string> solids);

  // "<probe>.<quantity>[unit]" for all probes.
  const std::vector<std::string>& columns() const { return columns_; }

  // Time before the first step: all probes are due.
  static constexpr double kBeforeAll = -std::numeric_limits<double>::infinity();

  // Shows the step to the probes, and measures with those that are due at a time in (before,
  // view.time].
  void observe(const ProbeView& view, double before);

  // Measured values after the last step, one per column, nan for probes that were not due; empty if
  // none was due.
  std::span<const double> latest() const;

  // State for checkpoints.
  std::vector<double> memory() const;
  void remember(std::span<const double> memory);

 private:
  struct Entry {
    std::unique_ptr<Probe> probe;
    double every = 0;  // s
    Needs needs;
    Range columns;
  };
  std::vector<Entry> probes_;
  std::vector<std::string> split_;  // solids whose loads are listed by kind
  std::vector<std::string> columns_;
  std::vector<double> values_;
  bool measured_ = false;
};

}  // namespace shoal
