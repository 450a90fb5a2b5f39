#include "shoal/world/probes/probes.h"

#include <algorithm>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/world/probes/flow_probe.h"
#include "shoal/world/probes/force_probe.h"
#include "shoal/world/probes/patch_probe.h"
#include "shoal/world/probes/point_probes.h"
#include "shoal/world/probes/solid_probes.h"

namespace shoal {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

void checkInside(const Vec3d& point, const ProbeSite& site, const std::string& name) {
  if (!site.domain.contains(point))
    fail(
        "probe {}: lies outside of the domain, where there is never fluid; move it or enlarge "
        "world.domain",
        name);
}

// A probe that rides on a solid may start anywhere.
ProbePlace placeOf(const Vec3d& at, const ProbeParams& params, const ProbeSite& site) {
  if (params.on.empty())
    checkInside(at, site, params.name);
  else
    requireSolid(params.on, site, params.name);
  return {at, params.on};
}

// Of a plane only the part within the domain counts, wherever its point is.
ProbePlace planeOf(const FlowProbeParams& plane, const ProbeParams& params, const ProbeSite& site) {
  if (!params.on.empty()) requireSolid(params.on, site, params.name);
  return {plane.point, params.on};
}

std::unique_ptr<Probe> makeProbe(const ProbeParams& params, const ProbeSite& site) {
  const ProbeQuantity& what = params.quantity;
  const std::string& name = params.name;
  if (what.pressure) return std::make_unique<PressureProbe>(placeOf(*what.pressure, params, site));
  if (what.velocity) return std::make_unique<VelocityProbe>(placeOf(*what.velocity, params, site));
  if (what.height)
    return std::make_unique<HeightProbe>(*what.height, placeOf(what.height->at, params, site), site,
                                         name);
  if (what.flow)
    return std::make_unique<FlowProbe>(*what.flow, planeOf(*what.flow, params, site), site);
  if (!params.on.empty())
    fail("probe {}: only pressure, velocity, height and flow probes ride on solids; leave out {}",
         name, entryName(&ProbeParams::on));
  if (what.force) return std::make_unique<ForceProbe>(*what.force, site, name);
  if (what.point) return std::make_unique<MotionProbe>(*what.point, site, name);
  if (what.stress) return std::make_unique<StressProbe>(*what.stress, site, name);
  if (what.patch) return std::make_unique<PatchProbe>(*what.patch, site, name);
  fail(
      "probe {}: measures nothing; give it a pressure, velocity, height, flow, force, point, "
      "stress or patch",
      name);
}

Probes::Needs needsOf(const ProbeQuantity& what) {
  return {what.pressure.has_value(), what.force.has_value() || what.patch.has_value()};
}

}  // namespace

Probes::Probes(std::span<const ProbeParams> params, const ProbeSite& site) {
  for (const ProbeParams& one : params) {
    Entry entry{makeProbe(one, site), one.every, needsOf(one.quantity), {columns_.size(), 0}};
    const std::vector<std::string> quantities = entry.probe->columns();
    if (one.window.empty())
      for (const std::string& quantity : quantities)
        columns_.push_back(fmt::format("{}.{}", one.name, quantity));
    else
      entry.windowed.emplace(one.window, quantities.size());
    for (const ProbeWindow statistic : one.window)
      for (const std::string& quantity : quantities)
        columns_.push_back(fmt::format("{}.{}", one.name, windowColumn(quantity, statistic)));
    entry.columns.end = columns_.size();
    addToTable(one.every, entry.columns);
    probes_.push_back(std::move(entry));
    if (one.quantity.force && one.quantity.force->parts)
      split_.push_back(one.quantity.force->solid);
  }
  values_.resize(columns_.size());
}

void Probes::addToTable(double every, Range columns) {
  auto table = std::find_if(tables_.begin(), tables_.end(),
                            [&](const Table& there) { return there.every == every; });
  if (table == tables_.end()) table = tables_.insert(table, {every, {}});
  for (std::size_t k = columns.begin; k < columns.end; ++k) table->columns.push_back(k);
}

bool Probes::splitsLoadsOn(const std::string& solid) const {
  return std::find(split_.begin(), split_.end(), solid) != split_.end();
}

void Probes::follow(std::span<const ProbedSolid> solids) {
  for (const Entry& entry : probes_) entry.probe->follow(solids);
}

Probes::Needs Probes::needs(double before, double now) const {
  Needs all;
  for (const Entry& entry : probes_) {
    if (!entry.windowed && !dueBetween(before, now, entry.every)) continue;
    all.pressure = all.pressure || entry.needs.pressure;
    all.loads = all.loads || entry.needs.loads;
  }
  return all;
}

void Probes::observe(const ProbeView& view, double before) {
  if (probes_.empty()) return;
  const Timed t{"world/probes"};
  std::fill(values_.begin(), values_.end(), kNothing);
  measured_ = false;
  before_ = before;
  time_ = view.time;
  for (Entry& entry : probes_) {
    entry.probe->watch(view);
    const bool due = dueBetween(before, view.time, entry.every);
    const auto values = std::span(values_).subspan(entry.columns.begin, entry.columns.size());
    if (entry.windowed)
      observeWindow(entry, view, before, due, values);
    else if (due)
      entry.probe->measure(view, values);
    measured_ = measured_ || due;
  }
}

// The first sample, before any step, has the present value as mean, largest and least, and no
// impulse.
void Probes::observeWindow(Entry& entry, const ProbeView& view, double before, bool due,
                           std::span<double> values) {
  auto& [statistics, sums] = *entry.windowed;
  const std::size_t each = values.size() / statistics.size();
  const bool first = before == kBeforeAll;
  std::vector<double> now(each, kNothing);
  if (first)
    entry.probe->measure(view, now);
  else
    entry.probe->measureStep(view, now);
  sums.add(now, first ? 1 : view.time - before);
  if (!due) return;
  for (std::size_t k = 0; k < statistics.size(); ++k) {
    const auto out = values.subspan(k * each, each);
    sums.write(statistics[k], out);
    if (first && statistics[k] == ProbeWindow::Impulse) std::fill(out.begin(), out.end(), 0.0);
  }
  sums.clear();
}

std::span<const double> Probes::latest() const {
  return measured_ ? std::span<const double>(values_) : std::span<const double>();
}

std::vector<double> Probes::memory() const {
  std::vector<double> all;
  for (const Entry& entry : probes_)
    forEachMemory(
        entry, [&](std::span<const double> one) { all.insert(all.end(), one.begin(), one.end()); });
  return all;
}

void Probes::remember(std::span<const double> memory) {
  for (Entry& entry : probes_)
    forEachMemory(entry, [&](std::span<double> one) {
      if (one.size() > memory.size()) fail("its probes are not those of the scene");
      std::copy_n(memory.begin(), one.size(), one.begin());
      memory = memory.subspan(one.size());
    });
  if (!memory.empty()) fail("its probes are not those of the scene");
}

}  // namespace shoal
