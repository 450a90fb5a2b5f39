#include "shoal/coupling/quadrature/quadrature_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr std::size_t kWave = 512;      // parts of triangles
constexpr std::size_t kPartChunk = 16;  // parts per task
constexpr double kPartSide = 4;         // sides of a piece: few pieces, whatever the triangle
constexpr std::size_t kPieceChunk = 8;  // pieces per task
constexpr double kMostPieces = 2e6;     // a step of hours, and surely a mistake
constexpr double kPieceSide = 4;        // ranges: some ten tiles
constexpr float kRounding = 1 + 1e-4f;  // of the range, so that rounding loses no particle
constexpr double kTileSide = 1.9;       // ranges: two vectors of boundary particles

// What automatic stiffness provides for, see QuadratureScene.
constexpr double kPassingSpeeds = 2.5;
constexpr double kPressures = 5;

// Below this share of the range, what attracts a particle leaves no barrier worth the name.
constexpr double kLeastRest = 0.1;

// Walls are stiffer than a flat one that pushes as hard where they bend or are two, by up to this.
constexpr double kBends = 1.25;

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
  const double mass = scene.density * portable::pow(scene.spacing, scene.dimensions);
  const double toHold = mass * sq(kPassingSpeeds * scene.speed) / 2 / wall.barrier;
  const double area = portable::pow(scene.spacing, scene.dimensions - 1);  // of a particle
  const double toBear = kPressures * scene.density * sq(scene.speed) / 2 * area / wall.strongest;
  return {std::max(toHold, toBear), r0, h};
}

// Copies those of n particles that are within the box; returns how many. Writes all n places:
// whether one is within is a branch that is mispredicted half of the time.
std::size_t copyWithin(const Box3f& box, const NearParticle* from, std::size_t n,
                       NearParticle* to) {
  std::size_t found = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3f p = from[k].place;
    to[found] = from[k];
    found += static_cast<std::size_t>((p.x >= box.lower.x) & (p.y >= box.lower.y) &
                                      (p.z >= box.lower.z) & (p.x <= box.upper.x) &
                                      (p.y <= box.upper.y) & (p.z <= box.upper.z));
  }
  return found;
}

}  // namespace

QuadratureForce::QuadratureForce(const QuadratureParams& params, const QuadratureScene& scene)
    : scene_(scene),
      viscosity_(params.viscosity),
      law_{tractionOf(params, scene), 0},
      wall_(shoal::flatWall(law_.traction, scene.dimensions)),
      sampler_(scene.dimensions, params.sampleDistance * rangeOf(params, scene),
               params.shares == TractionShares::Impulse, kTileSide * rangeOf(params, scene)) {
  validate(params, "quadrature");
}

void QuadratureForce::accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) {
  const Timed t{"coupling/quadrature"};
  law_.friction =
      static_cast<float>(frictionFactor(viscosity_, double(fluid.volume), scene_.spacing,
                                        double(law_.traction.range), scene_.dimensions));
  if (watchesParts_) findParts(fluid, around.period);
  forgetForces();
  gatherFluid(fluid, around.period);
  if (!particle_.empty()) {
    pushFromSurfaces(around.period);
    accelerateFluid(fluid);
  }
  if (!pressure_) return;
  pressure_->beginStep();
  explicit_ = onVertices_;
}

void QuadratureForce::integrateImplicitly(std::shared_ptr<LastPressure> pressure) {
  if (law_.traction.restDepth2 == 0) pressure_ = std::move(pressure);
}

void QuadratureForce::accelerateOver(FluidParticles& fluid, const FluidSurroundings&, double dt) {
  if (!pressure_) return;
  const Timed t{"coupling/implicit"};
  const Field<Vec3f>& byPressure = pressure_->accelerations(fluid);
  near_.resize(particle_.size());
  parallelFor(particle_.size(), [&](std::size_t k) {
    const std::size_t i = particle_[k];
    const double mass = double(fluid.mass(i));
    const Vec3d other = Vec3d(fluid.a[i] + byPressure[i]) - force_[k] / mass;
    near_[k] = {Vec3d(fluid.v[i]) + dt * other, force_[k], mass};
  });
  implicit_.solve(near_, wall_, dt, contacts_);
  changeForces(fluid);
  pressure_->expect(fluid, dt);
}

