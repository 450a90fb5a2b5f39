#include "shoal/world/sources/emitters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/search/kd_tree.h"

namespace shoal {

namespace {

constexpr double kClosest = 0.5;  // spacings between a particle that enters and any other
// On opening: no hole in a lattice, whose centre is 0.87 spacings from its corners, is filled.
constexpr double kClosestAtFirst = 0.9;
// From a column, in spacings: fluid that comes back to an inflow so near to it goes along with it.
constexpr double kSeal = 0.8;
constexpr double kMostLayers = 1000;  // that may enter in one step

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
    const std::size_t columns = nozzle.columns();
    // Half a spacing behind the first layer the next one begins.
    banks_.push_back({std::move(nozzle), static_cast<std::uint32_t>(phase - fluids.begin()), tag,
                      false, false, 0, 0, std::vector<Column>(columns, {spacing_ / 2, 0, false})});
    tag += static_cast<std::uint32_t>(columns);
  }
}

// The bank that a column belongs to.
std::size_t Emitters::bankOf(std::uint32_t tag) const {
  const auto after = [](std::uint32_t t, const Bank& bank) { return t < bank.firstTag; };
  const auto next = std::upper_bound(banks_.begin(), banks_.end(), tag, after);
  return static_cast<std::size_t>(next - banks_.begin()) - 1;
}

std::size_t Emitters::emit(FluidParticles& fluid, FluidSolver& solver, double time,
                           std::uint64_t& nextId) {
  letGo(fluid);
  std::size_t emitted = 0;
  for (Bank& bank : banks_) {
    const NozzleParams& params = bank.nozzle.params();
    if (bank.closed || time < params.start) continue;
    std::vector<Entry> due;
    const bool first = !bank.opened;
    if (first)
      open(bank, fluid, due);
    else if (!bank.nozzle.opensAtEnd())
      adopt(bank, fluid, kSeal);
    for (std::size_t c = 0; c < bank.columns.size(); ++c)
      for (double& youngest = bank.columns[c].youngest; youngest >= spacing_;)
        due.push_back({c, youngest -= spacing_});
    if (bank.emitted + due.size() > static_cast<std::uint64_t>(params.limit)) {
      close(bank);
    } else if (!due.empty()) {
      const double closest = spacing_ * (first ? kClosestAtFirst : kClosest);
      const std::size_t placed =
          place(bank, due, static_cast<float>(closest), fluid, solver, time, nextId);
      if (!first) bank.skipped += due.size() - placed;
      emitted += placed;
    }
    if (time >= params.end) close(bank);
  }
  return emitted;
}

void Emitters::letGo(const FluidParticles& fluid) {
  parallelFor(fluid.size(), [&](std::size_t i) {
    if (column_[i] == 0) return;
    const Nozzle& nozzle = banks_[bankOf(column_[i])].nozzle;
    if (nozzle.along(Vec3d(fluid.x[i])) > nozzle.length()) column_[i] = 0;
  });
}

void Emitters::open(Bank& bank, const FluidParticles& fluid, std::vector<Entry>& due) {
  bank.opened = true;
  adopt(bank, fluid, kClosestAtFirst);
  for (std::size_t layer = 0; layer < bank.nozzle.layers(); ++layer)
    for (std::size_t c = 0; c < bank.columns.size(); ++c)
      due.push_back({c, bank.columns[c].youngest + static_cast<double>(layer) * spacing_});
}

void Emitters::close(Bank& bank) {
  bank.closed = true;
  if (!bank.nozzle.opensAtEnd()) return;
  const std::size_t columns = bank.columns.size();
  parallelFor(column_.size(), [&](std::size_t i) {
    if (column_[i] >= bank.firstTag && column_[i] - bank.firstTag < columns) column_[i] = 0;
  });
}

// Fluid that stands in the pipe when it opens goes along with the nearest column, and so does fluid
// that is pressed back into an inflow: nothing passes a piston.
void Emitters::adopt(const Bank& bank, const FluidParticles& fluid, double within) {
  const Nozzle& nozzle = bank.nozzle;
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
    if (double(column->distance) < within * spacing_) column_[i] = bank.firstTag + column->index;
  });
}

