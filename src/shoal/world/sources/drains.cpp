#include "shoal/world/sources/drains.h"

#include <algorithm>

#include "shoal/world/sources/nozzle.h"

namespace shoal {

Drains::Drains(const SourceParams& params, const KernelChoice& kernel, FluidParticles& fluid)
    : drains_(params.drains),
      support_(double(kernel.radius)),
      length_(outflowLength(kernel)),
      crossed_(fluid.set, "outflow", Role::State, 0),
      deviation_(fluid.set, "outflowDeviation", Role::State, Vec3f{}) {
  for (const DrainParams& drain : drains_) names_.push_back(drain.name);
  for (const OutflowParams& outflow : params.outflows) {
    outflows_.push_back({outflow.centre, normalised(outflow.normal), outflow.radius, 0});
    names_.push_back(outflow.name);
  }
  drained_.assign(names_.size(), 0);
}

bool Drains::Outflow::faces(const Vec3d& x) const {
  return radius == 0 || length(x - centre - along(x) * normal) <= radius;
}

// Number of the sink that a particle is removed by, from 1; 0: none.
std::uint32_t Drains::sinkOf(const FluidParticles& fluid, std::size_t i, double time) {
  const Vec3d x(fluid.x[i]);
  for (std::size_t d = 0; d < drains_.size(); ++d)
    if (time >= drains_[d].start && time < drains_[d].end && drains_[d].region.contains(x))
      return static_cast<std::uint32_t>(d + 1);
  for (std::size_t o = 0; o < outflows_.size(); ++o) {
    const double along = outflows_[o].along(x);
    const auto tag = static_cast<std::uint32_t>(o + 1);
    // The buffer of a bounded plane ends after its length.
    const bool near = outflows_[o].radius == 0 || along <= length_;
    if (crossed_[i] == 0 && along > 0 && near && outflows_[o].faces(x)) {
      crossed_[i] = tag;
      deviation_[i] = fluid.v[i] - Vec3f(outflows_[o].mean * outflows_[o].normal);
    }
    if (crossed_[i] == tag && along > length_)
      return static_cast<std::uint32_t>(drains_.size()) + tag;
  }
  return 0;
}

std::size_t Drains::drain(FluidParticles& fluid, double time) {
  const std::size_t n = fluid.size();
  for (Outflow& outflow : outflows_) outflow.mean = meanSpeed(outflow, fluid);
  std::vector<std::uint32_t> sink(n);
  parallelFor(n, [&](std::size_t i) { sink[i] = sinkOf(fluid, i, time); });
  std::vector<std::uint8_t> gone(n, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (sink[i] == 0) continue;
    gone[i] = 1;
    ++count;
    ++drained_[sink[i] - 1];
  }
  if (count > 0) fluid.set.remove(gone);
  return count;
}

double Drains::meanSpeed(const Outflow& outflow, const FluidParticles& fluid) const {
  struct Sum {
    double speed = 0;
    std::size_t count = 0;
  };
  const Sum sum = parallelReduce(
      fluid.size(), Sum{},
      [&](std::size_t i) {
        const Vec3d x(fluid.x[i]);
        const double along = outflow.along(x);
        if (along > 0 || along < -support_ || !outflow.faces(x)) return Sum{};
        return Sum{dot(Vec3d(fluid.v[i]), outflow.normal), 1};
      },
      [](Sum a, const Sum& b) {
        return Sum{a.speed + b.speed, a.count + b.count};
      });
  return sum.count > 0 ? sum.speed / static_cast<double>(sum.count) : 0;
}

void Drains::hold(const FluidParticles& fluid) {
  held_.clear();
  if (outflows_.empty()) return;
  for (std::size_t i = 0; i < fluid.size(); ++i)
    if (crossed_[i] != 0) held_.push_back({static_cast<std::uint32_t>(i), fluid.x[i]});
}

void Drains::drive(FluidParticles& fluid, FluidSolver& solver, double dt) {
  constexpr double kSlowest = 0.5;  // of the mean, so that slow particles do not block the buffer
  for (const Held& held : held_) {
    const std::size_t i = held.particle;
    const Outflow& outflow = outflows_[crossed_[i] - 1];
    const double across = outflow.mean + dot(Vec3d(deviation_[i]), outflow.normal);
    const double lacking = std::max(0.0, kSlowest * outflow.mean - across);
    const Vec3f v = deviation_[i] + Vec3f((outflow.mean + lacking) * outflow.normal);
    fluid.x[i] = held.x + static_cast<float>(dt) * v;
    fluid.v[i] = v;
    solver.initialiseAdded(fluid, {i, i + 1});
  }
}

std::vector<Drains::Tally> Drains::tallies() const {
  std::vector<Tally> tallies;
  for (std::size_t s = 0; s < names_.size(); ++s) tallies.push_back({names_[s], drained_[s]});
  return tallies;
}

void Drains::write(StateWriter& state) const {
  for (const std::uint64_t count : drained_) state(count);
}

void Drains::read(StateReader& state) {
  for (std::uint64_t& count : drained_) state(count);
  for (const std::uint32_t tag : crossed_)
    if (tag > outflows_.size()) fail("a particle crossed outflow {} of {}", tag, outflows_.size());
}

}  // namespace shoal
