#include "shoal/bodies/rigid/impacts.h"

#include <array>

#include "shoal/bodies/rigid/bullet_convert.h"

namespace shoal {

namespace {

constexpr int kMostSweeps = 40;      // over all pairs; ends when no pair approaches
constexpr int kPairIterations = 30;  // over the contact points of a pair

struct ImpactPoint {
  Vec3d place, normal;
  double target = 0;         // m/s, separation speed after the impact
  double mobility = 0;       // 1/kg, along the normal
  double normalImpulse = 0;  // N s
  Vec3d tangentImpulse;      // N s
};

struct Impact {
  ContactBody &a, &b;
  double friction;
  std::array<ImpactPoint, MANIFOLD_CACHE_SIZE> points;
  std::size_t count = 0;

  Vec3d relativeVelocity(const Vec3d& place) const {
    return a.velocityAt(place) - b.velocityAt(place);
  }
  void exchange(const Vec3d& impulse, const Vec3d& place) {
    a.applyImpulse(impulse, place);
    b.applyImpulse(-impulse, place);
  }
  double mobility(const Vec3d& place, const Vec3d& along) const {
    return a.mobility(place, along) + b.mobility(place, along);
  }

  // Normal impulse after which the point separates at the target speed.
  void part(ImpactPoint& p) {
    const double separation = dot(p.normal, relativeVelocity(p.place));
    const double impulse = std::max(0.0, p.normalImpulse + (p.target - separation) / p.mobility);
    exchange((impulse - p.normalImpulse) * p.normal, p.place);
    p.normalImpulse = impulse;
  }

  // Friction against the sliding, within Coulomb's cone |J_t| <= mu J_n.
  void rub(ImpactPoint& p) {
    const Vec3d v = relativeVelocity(p.place);
    const Vec3d sliding = v - dot(v, p.normal) * p.normal;
    const double speed = length(sliding);
    if (speed == 0) return;
    const double inverse = mobility(p.place, sliding / speed);
    if (inverse <= 0) return;
    Vec3d impulse = p.tangentImpulse - sliding / inverse;
    const double most = friction * p.normalImpulse;
    if (length(impulse) > most) impulse = most * normalised(impulse);
    exchange(impulse - p.tangentImpulse, p.place);
    p.tangentImpulse = impulse;
  }
};

// Resolves the impact of a pair; returns whether it approached.
bool bounce(const Contact& contact, double dt, double slowest) {
  Impact impact{*contact.a, *contact.b, contact.friction, {}, 0};
  double fastest = 0;
  for (int i = 0; i < contact.manifold->getNumContacts(); ++i) {
    const btManifoldPoint& point = contact.manifold->getContactPoint(i);
    const Vec3d place = fromBullet(point.getPositionWorldOnB());
    const Vec3d normal = fromBullet(point.m_normalWorldOnB);
    const double approach = -dot(normal, impact.relativeVelocity(place));
    if (point.getDistance() > std::max(0.0, approach * dt)) continue;
    const double mobility = impact.mobility(place, normal);
    if (mobility <= 0) continue;
    fastest = std::max(fastest, approach);
    const double target = contact.restitution * std::max(0.0, approach);
    impact.points[impact.count++] = {place, normal, target, mobility, 0, {}};
  }
  if (fastest <= slowest) return false;
  const std::span points(impact.points.data(), impact.count);
  for (int i = 0; i < (impact.count > 1 || impact.friction > 0 ? kPairIterations : 1); ++i)
    for (ImpactPoint& p : points) {
      impact.part(p);
      if (impact.friction > 0) impact.rub(p);
    }
  return true;
}

}  // namespace

void resolveImpacts(std::span<const Contact> contacts, double dt, double slowest) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool any = false;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Contact& contact = contacts[sweep % 2 == 0 ? i : contacts.size() - 1 - i];
      if (contact.restitution > 0) any |= bounce(contact, dt, slowest);
    }
    if (!any) return;
  }
}

}  // namespace shoal