// May be done again, when a step is solved again: forces are those of accelerate() but for the
// change.
void QuadratureForce::changeForces(FluidParticles& fluid) {
  forceChange_.assign(particle_.size(), {});
  onVertices_ = explicit_;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    std::fill(resistance_[b].begin(), resistance_[b].end(), Matrix3{});
  for (const WallContact& contact : contacts_) {
    const Vec3d normal(contact.normal), change = contact.change * normal;
    const Matrix3 stiffness = contact.stiffness * outer(normal, normal);
    forceChange_[contact.particle] += change;
    for (std::size_t c = 0; c < 3; ++c) {
      const double share = contact.shares[c];
      onVertices_[contact.body][contact.vertices[c]] -= share * change;
      resistance_[contact.body][contact.vertices[c]] += share * stiffness;
    }
  }
  struct Sum {
    Vec3d force;
    double power = 0;
    Sum operator+(const Sum& o) const { return {force + o.force, power + o.power}; }
  };
  const Sum sum = parallelSum(particle_.size(), Sum{}, [&](std::size_t k) {
    const std::size_t i = particle_[k];
    fluid.a[i] += Vec3f(forceChange_[k] / double(fluid.mass(i)));
    const Vec3d force = force_[k] + forceChange_[k];
    return Sum{force, dot(force, Vec3d(v_[k]))};
  });
  onFluid_ = sum.force;
  power_ = sum.power;
}

void QuadratureForce::returnImpulses(std::size_t b, std::span<const Vec3d> away, double share,
                                     double dt) {
  returned_.resize(particle_.size());
  for (const WallContact& contact : contacts_) {
    if (contact.body != b) continue;
    const Vec3d normal(contact.normal);
    for (std::size_t c = 0; c < 3; ++c) {
      const double way = dot(normal, away[contact.vertices[c]]);
      const Vec3d impulse = share * contact.shares[c] * contact.stiffness * way * normal;
      returned_[contact.particle] += impulse;
      onVertices_[b][contact.vertices[c]] -= impulse / (share * dt);
    }
  }
}

void QuadratureForce::applyChanges(FluidParticles& fluid, FluidSolver& solver, double dt) {
  std::vector<VelocityChange> changes;
  for (std::size_t k = 0; k < returned_.size(); ++k) {
    if (returned_[k] == Vec3d{}) continue;
    const std::uint32_t i = particle_[k];
    const Vec3f dv(returned_[k] / double(fluid.mass(i)));
    changes.push_back({i, dv});
    fluid.x[i] += static_cast<float>(dt) * dv;
    pressure_->expectChange(i, dv);
  }
  solver.changeVelocities(fluid, changes);
  returned_.clear();
}

// The same with parts of the law, without effect on the fluid.
void QuadratureForce::findParts(const FluidParticles& fluid, const Period& period) {
  TileForceLaw rubbing = law_, attracting = law_;
  rubbing.traction.scale = 0;
  attracting.friction = attracting.mostTraction = 0;
  friction_ = forcesBy(rubbing, fluid, period);
  adhesion_ = forcesBy(attracting, fluid, period);
}

QuadratureForce::ForcesByBody QuadratureForce::forcesBy(const TileForceLaw& part,
                                                        const FluidParticles& fluid,
                                                        const Period& period) {
  const TileForceLaw whole = std::exchange(law_, part);
  forgetForces();
  gatherFluid(fluid, period);
  if (!particle_.empty()) pushFromSurfaces(period);
  law_ = whole;
  return onVertices_;
}

void QuadratureForce::forgetForces() {
  onVertices_.resize(bodies_.size());
  stiffnesses_.resize(bodies_.size());
  resistance_.resize(bodies_.size());
  contacts_.clear();
  load_.clear();
  onFluid_ = {};
  power_ = fastest_ = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const BodySurface& surface = bodies_[b]->surface();
    onVertices_[b].assign(surface.x.size(), Vec3d{});
    stiffnesses_[b].assign(surface.x.size(), 0);
    resistance_[b].assign(surface.x.size(), Matrix3{});
    for (const Vec3d& v : surface.v) fastest_ = std::max(fastest_, dot(v, v));
  }
  fastest_ = std::sqrt(fastest_);
}

