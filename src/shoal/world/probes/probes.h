// All probes of a world.
#pragma once

#include <limits>
#include <optional>

#include "shoal/world/probes/probe.h"
#include "shoal/world/probes/probe_params.h"
#include "shoal/world/probes/window.h"
#include "shoal/world/schedule.h"

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
  void follow(std::span<const ProbedSolid> solids);

  // "<probe>.<quantity>[unit]" for all probes.
  const std::vector<std::string>& columns() const { return columns_; }

  // Probes that sample at the same times share a table.
  struct Table {
    double every = 0;                  // s
    std::vector<std::size_t> columns;  // of columns()
  };
  const std::vector<Table>& tables() const { return tables_; }
  // Whether the probes of a table were due after the last step.
  bool isDue(const Table& table) const { return dueBetween(before_, time_, table.every); }

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
    // What is measured of it instead of present values, if anything.
    struct Windowed {
      Windowed(std::vector<ProbeWindow> ofValues, std::size_t values)
          : statistics(std::move(ofValues)), sums(values) {}
      std::vector<ProbeWindow> statistics;
      WindowSums sums;
    };
    std::optional<Windowed> windowed{};
  };
  void addToTable(double every, Range columns);
  template <class E, class Visit>
  static void forEachMemory(E& entry, Visit&& visit) {
    visit(entry.probe->memory());
    if (entry.windowed) visit(entry.windowed->sums.memory());
  }
  static void observeWindow(Entry& entry, const ProbeView& view, double before, bool due,
                            std::span<double> values);

  std::vector<Entry> probes_;
  std::vector<std::string> split_;  // solids whose loads are listed by kind
  std::vector<std::string> columns_;
  std::vector<Table> tables_;
  std::vector<double> values_;
  double before_ = 0, time_ = 0;  // s, of the last step
  bool measured_ = false;
};

}  // namespace shoal
