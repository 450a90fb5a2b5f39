#include "shoal/coupling/quadrature/quadrature_coupling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr std::size_t kWave = 4096;     // tiles
constexpr std::size_t kTileChunk = 64;  // tiles per task
constexpr double kMostTiles = 5e7;      // a step of hours, and surely a mistake
constexpr double kTileSide = 1;         // ranges

// What automatic stiffness provides for, see QuadratureScene.
constexpr double kPassingSpeeds = 2.5;
constexpr double kPressures = 5;

// Below this share of the range, what attracts a particle leaves no barrier worth the name.
constexpr double kLeastRest = 0.1;

// Walls that meet in a corner add up.
constexpr double kWallsAtOnce = 2;

double rangeOf(const QuadratureParams& params, const QuadratureScene& scene) {
  return params.range * scene.spacing;
}

Traction tractionOf(const QuadratureParams& params, const QuadratureScene& scene) {
  const double h = rangeOf(params, scene);
  const double r0 = params.restDistance > 0 ? params.restDistance * scene.spacing : h;
  if (r0 > h)
    throw Error({}, entryName(&QuadratureParams::restDistance),
                fmt::format("{} spacings lie beyond the range of {}; make it at most the range",
                            params.restDistance, params.range));
  const FlatWall wall = flatWall({1, r0, h}, scene.dimensions);
  if (!(wall.restDistance > kLeastRest * h))
    throw Error({}, entryName(&QuadratureParams::restDistance),
                fmt::format("with {} spacings flat surfaces would pull fluid through; make it at "
                            "least half the range of {}",
                            params.restDistance, params.range));
  if (params.stiffness > 0) return {params.stiffness, r0, h};
  const double mass = scene.density * std::pow(scene.spacing, scene.dimensions);
  const double toHold = mass * sq(kPassingSpeeds * scene.speed) / 2 / wall.barrier;
  const double area = std::pow(scene.spacing, scene.dimensions - 1);  // of a particle
  const double toBear = kPressures * scene.density * sq(scene.speed) / 2 * area / wall.strongest;
  return {std::max(toHold, toBear), r0, h};
}

}  // namespace

QuadratureCoupling::QuadratureCoupling(const QuadratureParams& params, const QuadratureScene& scene)
    : scene_(scene),
      sampleDistance_(params.sampleDistance * rangeOf(params, scene)),
      viscosity_(params.viscosity),
      asImpulses_(params.shares == "impulse"),
      law_{tractionOf(params, scene), 0},
      wall_(shoal::flatWall(law_.traction, scene.dimensions)) {
  validate(params, "quadrature");
}

void QuadratureCoupling::accelerate(FluidParticles& fluid, const FluidSurroundings& around,
                                    double) {
  const Timed t{"coupling/quadrature"};
  law_.friction =
      static_cast<float>(frictionFactor(viscosity_, double(fluid.volume), scene_.spacing,
                                        double(law_.traction.range), scene_.dimensions));
  forgetForces();
  gatherFluid(fluid, around.period);
  if (particle_.empty()) return;
  pushFromTiles(around.period);
  accelerateFluid(fluid);
}

void QuadratureCoupling::forgetForces() {
  onVertices_.resize(bodies_.size());
  onFluid_ = {};
  power_ = fastest_ = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const BodySurface& surface = bodies_[b]->surface();
    onVertices_[b].assign(surface.x.size(), Vec3d{});
    for (const Vec3d& v : surface.v) fastest_ = std::max(fastest_, dot(v, v));
  }
  fastest_ = std::sqrt(fastest_);
}

Box3d QuadratureCoupling::reachOfBodies() const {
  Box3d box;
  for (const Body* body : bodies_)
    for (const Vec3d& x : body->surface().x) box.extend(x);
  return box.empty() ? box : box.grown(double(law_.traction.range));
}

// Copies the particles that bodies may reach and sorts them by cell.
void QuadratureCoupling::gatherFluid(const FluidParticles& fluid, const Period& period) {
  const Box3d reach = reachOfBodies();
  std::vector<std::vector<std::uint32_t>> found(chunkCount(fluid.size()));
  parallelChunks(fluid.size(), [&](Range range, std::size_t chunk) {
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (!reach.empty() && (period.any() || reach.contains(Vec3d(fluid.x[i]))))
        found[chunk].push_back(static_cast<std::uint32_t>(i));
  });
  std::vector<std::uint32_t> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());

  std::vector<Vec3f> places(all.size());
  parallelFor(all.size(), [&](std::size_t k) { places[k] = fluid.x[all[k]]; });
  // No corner of a tile is further from its centre than two thirds of its longest side.
  const float cell = law_.traction.range * static_cast<float>(1 + kTileSide * 2 / 3);
  if (!grid_)
    grid_ = std::make_unique<CellGrid>(cell, scene_.dimensions, CellGrid::Form::Automatic, period);
  grid_->build(places);
  particle_.resize(all.size());
  x_.resize(all.size());
  v_.resize(all.size());
  force_.assign(all.size(), Vec3d{});
  parallelFor(all.size(), [&](std::size_t k) {
    particle_[k] = all[grid_->order()[k]];
    x_[k] = fluid.x[particle_[k]];
    v_[k] = fluid.v[particle_[k]];
  });
}

// Where parts of surfaces matter; along a period everywhere.
Box3d QuadratureCoupling::reachOfFluid(const Period& period) const {
  Box3d box = parallelReduce(
      x_.size(), Box3d{},
      [&](std::size_t k) {
        return Box3d{Vec3d(x_[k]), Vec3d(x_[k])};
      },
      [](Box3d a, const Box3d& b) {
        a.extend(b);
        return a;
      });
  box = box.grown(double(law_.traction.range));
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (period.length[axis] > 0) {
      box.lower[axis] = -kLargestCoordinate;
      box.upper[axis] = kLargestCoordinate;
    }
  return box;
}

