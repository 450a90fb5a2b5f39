#include "shoal/effects/foam/foam.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "shoal/core/byte_hash.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr double kGap = 0.01;            // spacings between a solid and what ran into it
constexpr double kKnown = 1.5;           // supports within which distances to solids are looked for
constexpr std::uint64_t kMeasured = 16;  // steps between two measurements of a distance
constexpr std::uint64_t kSorted = 16;    // steps between two sorts by cell
constexpr double kWetted = 2.5;          // gaps: spray that is so near to a solid has wetted it

}  // namespace

Foam::Foam(const FoamParams& params, const FoamScene& scene)
    : params_(params), scene_(scene), scale_(params, scene), sums_(scene, scale_) {}

void Foam::advance(const FoamFluid& fluid, double dt, std::uint64_t step) {
  const std::size_t old = particles_.size();
  step_ = step;
  if (step % kSorted == 0) sort(fluid.grid);
  velocities_.set(fluid.v);
  around_.resize(old);
  lookAround(fluid, {0, old});
  move(dt);
  const std::vector<Birth> births = findBirths(fluid, dt, step);
  addBirths(fluid, births, dt, step);
  lookAround(fluid, {old, particles_.size()});
}

// Particles of a cell find their neighbours together.
void Foam::sort(const CellGrid& grid) {
  struct Key {
    CellGrid::Cell cell;
    std::uint32_t id, index;
  };
  std::vector<Key> keys(particles_.size());
  parallelFor(keys.size(), [&](std::size_t i) {
    keys[i] = {grid.cellOf(particles_.x[i]), particles_.id[i], static_cast<std::uint32_t>(i)};
  });
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tie(a.cell.z, a.cell.y, a.cell.x, a.id) <
           std::tie(b.cell.z, b.cell.y, b.cell.x, b.id);
  });
  std::vector<std::uint32_t> order;
  for (const Key& key : keys) order.push_back(key.index);
  particles_.set.rearrange(order);
}

// Finds what is around particles and which kind they are.
void Foam::lookAround(const FoamFluid& fluid, Range range) {
  const Timed t{"world/foam around"};
  around_.resize(particles_.size());
  findFluidAround(fluid.grid, velocities_, scene_.kernel.radius,
                  particles_.x.span().subspan(range.begin, range.size()),
                  std::span(around_).subspan(range.begin, range.size()));
  parallelFor(range.size(), [&](std::size_t k) {
    const std::size_t i = range.begin + k;
    particles_.kind[i] =
        static_cast<std::uint32_t>(kindOf(shareOfNeighbours(i), params_.neighbours));
  });
}

// Of those that there would be deep in the fluid, before a wall at the distance of the nearest.
double Foam::shareOfNeighbours(std::size_t i) const {
  const double all =
      scale_.neighbours * shareBefore(std::abs(double(particles_.clearance[i])),
                                      double(scene_.kernel.radius), scene_.dimensions);
  return double(around_[i].neighbours) / all;
}

void Foam::move(double dt) {
  const Timed t{"world/foam move"};
  const Vec3d buoyancy = -params_.buoyancy * scene_.gravity;
  const double tau = params_.drag * scale_.time, wetted = kWetted * kGap * scene_.spacing;
  parallelFor(particles_.size(), [&](std::size_t i) {
    const FoamMotion from{Vec3d(particles_.x[i]), Vec3d(particles_.v[i])};
    const Vec3d fluid(around_[i].velocity);
    const auto kind = static_cast<FoamKind>(particles_.kind[i]);
    FoamMotion to;
    if (kind == FoamKind::Spray) to = fly(from, scene_.gravity, dt);
    if (kind == FoamKind::Foam) to = drift(from, fluid, dt);
    if (kind == FoamKind::Bubble) to = rise(from, fluid, buoyancy, tau, dt);
    particles_.from[i] = particles_.x[i];
    particles_.x[i] = Vec3f(to.x);
    particles_.v[i] = Vec3f(to.v);
    // [IAAT12] lets foam alone age. Deviation: spray that lies on a solid does, too.
    const bool ages =
        kind == FoamKind::Foam ||
        (kind == FoamKind::Spray && std::abs(double(particles_.clearance[i])) < wetted);
    if (ages) particles_.life[i] -= static_cast<float>(dt);
  });
}