Box3d QuadratureForce::reachOfBodies() const {
  Box3d box;
  for (const Body* body : bodies_)
    for (const Vec3d& x : body->surface().x) box.extend(x);
  return box.empty() ? box : box.grown(double(law_.traction.range));
}

// Copies the particles that bodies may reach and sorts them by cell.
void QuadratureForce::gatherFluid(const FluidParticles& fluid, const Period& period) {
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
  if (!grid_) {
    // No corner of a piece is further from its centre than two thirds of its longest side. Three
    // cells have to fit into a period.
    const double side = period.any() ? kTileSide : kPieceSide;
    pieceSide_ = side * double(law_.traction.range);
    const float cell = law_.traction.range * static_cast<float>(1 + side * 2 / 3);
    grid_ = std::make_unique<CellGrid>(cell, scene_.dimensions, CellGrid::Form::Automatic, period);
  }
  grid_->build(places);
  particle_.resize(all.size());
  x_.resize(all.size());
  v_.resize(all.size());
  force_.assign(all.size(), Vec3d{});
  load_.assign(all.size(), Load{});
  parallelFor(all.size(), [&](std::size_t k) {
    particle_[k] = all[grid_->order()[k]];
    x_[k] = fluid.x[particle_[k]];
    v_[k] = fluid.v[particle_[k]];
  });
}

void QuadratureForce::pushFromSurfaces(const Period& period) {
  const auto range = double(law_.traction.range);
  map_.build(x_, range, period);
  double left = kMostPieces;
  for (std::uint32_t b = 0; b < bodies_.size(); ++b) {
    triangles_.clear();
    listTriangles(*bodies_[b], b, scene_.dimensions, triangles_);
    parts_.clear();
    for (const SurfaceTile& triangle : triangles_)
      forEachPart(
          triangle, scene_.dimensions, kPartSide * pieceSide_,
          [&](const Box3d& box) { return map_.mayReach(box); },
          [&](const SurfaceTile& part) { parts_.push_back(part); });
    for (std::size_t p = 0; p < parts_.size(); p += kWave) {
      listPieces({p, std::min(parts_.size(), p + kWave)}, left);
      left -= static_cast<double>(wave_.size());
      handleWave(period);
    }
  }
}

// Of these parts, `most` at most.
void QuadratureForce::listPieces(Range parts, double most) {
  std::vector<std::vector<SurfaceTile>> found(chunkCount(parts.size(), kPartChunk));
  parallelChunks(
      parts.size(),
      [&](Range range, std::size_t chunk) {
        for (std::size_t k = range.begin; k < range.end; ++k)
          forEachPart(
              parts_[parts.begin + k], scene_.dimensions, pieceSide_,
              [&](const Box3d& box) { return map_.mayReach(box); },
              [&](const SurfaceTile& piece) {
                if (static_cast<double>(found[chunk].size()) >= most) failTooManyPieces(piece.body);
                found[chunk].push_back(piece);
              });
      },
      kPartChunk);
  wave_.clear();
  for (const std::vector<SurfaceTile>& pieces : found)
    wave_.insert(wave_.end(), pieces.begin(), pieces.end());
  if (static_cast<double>(wave_.size()) > most) failTooManyPieces(wave_.front().body);
}

void QuadratureForce::failTooManyPieces(std::uint32_t body) const {
  fail(
      "solid \"{}\": more than {:.0e} pieces of its surface are near fluid; make it smaller or "
      "world.spacing larger",
      bodies_[body]->name(), kMostPieces);
}