std::size_t Emitters::place(Bank& bank, const std::vector<Entry>& due, float closest,
                            FluidParticles& fluid, FluidSolver& solver, double time,
                            std::uint64_t& nextId) {
  const Nozzle& nozzle = bank.nozzle;
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
    fluid.phase[first + k] = bank.phase;
    fluid.id[first + k] = static_cast<std::uint32_t>(nextId++);
    column_[first + k] =
        along > nozzle.length() ? 0 : bank.firstTag + static_cast<std::uint32_t>(column);
  }
  solver.initialiseAdded(fluid, {first, fluid.size()});
  bank.emitted += clear.size();
  return clear.size();
}

void Emitters::hold(const FluidParticles& fluid, const Neighbours& near) {
  held_.clear();
  for (Bank& bank : banks_)
    for (Column& column : bank.columns) column.blocked = false;
  const auto tooClose = static_cast<float>(kClosest * spacing_);
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    if (column_[i] == 0) continue;
    held_.push_back({static_cast<std::uint32_t>(i), fluid.x[i]});
    for (const std::uint32_t j : near.fluidOfFluid.of(i)) {
      if (column_[j] != 0 || length(fluid.x[i] - fluid.x[j]) >= tooClose) continue;
      Bank& bank = banks_[bankOf(column_[i])];
      bank.columns[column_[i] - bank.firstTag].blocked = true;
    }
  }
}

// Moves the column on over a step and returns how far. What a blocked column does not move is
// fluid that is not given out.
double Emitters::moveColumn(Bank& bank, std::size_t c, double time, double dt) const {
  if (bank.closed) return 0;
  Column& column = bank.columns[c];
  const double travel = bank.nozzle.travel(c, time, dt);
  if (travel > kMostLayers * spacing_)
    fail("\"{}\" moves its fluid by {:.4g} m in a step of {:.4g} s; lower its speed or the step",
         bank.nozzle.name(), travel, dt);
  if (!column.blocked) {
    column.youngest += travel;
    return travel;
  }
  column.withheld += travel;
  for (; column.withheld >= spacing_; column.withheld -= spacing_) ++bank.skipped;
  return 0;
}

void Emitters::drive(FluidParticles& fluid, FluidSolver& solver, double time, double dt) {
  std::vector<Vec3f> travel{Vec3f{}}, velocity{Vec3f{}};  // by tag
  for (Bank& bank : banks_) {
    const NozzleParams& params = bank.nozzle.params();
    // What is let go at the end keeps the speed that it had.
    const double now = bank.nozzle.opensAtEnd() ? std::min(time + dt, params.end) : time + dt;
    const bool flows = !bank.closed && now >= params.start && now <= params.end;
    for (std::size_t c = 0; c < bank.columns.size(); ++c) {
      travel.emplace_back(moveColumn(bank, c, time, dt) * bank.nozzle.direction());
      const double speed = flows && !bank.columns[c].blocked ? bank.nozzle.speed(c, now) : 0;
      velocity.emplace_back(speed * bank.nozzle.direction());
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
  for (const Bank& bank : banks_)
    tallies.push_back({bank.nozzle.name(), bank.emitted, bank.skipped});
  return tallies;
}

template <class Self, class List>
void Emitters::visitState(Self& self, List& list) {
  for (auto& bank : self.banks_) {
    list(bank.opened);
    list(bank.closed);
    list(bank.emitted);
    list(bank.skipped);
    for (auto& column : bank.columns) {
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
  for (const Bank& bank : banks_) {
    tags += bank.columns.size();
    for (const Column& column : bank.columns)
      if (!(std::abs(column.youngest) <= kMostLayers * spacing_ + spacing_) ||
          !(column.withheld >= 0 && column.withheld <= spacing_))
        fail("a column of \"{}\" is at {} m", bank.nozzle.name(), column.youngest);
  }
  for (const std::uint32_t tag : column_)
    if (tag >= tags) fail("a particle is driven by column {} of {}", tag, tags - 1);
}

}  // namespace shoal