void QuadratureCoupling::pushFromTiles(const Period& period) {
  const Box3d near = reachOfFluid(period);
  const double side = kTileSide * double(law_.traction.range);
  double tiles = 0;
  for (std::uint32_t b = 0; b < bodies_.size(); ++b)
    forEachTile(*bodies_[b], b, scene_.dimensions, side, near, [&](const SurfaceTile& tile) {
      if (++tiles > kMostTiles)
        fail(
            "solid \"{}\": more than {:.0e} pieces of its surface are near fluid; make it smaller "
            "or world.spacing larger",
            bodies_[b]->name(), kMostTiles);
      wave_.push_back(tile);
      if (wave_.size() == kWave) handleWave(period);
    });
  handleWave(period);
}

void QuadratureCoupling::handleWave(const Period& period) {
  const std::size_t n = wave_.size();
  centres_.resize(n);
  parallelFor(n, [&](std::size_t t) {
    centres_[t] = period.wrapped(Vec3f(wave_[t].centre(scene_.dimensions)));
  });
  nearTiles_.build(centres_, *grid_, grid_->cellSize(), false);
  if (work_.size() < chunkCount(n, kTileChunk)) work_.resize(chunkCount(n, kTileChunk));
  const FluidNearby fluid{x_, v_, period};
  const auto handle = [&](Range range, std::size_t chunk) {
    Work& work = work_[chunk];
    work.pushes.clear();
    work.reactions.assign(range.size(), VertexForces{});
    TileScratch scratch;
    for (std::size_t t = range.begin; t < range.end; ++t) {
      const auto particles = nearTiles_.of(t);
      if (particles.empty()) continue;
      placeSamples(wave_[t], scene_.dimensions, sampleDistance_, asImpulses_, scratch);
      work.reactions[t - range.begin] =
          pushParticles(law_, centres_[t], particles, fluid, scratch, work.pushes);
    }
  };
  parallelChunks(n, handle, kTileChunk);

  for (std::size_t chunk = 0; chunk < chunkCount(n, kTileChunk); ++chunk) {
    for (const Push& push : work_[chunk].pushes) force_[push.particle] += Vec3d(push.force);
    for (std::size_t k = 0; k < work_[chunk].reactions.size(); ++k) {
      const SurfaceTile& tile = wave_[chunk * kTileChunk + k];
      for (std::size_t c = 0; c < 3; ++c)
        onVertices_[tile.body][tile.vertices[c]] += work_[chunk].reactions[k][c];
    }
  }
  wave_.clear();
}

void QuadratureCoupling::accelerateFluid(FluidParticles& fluid) {
  struct Sum {
    Vec3d force;
    double power = 0;
    Sum operator+(const Sum& o) const { return {force + o.force, power + o.power}; }
  };
  const Sum sum = parallelSum(particle_.size(), Sum{}, [&](std::size_t k) {
    const std::size_t i = particle_[k];
    fluid.a[i] += Vec3f(force_[k] / double(fluid.mass(i)));
    return Sum{force_[k], dot(force_[k], Vec3d(v_[k]))};
  });
  onFluid_ = sum.force;
  power_ = sum.power;
}

std::span<const Vec3d> QuadratureCoupling::vertexForces(const Body& body) const {
  const auto found = std::find(bodies_.begin(), bodies_.end(), &body);
  const auto b = static_cast<std::size_t>(found - bodies_.begin());
  return b < onVertices_.size() ? std::span<const Vec3d>(onVertices_[b]) : std::span<const Vec3d>{};
}

// Particles swing between fluid and wall, friction must not turn them round, and no surface may run
// into fluid that has not seen it.
double QuadratureCoupling::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                                       const StepLimits& limits) const {
  double longest = std::numeric_limits<double>::infinity();
  if (fastest_ > 0) longest = limits.courant * scene_.spacing / fastest_;
  if (particle_.empty()) return longest;
  const auto lightest = *std::min_element(fluid.phases.density.begin(), fluid.phases.density.end());
  const double mass = double(fluid.volume) * double(lightest);
  const double walls = kWallsAtOnce * (asImpulses_ ? impulseFactor(Vec3d{1, 1, 1} / 3.0) : 1);
  longest = std::min(longest, 4 * limits.force * std::sqrt(mass / (walls * wall_.stiffest)));
  // Of a wall that the particle touches: the integral of h - r over it.
  const auto h = double(law_.traction.range);
  const double rub = walls * double(law_.friction) *
                     (scene_.dimensions == 3 ? std::numbers::pi / 3 * cube(h) : sq(h));
  if (rub > 0) longest = std::min(longest, 2 * limits.viscous * mass / rub);
  return longest;
}

std::size_t QuadratureCoupling::bytes() const {
  std::size_t n = particle_.capacity() * sizeof(std::uint32_t) +
                  (x_.capacity() + v_.capacity()) * sizeof(Vec3f) +
                  force_.capacity() * sizeof(Vec3d) + wave_.capacity() * sizeof(SurfaceTile) +
                  centres_.capacity() * sizeof(Vec3f) + nearTiles_.bytes();
  if (grid_) n += grid_->bytes();
  for (const Work& work : work_)
    n += work.pushes.capacity() * sizeof(Push) + work.reactions.capacity() * sizeof(VertexForces);
  return n;
}

}  // namespace shoal
