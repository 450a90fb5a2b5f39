#include "shoal/world/sources/emitters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/search/kd_tree.h"

namespace shoal {

namespace {

constexpr double kClosest = 0.5;  // spacings between an entering particle and any other, at least
// When a nozzle opens: holes of a lattice, whose centres are 0.87 spacings from the corners, are
// not filled.
constexpr double kClosestAtFirst = 0.9;
// Spacings from a column: fluid that flows back into an inflow within this distance is driven with
// the column.
constexpr double kSeal = 0.8;
constexpr double kMostLayers = 1000;  // that may enter in one step, at most

// Those of the points that lie in the box.
std::vector<Vec3f> pointsWithin(std::span<const Vec3f> points, const Box3f& box) {
  std::vector<Vec3f> inside;
  for (const Vec3f& x : points)
    if (box.contains(x)) inside.push_back(x);
  return inside;
}

}  // namespace

Emitters::Emitters(std::vector<Nozzle> nozzles, const std::vector<std::string>& fluids,
                   const WorldParams& world, FluidParticles& fluid)
    : spacing_(world.spacing), column_(fluid.set, "nozzleColumn", Role::State, 0) {
  std::uint32_t tag = 1;
  for (Nozzle& nozzle : nozzles) {
    const auto phase = std::find(fluids.begin(), fluids.end(), nozzle.fluid());
    std::vector<Column> columns;
    for (std::size_t c = 0; c < nozzle.columns(); ++c)
      columns.push_back({nozzle.lead(c), 0, false});
    const auto count = static_cast<std::uint32_t>(columns.size());
    emitters_.push_back({std::move(nozzle), static_cast<std::uint32_t>(phase - fluids.begin()), tag,
                         false, false, 0, 0, std::move(columns)});
    tag += count;
  }
}

// The emitter that a column belongs to.
std::size_t Emitters::emitterOf(std::uint32_t tag) const {
  const auto after = [](std::uint32_t t, const Emitter& emitter) { return t < emitter.firstTag; };
  const auto next = std::upper_bound(emitters_.begin(), emitters_.end(), tag, after);
  return static_cast<std::size_t>(next - emitters_.begin()) - 1;
}

std::size_t Emitters::emit(FluidParticles& fluid, FluidSolver& solver, double time,
                           std::uint64_t& nextId) {
  letGo(fluid);
  std::size_t emitted = 0;
  for (Emitter& emitter : emitters_) {
    const NozzleParams& params = emitter.nozzle.params();
    if (emitter.closed || time < params.start) continue;
    std::vector<Entry> due;
    const bool first = !emitter.opened;
    if (first)
      open(emitter, fluid, due);
    else if (!emitter.nozzle.opensAtEnd())
      adopt(emitter, fluid, kSeal);
    for (std::size_t c = 0; c < emitter.columns.size(); ++c)
      for (double& youngest = emitter.columns[c].youngest; youngest >= spacing_;)
        due.push_back({c, youngest -= spacing_});
    if (emitter.emitted + due.size() > static_cast<std::uint64_t>(params.limit)) {
      close(emitter);
    } else if (!due.empty()) {
      const double closest = spacing_ * (first ? kClosestAtFirst : kClosest);
      const std::size_t placed =
          place(emitter, due, static_cast<float>(closest), fluid, solver, time, nextId);
      if (!first) emitter.skipped += due.size() - placed;
      emitted += placed;
    }
    if (time >= params.end) close(emitter);
  }
  return emitted;
}

void Emitters::letGo(const FluidParticles& fluid) {
  parallelFor(fluid.size(), [&](std::size_t i) {
    if (column_[i] == 0) return;
    const Nozzle& nozzle = emitters_[emitterOf(column_[i])].nozzle;
    if (nozzle.along(Vec3d(fluid.x[i])) > nozzle.length()) column_[i] = 0;
  });
}

void Emitters::open(Emitter& emitter, const FluidParticles& fluid, std::vector<Entry>& due) {
  emitter.opened = true;
  adopt(emitter, fluid, kClosestAtFirst);
  for (std::size_t layer = 0; layer < emitter.nozzle.layers(); ++layer)
    for (std::size_t c = 0; c < emitter.columns.size(); ++c)
      due.push_back({c, emitter.columns[c].youngest + static_cast<double>(layer) * spacing_});
}

void Emitters::close(Emitter& emitter) {
  emitter.closed = true;
  if (!emitter.nozzle.opensAtEnd()) return;
  const std::size_t columns = emitter.columns.size();
  parallelFor(column_.size(), [&](std::size_t i) {
    if (column_[i] >= emitter.firstTag && column_[i] - emitter.firstTag < columns) column_[i] = 0;
  });
}

// Fluid in the pipe when it opens is driven with the nearest column, and so is fluid pressed back
// into an inflow: the columns act as a piston without leaks.
void Emitters::adopt(const Emitter& emitter, const FluidParticles& fluid, double within) {
  const Nozzle& nozzle = emitter.nozzle;
  const std::vector<Vec3d>& entries = nozzle.entries();
  std::vector<Vec3f> points;
  points.reserve(entries.size());
  for (const Vec3d& entry : entries) points.emplace_back(entry);
  const KdTree tree(points);
  parallelFor(fluid.size(), [&](std::size_t i) {
    const Vec3d x(fluid.x[i]);
    const double along = nozzle.along(x);
    if (column_[i] != 0 || along < 0 || along > nozzle.length()) return;
    const auto column = tree.closest(Vec3f(x - along * nozzle.direction()));
    if (double(column->distance) < within * spacing_) column_[i] = emitter.firstTag + column->index;
  });
}

std::size_t Emitters::place(Emitter& emitter, const std::vector<Entry>& due, float closest,
                            FluidParticles& fluid, FluidSolver& solver, double time,
                            std::uint64_t& nextId) {
  const Nozzle& nozzle = emitter.nozzle;
  const auto pipe = nozzle.bounds().grown(2 * spacing_);
  const KdTree near(pointsWithin(fluid.x.span(), {Vec3f(pipe.lower), Vec3f(pipe.upper)}));
  std::vector<Entry> clear;
  for (const Entry& entry : due) {
    const auto other = near.closest(Vec3f(nozzle.place(entry.column, entry.along)));
    if (!other || other->distance >= closest) clear.push_back(entry);
  }
  if (nextId + clear.size() > std::numeric_limits<std::uint32_t>::max())
    fail("\"{}\" has no numbers left for new particles; set its limit lower", nozzle.name());
  const std::size_t first = fluid.set.append(clear.size());
  for (std::size_t k = 0; k < clear.size(); ++k) {
    const auto [column, along] = clear[k];
    fluid.x[first + k] = Vec3f(nozzle.place(column, along));
    fluid.v[first + k] = Vec3f(nozzle.speed(column, time) * nozzle.direction());
    fluid.phase[first + k] = emitter.phase;
    fluid.id[first + k] = static_cast<std::uint32_t>(nextId++);
    column_[first + k] =
        along > nozzle.length() ? 0 : emitter.firstTag + static_cast<std::uint32_t>(column);
  }
  solver.initialiseAdded(fluid, {first, fluid.size()});
  emitter.emitted += clear.size();
  return clear.size();
}

void Emitters::hold(const FluidParticles& fluid, const Neighbours& near) {
  held_.clear();
  for (Emitter& emitter : emitters_)
    for (Column& column : emitter.columns) column.blocked = false;
  const auto tooClose = static_cast<float>(kClosest * spacing_);
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    if (column_[i] == 0) continue;
    held_.push_back({static_cast<std::uint32_t>(i), fluid.x[i]});
    for (const std::uint32_t j : near.fluidOfFluid.of(i)) {
      if (column_[j] != 0 || length(fluid.x[i] - fluid.x[j]) >= tooClose) continue;
      Emitter& emitter = emitters_[emitterOf(column_[i])];
      emitter.columns[column_[i] - emitter.firstTag].blocked = true;
    }
  }
}