void QuadratureForce::handleWave(const Period& period) {
  const std::size_t n = wave_.size(), chunks = chunkCount(n, kPieceChunk);
  if (work_.size() < chunks) work_.resize(chunks);
  parallelChunks(
      n,
      [&](Range range, std::size_t chunk) {
        Work& work = work_[chunk];
        work.pushes.clear();
        work.contacts.clear();
        work.reactions.assign(range.size(), {});
        for (std::size_t p = range.begin; p < range.end; ++p)
          pushFromPiece(wave_[p], period, work, work.reactions[p - range.begin]);
      },
      kPieceChunk);

  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    for (const Push& push : work_[chunk].pushes) {
      force_[push.particle] += Vec3d(push.force);
      if (pressure_) continue;  // implicit forces ask for no shorter step
      load_[push.particle].force += double(length(push.force));
      load_[push.particle].closing += double(push.closing);
    }
    contacts_.insert(contacts_.end(), work_[chunk].contacts.begin(), work_[chunk].contacts.end());
    for (std::size_t k = 0; k < work_[chunk].reactions.size(); ++k) {
      const SurfaceTile& piece = wave_[chunk * kPieceChunk + k];
      for (std::size_t c = 0; c < 3; ++c) {
        onVertices_[piece.body][piece.vertices[c]] += work_[chunk].reactions[k].force[c];
        stiffnesses_[piece.body][piece.vertices[c]] += work_[chunk].reactions[k].stiffness[c];
      }
    }
  }
}

void QuadratureForce::pushFromPiece(const SurfaceTile& piece, const Period& period, Work& work,
                                    Work::Reaction& reaction) const {
  const Vec3d centre = piece.centre(scene_.dimensions), normal = piece.normal(scene_.dimensions);
  work.near.clear();
  listNear({.centre = period.wrapped(Vec3f(centre)),
            .box = reachOf(piece, centre),
            .normal = Vec3f(dot(normal, normal) > 0 ? normal : Vec3d{}),
            .range = kRounding * law_.traction.range},
           *grid_, work.near);
  pushFromPart(piece, centre, 0, period, work, reaction);
}

// What the part may push, seen from the centre of its piece.
Box3f QuadratureForce::reachOf(const SurfaceTile& part, const Vec3d& centre) const {
  const Box3d bounds = boundsOf(part, scene_.dimensions);
  return Box3f{Vec3f(bounds.lower - centre), Vec3f(bounds.upper - centre)}.grown(
      kRounding * law_.traction.range);
}

// Halves the part until it is a tile; `firstNear` is the first particle that may be near it.
void QuadratureForce::pushFromPart(const SurfaceTile& part, const Vec3d& centre,
                                   std::size_t firstNear, const Period& period, Work& work,
                                   Work::Reaction& reaction) const {
  const std::size_t endNear = work.near.size();
  if (firstNear == endNear) return;
  const auto halves = halvesOf(part, scene_.dimensions, kTileSide * double(law_.traction.range));
  if (!halves) {
    work.particles.clear();
    for (std::size_t k = firstNear; k < endNear; ++k)
      work.particles.push_back(work.near[k].particle);
    pushFromTile(part, period, work, reaction);
    return;
  }
  for (const SurfaceTile& half : *halves) {
    work.near.resize(2 * endNear - firstNear);
    const std::size_t found = copyWithin(reachOf(half, centre), work.near.data() + firstNear,
                                         endNear - firstNear, work.near.data() + endNear);
    work.near.resize(endNear + found);
    pushFromPart(half, centre, endNear, period, work, reaction);
    work.near.resize(endNear);
  }
}

void QuadratureForce::pushFromTile(const SurfaceTile& tile, const Period& period, Work& work,
                                   Work::Reaction& reaction) const {
  const FluidNearby fluid{x_, v_, period};
  const Vec3f centre = period.wrapped(Vec3f(tile.centre(scene_.dimensions)));
  const std::size_t before = work.pushes.size();
  const VertexForces more =
      pushParticles(law_, sampler_, tile, centre, work.particles, fluid, work.scratch, work.pushes);
  if (before == work.pushes.size()) return;
  if (pressure_) {
    const ContactTile touched(tile, scene_.dimensions);
    for (std::size_t k = before; k < work.pushes.size(); ++k) {
      const auto& [particle, force, closing] = work.pushes[k];
      const Vec3f place = period.shortest(x_[particle] - centre);
      work.contacts.push_back(touched.contact(particle, place, force));
    }
  }
  double stiffness = 0;
  if (!pressure_ || !masses_[tile.body].empty())
    for (std::size_t k = before; k < work.pushes.size(); ++k)
      stiffness += wall_.stiffnessAt(wall_.distanceOf(double(length(work.pushes[k].force))));
  const Vec3d share = tile.shares(scene_.dimensions);
  for (std::size_t c = 0; c < 3; ++c) {
    reaction.force[c] += more[c];
    reaction.stiffness[c] += share[c] * stiffness;
  }
}

