#include "shoal/coupling/samples/boundary.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/coupling/samples/covered_samples.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

Boundary::Boundary(const KernelChoice& kernel, const Period& period, double spacing,
                   double wallPressureFactor)
    : kernel_(kernel), grid_(kernel.radius, kernel.dimensions, CellGrid::Form::Automatic, period) {
  samples_.wallPressureFactor = static_cast<float>(wallPressureFactor);
  samples_.layerSpacing = static_cast<float>(spacing);
  samples_.planeDensity = static_cast<float>(planeDensity(kernel, spacing));
}

void Boundary::add(std::size_t solid, const SurfaceParams& params,
                   std::unique_ptr<SurfaceSamples> surface, std::vector<SampleValue> more) {
  const auto value = [](double number) { return static_cast<float>(number); };
  more.insert(more.end(), {{&samples_.friction, value(params.friction)},
                           {&samples_.slip, value(params.slip)},
                           {&samples_.adhesion, value(params.adhesion)},
                           {&samples_.contactCosine,
                            value(portable::cos(params.contactAngle * std::numbers::pi / 180))}});
  const std::span<const SurfaceSample> samples = surface->samples();
  const SurfaceMotion motion = surface->motion();
  const bool slides = std::any_of(samples.begin(), samples.end(),
                                  [](const SurfaceSample& s) { return dot(s.v, s.v) > 0; });
  const bool slidesOrMoves =
      motion == SurfaceMotion::kKinematic || (motion == SurfaceMotion::kStatic && slides);
  surfaces_.push_back({solid,
                       motion,
                       slidesOrMoves,
                       params.friction > 0,
                       params.adhesion > 0,
                       std::any_of(samples.begin(), samples.end(),
                                   [](const SurfaceSample& s) { return s.layer > 0; }),
                       std::move(surface),
                       std::move(more),
                       false,
                       {},
                       {}});
  count(surfaces_.back());
  changed_ = true;
}

// What one more surface changes for all.
void Boundary::count(const Surface& surface) {
  prescribed_ = prescribed_ || surface.slidesOrMoves;
  layered_ = layered_ || surface.layered;
  ++count_[static_cast<std::size_t>(surface.motion)];
  samples_.anyFriction = samples_.anyFriction || surface.rubs;
  samples_.anyAdhesion = samples_.anyAdhesion || surface.adheres;
  solids_ = std::max(solids_, surface.solid + 1);
}

void Boundary::remove(std::size_t solid) {
  const auto isOfSolid = [&](const Surface& surface) { return surface.solid == solid; };
  if (std::none_of(surfaces_.begin(), surfaces_.end(), isOfSolid)) return;
  std::vector<std::uint8_t> gone(samples_.size());
  for (std::size_t b = 0; b < samples_.size(); ++b) gone[b] = isOfSolid(surfaceOf(b));
  samples_.set.remove(gone);
  std::vector<std::uint32_t> numbers(surfaces_.size());
  std::uint32_t kept = 0;
  for (std::size_t s = 0; s < surfaces_.size(); ++s)
    numbers[s] = isOfSolid(surfaces_[s]) ? kept : kept++;
  std::erase_if(surfaces_, isOfSolid);
  renumberSurfaces(numbers);
  count_ = {};
  solids_ = 0;
  prescribed_ = layered_ = samples_.anyFriction = samples_.anyAdhesion = false;
  for (const Surface& surface : surfaces_) count(surface);
  fastest_ = handedPower_ = 0;
  forces = {};
}

// Every sample is told the new number of its surface.
void Boundary::renumberSurfaces(std::span<const std::uint32_t> numbers) {
  for (std::uint32_t& wall : samples_.wall) wall = numbers[wall];
  changed_ = true;
}

std::vector<std::size_t> Boundary::surfaceOrder() const {
  std::vector<std::size_t> solids;
  for (const Surface& surface : surfaces_) solids.push_back(surface.solid);
  return solids;
}

// The surfaces of one solid, its parts, stay in their order.
void Boundary::setSurfaceOrder(std::span<const std::size_t> solids) {
  const std::vector<std::size_t> now = surfaceOrder();
  if (!std::is_permutation(solids.begin(), solids.end(), now.begin(), now.end()))
    fail("its {} surfaces with boundary samples are not the {} of this world", solids.size(),
         now.size());
  std::vector<Surface> ordered;
  std::vector<std::uint32_t> numbers(surfaces_.size());
  std::vector<std::uint8_t> taken(surfaces_.size(), 0);
  for (const std::size_t solid : solids)
    for (std::size_t s = 0; s < surfaces_.size(); ++s) {
      if (taken[s] || surfaces_[s].solid != solid) continue;
      taken[s] = 1;
      numbers[s] = static_cast<std::uint32_t>(ordered.size());
      ordered.push_back(std::move(surfaces_[s]));
      break;
    }
  surfaces_ = std::move(ordered);
  renumberSurfaces(numbers);
}

