#include "shoal/coupling/quadrature/wall_contacts.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kParticlesPerTask = 128;  // particles per task

// Shares of the corners of the tile at its point that is nearest to p, about: where the foot of the
// perpendicular is outside, shares below zero are left out.
Vec3d sharesOf(const TriangleOf<Vec3d>& corner, int dimensions, const Vec3d& p) {
  const Vec3d a = corner[1] - corner[0], b = corner[2] - corner[0], c = p - corner[0];
  Vec3d shares;
  if (dimensions == 2) {
    shares.y = dot(c, a) / dot(a, a);
  } else {
    const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b);
    const double ca = dot(c, a), cb = dot(c, b), whole = aa * bb - sq(ab);
    shares.y = (bb * ca - ab * cb) / whole;
    shares.z = (aa * cb - ab * ca) / whole;
  }
  shares.x = 1 - shares.y - shares.z;
  for (std::size_t k = 0; k < 3; ++k) shares[k] = shares[k] > 0 ? shares[k] : 0;
  return shares / (shares.x + shares.y + shares.z);
}

// F1 of ImplicitContacts: the only one, since forces fall with the distance.
double forceAtEnd(const FlatWall& wall, double z, double speed, double mass, double dt) {
  constexpr int kHalvings = 24;
  double less = 0, more = wall.strongest;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (less + more) / 2;
    (wall.forceAt(z + dt * (speed + dt * middle / mass)) > middle ? less : more) = middle;
  }
  return (less + more) / 2;
}

// K of ImplicitContacts.
double slopeOf(const FlatWall& wall, double force, double speed, double mass, double dt) {
  if (force >= wall.strongest) return wall.stiffest;
  const double z = wall.placeOf(force);
  const double later = forceAtEnd(wall, z, speed, mass, dt);
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

WallContact contactOf(const SurfaceTile& tile, int dimensions, std::uint32_t particle,
                      const Vec3f& fromCentre, const Vec3f& force) {
  const Vec3d centre = tile.centre(dimensions);
  const TriangleOf<Vec3d> corner{tile.corner[0].x - centre, tile.corner[1].x - centre,
                                 tile.corner[2].x - centre};
  const Vec3d own = sharesOf(corner, dimensions, Vec3d(fromCentre));
  const SurfacePoint at =
      own.x * tile.corner[0] + own.y * tile.corner[1] + own.z * tile.corner[2];
  Vec3d normal = tile.normal(dimensions);
  double push = dot(Vec3d(force), normal);
  if (push < 0) {
    push = -push;
    normal = -normal;
  }
  return {.particle = particle,
          .body = tile.body,
          .vertices = tile.vertices,
          .shares = Vec3f(at.share),
          .normal = Vec3f(normal),
          .push = static_cast<float>(push),
          .wallSpeed = static_cast<float>(dot(at.v, normal))};
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
    const double away =
        dot(Vec3d(contact.normal), sum.velocity) - double(contact.wallSpeed);
    // Walls do not attract.
    contact.change = std::max(-dt * contact.stiffness * away, -double(contact.push));
    contact.stiffness /= 1 + sq(dt) * sum.stiffness / particles[contact.particle].mass;
  }
}

}  // namespace shoal