std::vector<Foam::Birth> Foam::findBirths(const FoamFluid& fluid, double dt, std::uint64_t step) {
  const Timed t{"world/foam births"};
  // Slower particles have less than the least kinetic energy.
  const double slowest = scale_.speed * std::sqrt(2 * params_.energy[0]);
  sums_.find(fluid, slowest);
  std::vector<std::vector<Birth>> found(chunkCount(fluid.x.size()));
  parallelChunks(fluid.x.size(), [&](Range range, std::size_t chunk) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (!(sums_.trappedAir()[i] > 0 || sums_.crest()[i] > 0)) continue;
      const Vec3d v = Vec3d(fluid.v[i]) / scale_.speed;
      const FoamPotential potential{double(sums_.trappedAir()[i]) / scale_.speed,
                                    double(sums_.crest()[i]), dot(v, v) / 2};
      const double expected = potential.number(params_) * dt / scale_.time;
      if (!(expected > 0)) continue;
      const FoamRandom random(static_cast<std::uint64_t>(params_.seed), fluid.id[i], step);
      const int count = random.wholeNumber(expected);
      const double life =
          std::lerp(params_.life[0], params_.life[1], potential.strength(params_)) * scale_.time;
      if (count > 0)
        found[chunk].push_back({static_cast<std::uint32_t>(i), count, static_cast<float>(life)});
    }
  });
  std::vector<Birth> births;
  for (const std::vector<Birth>& some : found)
    births.insert(births.end(), some.begin(), some.end());
  // Their order must not depend on that of the fluid.
  std::sort(births.begin(), births.end(), [&](const Birth& a, const Birth& b) {
    return fluid.id[a.parent] < fluid.id[b.parent];
  });
  return births;
}

void Foam::addBirths(const FoamFluid& fluid, std::span<const Birth> births, double dt,
                     std::uint64_t step) {
  std::size_t room =
      static_cast<std::size_t>(params_.most) -
      std::min<std::size_t>(static_cast<std::size_t>(params_.most), particles_.size());
  for (const Birth& birth : births) {
    const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(birth.count), room);
    if (count == 0) return;
    room -= count;
    const FoamMotion parent{Vec3d(fluid.x[birth.parent]), Vec3d(fluid.v[birth.parent])};
    const FoamRandom random(static_cast<std::uint64_t>(params_.seed), fluid.id[birth.parent], step);
    std::size_t i = particles_.set.append(count);
    for (std::uint64_t k = 0; k < count; ++k, ++i) {
      const FoamMotion child =
          motionAtBirth(parent, dt, scale_.particleRadius, params_.spread / scale_.time,
                        scene_.dimensions, random, k);
      particles_.x[i] = Vec3f(child.x);
      particles_.v[i] = Vec3f(child.v);
      particles_.life[i] = birth.life;
      particles_.id[i] = static_cast<std::uint32_t>(made_++);
      particles_.clearance[i] = FoamParticles::kFar;
      particles_.from[i] = fluid.x[birth.parent];
    }
  }
}

void Foam::forgetSolids() {
  constexpr float kLeast = 1e-30f;  // m: zero has no sign
  for (float& d : particles_.clearance) d = -std::max(std::abs(d), kLeast);
}

void Foam::settle(const FoamObstacles& obstacles, double dt) {
  const Timed t{"world/foam settle"};
  gone_.assign(particles_.size(), 0);
  parallelFor(particles_.size(), [&](std::size_t i) { settle(i, obstacles, dt); });
  if (std::find(gone_.begin(), gone_.end(), 1) != gone_.end()) particles_.set.remove(gone_);
}

void Foam::settle(std::size_t i, const FoamObstacles& obstacles, double dt) {
  const Period& period = scene_.period;
  Vec3f& x = particles_.x[i];
  if (period.any() && isFinite(x)) {
    x = period.wrapped(x);
    particles_.from[i] = x - period.shortest(x - particles_.from[i]);
  }
  FoamPath path{Vec3d(particles_.from[i]), Vec3d(x)};
  const double reach = double(scene_.kernel.radius);
  const double way = length(path.to - path.from) + obstacles.travel();
  double apart = double(particles_.clearance[i]) - way;  // no solid can be nearer
  const bool unknown = particles_.clearance[i]<0, away = apart> 0;
  // Near solids, where neighbours are missing, the distance is measured every few steps.
  const bool due = !(apart > reach) && (particles_.id[i] + step_) % kMeasured == 0;
  if (due || !away) apart = obstacles.distance(path.to, kKnown * reach);
  // What is farther from a surface than it and the solid moved has not passed through it.
  if (unknown || (!away && !(apart > way))) {
    if (const auto hit = obstacles.hit(path, kGap * scene_.spacing, dt)) {
      x = Vec3f(hit->place);
      const Vec3d v(particles_.v[i]);
      const double into = dot(v - hit->velocity, hit->normal);
      if (into < 0) particles_.v[i] = Vec3f(v - into * hit->normal);
      // In a corner another solid may be there.
      path.to = Vec3d(x);
      if (obstacles.hit(path, 0, dt)) gone_[i] = 1;
      apart = obstacles.distance(path.to, kKnown * reach);
    }
  }
  particles_.clearance[i] = static_cast<float>(apart);
  const Box3f inside{Vec3f(scene_.domain.lower), Vec3f(scene_.domain.upper)};
  if (!inside.contains(x) || !(particles_.life[i] > 0)) gone_[i] = 1;
}

std::uint64_t Foam::hash() const {
  ByteHash hash;
  hash.addNumber(std::uint64_t{particles_.size()});
  hash.addNumber(hashState(particles_.set, particles_.id.span()));
  hash.addNumber(made_);
  return hash.value();
}

std::size_t Foam::bytes() const {
  return particles_.set.bytes() + around_.capacity() * sizeof(FluidAround) + gone_.capacity();
}

}  // namespace shoal
