#include "shoal/world/probes/probes.h"

#include <algorithm>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"
#include "shoal/world/probes/flow_probe.h"
#include "shoal/world/probes/force_probe.h"
#include "shoal/world/probes/point_probes.h"
#include "shoal/world/schedule.h"

namespace shoal {

namespace {

void checkInside(const Vec3d& point, const ProbeSite& site, const std::string& name) {
  if (!site.domain.contains(point))
    fail(
        "probe {}: lies outside of the domain, where there is never fluid; move it or enlarge "
        "world.domain",
        name);
}

std::unique_ptr<Probe> makeProbe(const ProbeParams& params, const ProbeSite& site) {
  const ProbeQuantity& what = params.quantity;
  for (const auto& point : {what.pressure, what.velocity})
    if (point) checkInside(*point, site, params.name);
  if (what.height) checkInside(what.height->at, site, params.name);

  if (what.pressure) return std::make_unique<PressureProbe>(*what.pressure);
  if (what.velocity) return std::make_unique<VelocityProbe>(*what.velocity);
  if (what.height) return std::make_unique<HeightProbe>(*what.height, site, params.name);
  if (what.flow) return std::make_unique<FlowProbe>(*what.flow, site);
  if (what.force) return std::make_unique<ForceProbe>(*what.force, site, params.name);
  fail("probe {}: measures nothing; give it a pressure, velocity, height, flow or force",
       params.name);
}

}  // namespace

Probes::Probes(std::span<const ProbeParams> params, const ProbeSite& site) {
  for (const ProbeParams& one : params) {
    Entry entry{makeProbe(one, site),
                one.every,
                {one.quantity.pressure.has_value(), one.quantity.force.has_value()},
                {columns_.size(), 0}};
    for (const std::string& quantity : entry.probe->columns())
      columns_.push_back(fmt::format("{}.{}", one.name, quantity));
    entry.columns.end = columns_.size();
    probes_.push_back(std::move(entry));
    if (one.quantity.force && one.quantity.force->parts)
      split_.push_back(one.quantity.force->solid);
  }
  values_.resize(columns_.size());
}

bool Probes::splitsLoadsOn(const std::string& solid) const {
  return std::find(split_.begin(), split_.end(), solid) != split_.end();
}

void Probes::follow(std::span<const std::string> solids) {
  for (const Entry& entry : probes_) entry.probe->follow(solids);
}

Probes::Needs Probes::needs(double before, double now) const {
  Needs all;
  for (const Entry& entry : probes_) {
    if (!dueBetween(before, now, entry.every)) continue;
    all.pressure = all.pressure || entry.needs.pressure;
    all.loads = all.loads || entry.needs.loads;
  }
  return all;
}

void Probes::observe(const ProbeView& view, double before) {
  if (probes_.empty()) return;
  const Timed t{"world/probes"};
  std::fill(values_.begin(), values_.end(), std::numeric_limits<double>::quiet_NaN());
  measured_ = false;
  for (const Entry& entry : probes_) {
    entry.probe->watch(view);
    if (!dueBetween(before, view.time, entry.every)) continue;
    entry.probe->measure(view,
                         std::span(values_).subspan(entry.columns.begin, entry.columns.size()));
    measured_ = true;
  }
}

std::span<const double> Probes::latest() const {
  return measured_ ? std::span<const double>(values_) : std::span<const double>();
}

std::vector<double> Probes::memory() const {
  std::vector<double> all;
  for (const Entry& entry : probes_) {
    const std::span<const double> one = entry.probe->memory();
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

void Probes::remember(std::span<const double> memory) {
  for (const Entry& entry : probes_) {
    const std::span<double> one = entry.probe->memory();
    if (one.size() > memory.size()) fail("its probes are not those of the scene");
    std::copy_n(memory.begin(), one.size(), one.begin());
    memory = memory.subspan(one.size());
  }
  if (!memory.empty()) fail("its probes are not those of the scene");
}

}  // namespace shoal