void QuadratureForce::accelerateFluid(FluidParticles& fluid) {
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

std::span<const Vec3d> QuadratureForce::of(const Body& body, const ForcesByBody& forces) const {
  const auto found = std::find(bodies_.begin(), bodies_.end(), &body);
  const auto b = static_cast<std::size_t>(found - bodies_.begin());
  return b < forces.size() ? std::span<const Vec3d>(forces[b]) : std::span<const Vec3d>{};
}

// Particles swing between fluid and wall, friction must not turn them round, and no surface may run
// into fluid that has not seen it.
double QuadratureForce::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                                    const StepLimits& limits) const {
  double longest = std::numeric_limits<double>::infinity();
  if (fastest_ > 0) longest = limits.courant * scene_.spacing / fastest_;
  if (particle_.empty()) return longest;
  const auto lightest = *std::min_element(fluid.phases.density.begin(), fluid.phases.density.end());
  const double mass = double(fluid.volume) * double(lightest);
  const double swing = 4 * limits.force * std::sqrt(mass / kBends);
  longest = std::min(longest, swing / std::sqrt(wall_.stiffnessAt(wall_.restDistance)));
  if (!pressure_)
    for (const Load& load : load_) longest = std::min(longest, stepOf(load, swing, longest));
  for (std::size_t b = 0; b < masses_.size(); ++b)
    for (std::size_t v = 0; v < std::min(masses_[b].size(), stiffnesses_[b].size()); ++v)
      if (masses_[b][v] > 0 && stiffnesses_[b][v] > 0)
        longest =
            std::min(longest, 4 * limits.force * std::sqrt(masses_[b][v] / stiffnesses_[b][v]));
  // Of two walls that the particle touches: the integral of h - r over them.
  const auto h = double(law_.traction.range);
  const double walls = 2 * (sampler_.asImpulses() ? impulseFactor(Vec3d{1, 1, 1} / 3.0) : 1);
  const double rub = walls * double(law_.friction) *
                     (scene_.dimensions == 3 ? std::numbers::pi / 3 * cube(h) : sq(h));
  if (rub > 0) longest = std::min(longest, 2 * limits.viscous * mass / rub);
  return longest;
}

// The longest step, up to `longest`, at whose end the wall is not too stiff for it where the
// particle has then got to.
double QuadratureForce::stepOf(const Load& load, double swing, double longest) const {
  constexpr int kHalvings = 12;
  if (!(load.force > 0)) return longest;
  const double z = wall_.distanceOf(load.force);
  const double closing = std::max(0.0, load.closing / load.force);
  const auto fits = [&](double dt) {
    return sq(dt) * wall_.stiffnessAt(z - closing * dt) <= sq(swing);
  };
  if (fits(longest)) return longest;
  double shorter = swing / std::sqrt(wall_.stiffest);
  if (!(shorter < longest)) return longest;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (shorter + longest) / 2;
    (fits(middle) ? shorter : longest) = middle;
  }
  return shorter;
}

std::size_t QuadratureForce::bytes() const {
  std::size_t n =
      particle_.capacity() * sizeof(std::uint32_t) +
      (x_.capacity() + v_.capacity()) * sizeof(Vec3f) + force_.capacity() * sizeof(Vec3d) +
      load_.capacity() * sizeof(Load) +
      (triangles_.capacity() + parts_.capacity() + wave_.capacity()) * sizeof(SurfaceTile);
  if (grid_) n += grid_->bytes();
  for (const Work& work : work_)
    n += work.pushes.capacity() * sizeof(Push) +
         work.reactions.capacity() * sizeof(Work::Reaction) +
         work.contacts.capacity() * sizeof(WallContact) +
         work.near.capacity() * sizeof(NearParticle);
  return n;
}

}  // namespace shoal