// Samples of one cell stay in the order that they come in. They come in that of their surfaces, so
// that nothing depends on where they were before.
void Boundary::sort() {
  std::vector<std::uint32_t> first;  // of each surface
  for (std::size_t b = 0; b < samples_.size(); ++b) {
    if (samples_.wall[b] + 2 > first.size()) first.resize(samples_.wall[b] + 2);
    ++first[samples_.wall[b] + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> order(samples_.size());
  for (std::uint32_t b = 0; b < samples_.size(); ++b)
    order[first[samples_.wall[b]] + samples_.sample[b]] = b;
  samples_.set.rearrange(order);
  grid_.build(samples_.x.span());
  samples_.set.rearrange(grid_.order());
}

// All samples of free surfaces anew, and those of new surfaces.
void Boundary::listSamples() {
  const Timed timed{"walls/sampling"};
  std::vector<std::uint8_t> gone(samples_.size());
  for (std::size_t b = 0; b < samples_.size(); ++b) gone[b] = isFree(b);
  samples_.set.remove(gone);
  for (std::size_t s = 0; s < surfaces_.size(); ++s)
    if (!surfaces_[s].listed || surfaces_[s].motion == SurfaceMotion::kFree) list(s);
}

void Boundary::list(std::size_t s) {
  Surface& surface = surfaces_[s];
  const std::span<const SurfaceSample> samples = surface.samples->samples();
  const std::size_t first = samples_.set.append(samples.size());
  for (std::size_t k = 0; k < samples.size(); ++k) {
    samples_.x[first + k] = samples[k].x;
    samples_.v[first + k] = samples[k].v;
    samples_.wall[first + k] = static_cast<std::uint32_t>(s);
    samples_.sample[first + k] = static_cast<std::uint32_t>(k);
    samples_.volume[first + k] = 0;
    samples_.layer[first + k] = samples[k].layer;
    for (const auto& [field, value] : surface.values) (*field)[first + k] = value;
    if (samples[k].layer > 1) samples_.adhesion[first + k] = 0;  // the surface adheres, once
  }
  surface.listed = true;
}

void Boundary::followSurfaces() {
  parallelFor(samples_.size(), [&](std::size_t b) {
    const Surface& surface = surfaceOf(b);
    if (surface.motion == SurfaceMotion::kStatic) return;
    const SurfaceSample& at = surface.samples->samples()[samples_.sample[b]];
    samples_.x[b] = at.x;
    samples_.v[b] = at.v;
    samples_.mobility[b] = at.mobility;
    samples_.ownAcceleration[b] = at.ownAcceleration;
  });
}

void Boundary::place(double t, double step) {
  if (!anyMoves() && !changed_) return;
  const Timed timed{"walls/move"};
  const bool added = changed_;
  for (Surface& surface : surfaces_)
    if (surface.samples->update(t, step)) changed_ = true;
  if (changed_) listSamples();
  changed_ = false;
  followSurfaces();
  sort();
  if (added) computeSampleVolumes(samples_, grid_, kernel_);
  if (!anyMoves()) return;
  fastest_ = double(std::sqrt(parallelMax(
      samples_.size(), 0.0f, [&](std::size_t b) { return dot(samples_.v[b], samples_.v[b]); })));
}

void Boundary::findVolumes(const CellGrid& fluid) {
  if (!anyMoves()) return;
  const Timed timed{"walls/volumes"};
  computeSampleVolumes(samples_, grid_, kernel_, &fluid);
}

std::vector<Load> Boundary::sumBySolid(std::span<const Vec3f> onSamples) const {
  std::vector<Load> sums(solids_);
  for (std::size_t b = 0; b < onSamples.size(); ++b) {
    const Vec3d force(onSamples[b]);
    sums[surfaceOf(b).solid] += {force, cross(Vec3d(samples_.x[b]), force)};
  }
  return sums;
}

std::vector<LoadsOnSolid> Boundary::loads() const {
  const std::vector<Load> all = sumBySolid(forces.all), viscous = sumBySolid(forces.viscous),
                          adhesive = sumBySolid(forces.adhesive);
  std::vector<LoadsOnSolid> found;
  std::vector<std::uint8_t> seen(solids_, 0);
  for (const Surface& surface : surfaces_) {
    const std::size_t s = surface.solid;
    if (std::exchange(seen[s], 1)) continue;
    Loads loads;
    loads[LoadKind::Pressure] = all[s];
    loads[LoadKind::Pressure] -= viscous[s];
    loads[LoadKind::Pressure] -= adhesive[s];
    loads[LoadKind::Viscosity] = viscous[s];
    loads[LoadKind::Adhesion] = adhesive[s];
    found.push_back({s, loads, surface.samples->centre()});
  }
  return found;
}

std::span<const SurfaceSample> Boundary::samplesOf(std::size_t solid) const {
  for (const Surface& surface : surfaces_)
    if (surface.solid == solid) return surface.samples->samples();
  return {};
}

bool Boundary::hasSeveralSolids() const {
  return std::any_of(surfaces_.begin(), surfaces_.end(), [&](const Surface& surface) {
    return surface.solid != surfaces_.front().solid;
  });
}

void Boundary::handOverForces(const FluidParticles& fluid, const CellGrid& particles,
                              std::span<const Vec3f> friction) {
  const Timed timed{"walls/covered"};
  std::vector<Vec3f> pressure(samples_.size());
  parallelFor(pressure.size(), [&](std::size_t b) { pressure[b] = forces.all[b] - friction[b]; });
  const CoverSearch search{
      samples_,
      grid_,
      fluid,
      particles,
      [this](std::size_t b) { return solidOf(b); },
      [this](std::size_t b) { return surfaceOf(b).samples->samples()[samples_.sample[b]].normal; }};
  handedPower_ = 0;
  for (const HandedForce& handed : handedForces(search, pressure)) {
    forces.all[handed.from] -= handed.force;
    forces.all[handed.to] += handed.force;
    handedPower_ += powerOf(handed.to, handed.force) - powerOf(handed.from, handed.force);
  }
}

double Boundary::powerOf(std::size_t b, const Vec3f& force) const {
  return isFree(b) ? 0.0 : dot(Vec3d(force), Vec3d(samples_.v[b]));
}

double Boundary::powerOnPrescribed() const {
  const double all =
      parallelSum(samples_.size(), 0.0, [&](std::size_t b) { return powerOf(b, forces.all[b]); });
  return all - handedPower_;
}

void Boundary::addForcesToSolids(double share) {
  const auto factor = static_cast<float>(share);
  for (Surface& surface : surfaces_)
    if (surface.motion == SurfaceMotion::kFree)
      surface.cause.assign(surface.samples->samples().size(), Vec3f{});
  for (std::size_t b = 0; b < samples_.size(); ++b)
    if (isFree(b)) surfaceOf(b).cause[samples_.sample[b]] = factor * forces.all[b];
  for (Surface& surface : surfaces_)
    if (surface.motion == SurfaceMotion::kFree) surface.samples->addForces(surface.cause);
}

void Boundary::estimateOwnAccelerations(double dt) {
  for (Surface& surface : surfaces_) surface.samples->estimateOwnAcceleration(dt);
}

void Boundary::respond(std::span<const std::uint32_t> samples, std::span<const Vec3f> impulses,
                       std::span<Vec3f> change) const {
  for (const Surface& surface : surfaces_) {
    if (surface.motion != SurfaceMotion::kFree) continue;
    surface.cause.assign(surface.samples->samples().size(), Vec3f{});
    surface.effect.resize(surface.cause.size());
  }
  for (std::size_t k = 0; k < samples.size(); ++k)
    surfaceOf(samples[k]).cause[samples_.sample[samples[k]]] = impulses[k];
  for (const Surface& surface : surfaces_)
    if (surface.motion == SurfaceMotion::kFree)
      surface.samples->respond(surface.cause, surface.effect);
  for (std::size_t k = 0; k < samples.size(); ++k)
    change[k] = surfaceOf(samples[k]).effect[samples_.sample[samples[k]]];
}

std::pair<std::size_t, double> Boundary::fastestSolid(bool free) const {
  std::pair<std::size_t, double> found{0, 0};
  for (std::size_t b = 0; b < samples_.size(); ++b) {
    const auto speed = double(length(samples_.v[b]));
    if (isFree(b) == free && !(speed <= found.second)) found = {surfaceOf(b).solid, speed};
  }
  return found;
}

void Boundary::save(StateWriter& state) const {
  for (const Surface& surface : surfaces_) surface.samples->save(state);
}

void Boundary::restore(StateReader& state) {
  for (Surface& surface : surfaces_) surface.samples->restore(state);
  changed_ = true;
}

}  // namespace shoal