// Advances a column over a step and returns its displacement. The motion that a blocked column
// withholds is fluid that is not emitted.
double Emitters::moveColumn(Emitter& emitter, std::size_t c, double time, double dt) const {
  if (emitter.closed) return 0;
  Column& column = emitter.columns[c];
  const double travel = emitter.nozzle.travel(c, time, dt);
  if (travel > kMostLayers * spacing_)
    fail("\"{}\" moves its fluid by {:.4g} m in a step of {:.4g} s; lower its speed or the step",
         emitter.nozzle.name(), travel, dt);
  if (!column.blocked) {
    column.youngest += travel;
    return travel;
  }
  column.withheld += travel;
  for (; column.withheld >= spacing_; column.withheld -= spacing_) ++emitter.skipped;
  return 0;
}

void Emitters::drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt) {
  std::vector<Vec3f> travel{Vec3f{}}, velocity{Vec3f{}};  // by tag
  for (Emitter& emitter : emitters_) {
    const NozzleParams& params = emitter.nozzle.params();
    // Particles released at the end keep the speed that they had.
    const double now = emitter.nozzle.opensAtEnd() ? std::min(time + dt, params.end) : time + dt;
    const bool flows = !emitter.closed && now >= params.start && now <= params.end;
    for (std::size_t c = 0; c < emitter.columns.size(); ++c) {
      travel.emplace_back(moveColumn(emitter, c, time, dt) * emitter.nozzle.direction());
      const double speed = flows && !emitter.columns[c].blocked ? emitter.nozzle.speed(c, now) : 0;
      velocity.emplace_back(speed * emitter.nozzle.direction());
    }
  }
  for (const Held& held : held_) {
    const std::size_t i = held.particle;
    fluid.x[i] = held.x + travel[column_[i]];
    fluid.v[i] = velocity[column_[i]];
    solver.initialiseAdded(fluid, {i, i + 1});
  }
}

std::vector<Emitters::Tally> Emitters::tallies() const {
  std::vector<Tally> tallies;
  for (const Emitter& emitter : emitters_)
    tallies.push_back({emitter.nozzle.name(), emitter.emitted, emitter.skipped});
  return tallies;
}

template <class Self, class List>
void Emitters::visitState(Self& self, List& list) {
  for (auto& emitter : self.emitters_) {
    list(emitter.opened);
    list(emitter.closed);
    list(emitter.emitted);
    list(emitter.skipped);
    for (auto& column : emitter.columns) {
      list(column.youngest);
      list(column.withheld);
    }
  }
}

void Emitters::write(StateWriter& state) const { visitState(*this, state); }

void Emitters::read(StateReader& state) {
  visitState(*this, state);
  checkState();
}

void Emitters::checkState() const {
  std::size_t tags = 1;
  for (const Emitter& emitter : emitters_) {
    tags += emitter.columns.size();
    for (const Column& column : emitter.columns)
      if (!(std::abs(column.youngest) <= kMostLayers * spacing_ + spacing_) ||
          !(column.withheld >= 0 && column.withheld <= spacing_))
        fail("a column of \"{}\" is at {} m", emitter.nozzle.name(), column.youngest);
  }
  for (const std::uint32_t tag : column_)
    if (tag >= tags) fail("a particle is driven by column {} of {}", tag, tags - 1);
}

}  // namespace shoal
