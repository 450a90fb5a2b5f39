#include "shoal/coupling/quadrature/wall_contacts.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kParticlesPerTask = 128;  // particles per task

// F1 of ImplicitContacts: that of the only place z1 = start + dt^2 F(z1) / m, since forces fall
// with the distance.
double forceAtEnd(const FlatWall& wall, double start, double mass, double dt) {
  const double perForce = sq(dt) / mass;
  const auto isBefore = [&](std::size_t i) {
    return static_cast<double>(i) * wall.step - perForce * wall.forces[i] <= start;
  };
  std::size_t less = wall.peak, more = wall.forces.size() - 1;
  if (!isBefore(less)) return wall.strongest;
  if (isBefore(more)) return 0;
  while (more - less > 1) {
    const std::size_t middle = (less + more) / 2;
    (isBefore(middle) ? less : more) = middle;
  }
  const double fall = (wall.forces[less] - wall.forces[more]) / wall.step;
  const double way = start + perForce * wall.forces[less] - static_cast<double>(less) * wall.step;
  return wall.forces[less] - fall * way / (1 + perForce * fall);
}

// K of ImplicitContacts.
double slopeOf(const FlatWall& wall, double force, double speed, double mass, double dt) {
  if (force >= wall.strongest) return wall.stiffest;
  const double z = wall.placeOf(force);
  const double later = forceAtEnd(wall, z + dt * speed, mass, dt);
  const double way = dt * (speed + dt * later / mass);
  if (std::abs(way) < 1e-3 * wall.step) return wall.stiffnessAt(z);
  return std::clamp((force - later) / way, 0.0, wall.stiffest);
}

// Of a positive definite matrix.
Vec3d solved(const Symmetric3& a, const Vec3d& b) {
  const Vec3d p{a.xx, a.xy, a.zx}, q{a.xy, a.yy, a.yz}, r{a.zx, a.yz, a.zz};
  const Vec3d qr = cross(q, r);
  return (b.x * qr + b.y * cross(r, p) + b.z * cross(p, q)) / dot(p, qr);
}

}  // namespace

ContactTile::ContactTile(const SurfaceTile& tile, int dimensions)
    : tile_(tile), normal_(tile.normal(dimensions)), atCentre_(1.0 / dimensions) {
  const Vec3d a = tile.corner[1].x - tile.corner[0].x;
  if (dimensions == 2) {
    second_ = a / dot(a, a);
    return;
  }
  const Vec3d b = tile.corner[2].x - tile.corner[0].x;
  const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), whole = aa * bb - sq(ab);
  second_ = (bb * a - ab * b) / whole;
  third_ = (aa * b - ab * a) / whole;
}

// At the foot of the perpendicular; where that is outside of the tile, shares below zero are left
// out.
WallContact ContactTile::contact(std::uint32_t particle, const Vec3f& fromCentre,
                                 const Vec3f& force) const {
  const Vec3d place(fromCentre);
  Vec3d own;
  own.y = atCentre_ + dot(second_, place);
  own.z = third_ == Vec3d{} ? 0 : atCentre_ + dot(third_, place);
  own.x = 1 - own.y - own.z;
  for (std::size_t k = 0; k < 3; ++k) own[k] = own[k] > 0 ? own[k] : 0;
  own = own / (own.x + own.y + own.z);
  const auto& [a, b, c] = tile_.corner;
  const double push = dot(Vec3d(force), normal_), side = push < 0 ? -1 : 1;
  const Vec3d normal = side * normal_, v = own.x * a.v + own.y * b.v + own.z * c.v;
  return {.particle = particle,
          .body = tile_.body,
          .vertices = tile_.vertices,
          .shares = own.x * a.share + own.y * b.share + own.z * c.share,
          .normal = Vec3f(normal),
          .push = static_cast<float>(side * push),
          .wallSpeed = static_cast<float>(dot(v, normal))};
}

void ImplicitContacts::groupByParticle(std::size_t particles,
                                       std::span<const WallContact> contacts) {
  first_.assign(particles + 1, 0);
  of_.resize(contacts.size());
  for (const WallContact& contact : contacts) ++first_[contact.particle + 1];
  for (std::size_t i = 0; i < particles; ++i) first_[i + 1] += first_[i];
  for (std::uint32_t c = 0; c < contacts.size(); ++c) of_[first_[contacts[c].particle]++] = c;
  std::copy_backward(first_.begin(), first_.end() - 1, first_.end());
  first_[0] = 0;
}

void ImplicitContacts::solveParticle(const Particle& particle, const FlatWall& wall, double dt,
                                     std::span<const std::uint32_t> own,
                                     std::span<WallContact> contacts) {
  double force = 0, speed = 0;  // N, F0; m/s, away from the wall, weighted by forces
  for (const std::uint32_t c : own) {
    const auto push = double(contacts[c].push);
    force += push;
    speed += push * (dot(Vec3d(contacts[c].normal), particle.free) - double(contacts[c].wallSpeed));
  }
  if (!(force > 0)) {
    for (const std::uint32_t c : own) contacts[c].stiffness = contacts[c].change = 0;
    return;
  }
  const double whole = slopeOf(wall, force, speed / force, particle.mass, dt);  // N/m, K
  Symmetric3 matrix = Symmetric3::diagonal(particle.mass);                      // kg
  Vec3d right = particle.mass * particle.free + dt * particle.force;            // kg m/s
  for (const std::uint32_t c : own) {
    WallContact& contact = contacts[c];
    const Vec3d normal(contact.normal);
    contact.stiffness = whole * double(contact.push) / force;
    const double weight = sq(dt) * contact.stiffness;
    matrix += weightedSquare(weight, normal);
    right += weight * double(contact.wallSpeed) * normal;
  }
  const Vec3d velocity = solved(matrix, right);
  for (const std::uint32_t c : own) {
    WallContact& contact = contacts[c];
    const double away = dot(Vec3d(contact.normal), velocity) - double(contact.wallSpeed);
    // Walls do not attract.
    contact.change = std::max(-dt * contact.stiffness * away, -double(contact.push));
    contact.stiffness /= 1 + sq(dt) * whole / particle.mass;
  }
}

void ImplicitContacts::solve(std::span<const Particle> particles, const FlatWall& wall, double dt,
                             std::span<WallContact> contacts) {
  groupByParticle(particles.size(), contacts);
  parallelChunks(
      particles.size(),
      [&](Range range, std::size_t) {
        for (std::size_t i = range.begin; i != range.end; ++i)
          if (first_[i] != first_[i + 1])
            solveParticle(particles[i], wall, dt,
                          {of_.data() + first_[i], first_[i + 1] - first_[i]}, contacts);
      },
      kParticlesPerTask);
}

}  // namespace shoal
