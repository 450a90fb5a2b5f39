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

void ImplicitContacts::solve(std::span<const Particle> particles, const FlatWall& wall, double dt,
                             std::span<WallContact> contacts) {
  sums_.assign(particles.size(), {});
  for (const WallContact& contact : contacts) {
    Sum& sum = sums_[contact.particle];
    const double push = double(contact.push);
    const double away =
        dot(Vec3d(contact.normal), particles[contact.particle].free) - double(contact.wallSpeed);
    sum.force += push;
    sum.speed += push * away;
  }
  const auto forEach = [&](auto&& work) {
    parallelChunks(
        sums_.size(),
        [&](Range range, std::size_t) {
          for (std::size_t i = range.begin; i != range.end; ++i)
            if (sums_[i].force > 0) work(particles[i], sums_[i]);
        },
        kParticlesPerTask);
  };
  forEach([&](const Particle& particle, Sum& sum) {
    sum.speed /= sum.force;
    sum.stiffness = slopeOf(wall, sum.force, sum.speed, particle.mass, dt);
    sum.matrix = Symmetric3::diagonal(particle.mass);
    sum.right = particle.mass * particle.free + dt * particle.force;
  });
  for (WallContact& contact : contacts) {
    Sum& sum = sums_[contact.particle];
    contact.stiffness = sum.force > 0 ? sum.stiffness * double(contact.push) / sum.force : 0;
    const double weight = sq(dt) * contact.stiffness;
    sum.matrix += weightedSquare(weight, Vec3d(contact.normal));
    sum.right += weight * double(contact.wallSpeed) * Vec3d(contact.normal);
  }
  forEach([&](const Particle&, Sum& sum) { sum.velocity = solved(sum.matrix, sum.right); });
  for (WallContact& contact : contacts) {
    const Sum& sum = sums_[contact.particle];
    const double away = dot(Vec3d(contact.normal), sum.velocity) - double(contact.wallSpeed);
    // Walls do not attract.
    contact.change = std::max(-dt * contact.stiffness * away, -double(contact.push));
    contact.stiffness /= 1 + sq(dt) * sum.stiffness / particles[contact.particle].mass;
  }
}

}  // namespace shoal
