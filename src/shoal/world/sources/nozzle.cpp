#include "shoal/world/sources/nozzle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/number_table.h"
#include "shoal/core/portable.h"
#include "shoal/world/sources/jet_pattern.h"

namespace shoal {

namespace {

constexpr double kPipeSupports = 2;  // the mouth has full support behind it

// Two unit vectors across the direction; in the plane the second is not used.
struct Frame {
  Vec3d across, up;
};

Frame frameOf(const NozzleParams& params, const Vec3d& direction, int dimensions) {
  if (dimensions == 2) return {{-direction.y, direction.x, 0}, {}};
  const Vec3d d{std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)};
  const Vec3d steepest = d.y <= d.x && d.y <= d.z ? Vec3d{0, 1, 0}
                         : d.z <= d.x             ? Vec3d{0, 0, 1}
                                                  : Vec3d{1, 0, 0};
  const Vec3d across = normalised(cross(direction, params.up.value_or(steepest)));
  return {across, cross(across, direction)};
}

// The points of a square lattice within a circle: with a point on the axis, or four around it,
// whichever comes closer to the circle's area.
ColumnSites latticeDisc(double radius) {
  const double area = std::numbers::pi * sq(radius);
  const long widest = 2 * static_cast<long>(std::ceil(radius)) + 1;
  ColumnSites best;
  for (const long width : {widest, widest + 1}) {
    ColumnSites some = rectangle(width, width);
    std::erase_if(some, [&](const ColumnSite& s) { return sq(s.across) + sq(s.up) > sq(radius); });
    const auto error = [&](const ColumnSites& s) { return std::abs(double(s.size()) - area); };
    if (best.empty() || (!some.empty() && error(some) < error(best))) best = std::move(some);
  }
  return best;
}

// Jets are even, since layers of particles would show as a stack of plates that drift apart.
// Inflows continue fluid in a channel, as the lattice that it started from.
ColumnSites mouth(const NozzleParams& params, double spacing, int dimensions, bool isJet) {
  const auto count = [&](double width) { return std::max(1L, std::lround(width / spacing)); };
  const bool flat = dimensions == 2;
  if (params.radius > 0 && !flat)
    return isJet ? roundJet(params.radius / spacing) : latticeDisc(params.radius / spacing);
  const long across = count(params.radius > 0 ? 2 * params.radius : params.size[0]);
  const long up = flat ? 1 : count(params.size[1]);
  return isJet ? rectangularJet(across, up) : rectangle(across, up);
}

TimeSeries seriesOf(const HistoryParams& history) {
  const NumberTable table = readNumberTable(history.file);
  return {timesOf(table), columnOf(table, history.column), history.interpolation};
}

std::size_t pipeLayers(const KernelChoice& kernel, double spacing) {
  return static_cast<std::size_t>(std::ceil(kPipeSupports * double(kernel.radius) / spacing));
}

}  // namespace

Nozzle::Nozzle(std::string name, std::string formulaKey, std::string fluid,
               const NozzleParams& params, const FormulaText& formula, const WorldParams& world,
               const KernelChoice& kernel, bool isJet)
    : name_(std::move(name)),
      formulaKey_(std::move(formulaKey)),
      fluid_(std::move(fluid)),
      params_(params),
      formula_(formula.text, kFormulaVariables),
      opensAtEnd_(isJet),
      spacing_(world.spacing),
      layers_(pipeLayers(kernel, world.spacing)),
      direction_(normalised(params.direction)) {
  if (params.history) history_ = seriesOf(*params.history);
  const Frame frame = frameOf(params, direction_, world.dimensions);
  const Vec3d back = params.centre - length() * direction_;
  for (const ColumnSite& s : mouth(params, spacing_, world.dimensions, isJet)) {
    entry_.push_back(back + (s.across * spacing_) * frame.across + (s.up * spacing_) * frame.up);
    lead_.push_back(s.phase * spacing_);
  }
}

Nozzle::Nozzle(const EmitterParams& emitter, const WorldParams& world, const KernelChoice& kernel)
    : Nozzle(emitter.name, fmt::format("emitter.{}.profile", emitter.name), emitter.fluid,
             emitter.nozzle, emitter.profile, world, kernel, true) {
  // The rate refers to the particles, since columns cover the mouth only approximately.
  const double perColumn = world.particleVolume * portable::pow(spacing_, world.dimensions - 1);
  factor_ = emitter.speed > 0 ? emitter.speed
                              : emitter.rate / (perColumn * static_cast<double>(columns()));
}

Nozzle::Nozzle(const InflowParams& inflow, const WorldParams& world, const KernelChoice& kernel)
    : Nozzle(inflow.name, fmt::format("inflow.{}.speed", inflow.name), inflow.fluid, inflow.nozzle,
             inflow.speed, world, kernel, false) {}

Box3d Nozzle::bounds() const {
  Box3d box;
  for (std::size_t c = 0; c < columns(); ++c) {
    box.extend(place(c, 0));
    box.extend(place(c, length()));
  }
  return box;
}

double Nozzle::speed(std::size_t column, double time) const {
  const Vec3d x = place(column, length());
  const double share = history_ ? (*history_)(time) : 1;
  const double speed = share * factor_ * formula_(std::array{x.x, x.y, x.z, time});
  if (!std::isfinite(speed))
    throw Error({}, formulaKey_,
                fmt::format("is {} at ({:.4g}, {:.4g}, {:.4g}) m and t = {:.6g} s; change its "
                            "formula \"{}\"",
                            speed, x.x, x.y, x.z, time, formula_.text()));
  return std::max(0.0, speed);
}

double Nozzle::travel(std::size_t column, double time, double dt) const {
  const double from = std::max(time, params_.start), to = std::min(time + dt, params_.end);
  return to > from ? (to - from) * speed(column, (from + to) / 2) : 0;
}

double Nozzle::fastest() const {
  constexpr std::size_t kColumnsAsked = 100;
  constexpr int kTimesAsked = 1000;
  constexpr double kLongest = 10;  // s
  const double duration = std::min(params_.end - params_.start, kLongest);
  double fastest = 0;
  for (std::size_t c = 0; c < columns(); c += 1 + columns() / kColumnsAsked)
    for (int k = 0; k <= kTimesAsked; k += history_ || formula_.uses(3) ? 1 : kTimesAsked)
      fastest = std::max(fastest, speed(c, params_.start + duration * k / kTimesAsked));
  return fastest;
}

std::vector<Nozzle> makeNozzles(const SourceParams& sources, const WorldParams& world,
                                const KernelChoice& kernel) {
  std::vector<Nozzle> nozzles;
  for (const EmitterParams& emitter : sources.emitters)
    nozzles.emplace_back(emitter, world, kernel);
  for (const InflowParams& inflow : sources.inflows) nozzles.emplace_back(inflow, world, kernel);
  return nozzles;
}

double outflowLength(const KernelChoice& kernel) { return kPipeSupports * double(kernel.radius); }

Box3d sourceBounds(const SourceParams& sources, const WorldParams& world,
                   const KernelChoice& kernel) {
  Box3d box;
  for (const Nozzle& nozzle : makeNozzles(sources, world, kernel)) box.extend(nozzle.bounds());
  for (const OutflowParams& outflow : sources.outflows)
    box.extend(outflow.centre + outflowLength(kernel) * normalised(outflow.normal));
  return box;
}

}  // namespace shoal
