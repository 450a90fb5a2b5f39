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
  // What probes need that a step from `before` to `now` would not compute for itself: the virial
  // pressure, and the loads on solids.
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

  // Before anything has happened: all probes are due.
  static constexpr double kBeforeAll = -std::numeric_limits<double>::infinity();

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
