#include "shoal/bodies/rigid/contact_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/bodies/rigid/contact_lanes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/lane_matrix.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

using Lane = WideDouble;

// SolverBody in lanes.
struct LaneBody {
  LaneVec<Lane> v, w, inverseMass;
  Lane xx, yy, zz, xy, yz, zx;  // of the inverse inertia

  HWY_INLINE LaneVec<Lane> spinBy(const LaneVec<Lane>& m) const {
    return {{xx * m[0] + xy * m[1] + zx * m[2], xy * m[0] + yy * m[1] + yz * m[2],
             zx * m[0] + yz * m[1] + zz * m[2]}};
  }
  HWY_INLINE void applyImpulse(const LaneVec<Lane>& linear, const LaneVec<Lane>& angular) {
    const LaneVec<Lane> spin = spinBy(angular);
    for (std::size_t i = 0; i < 3; ++i) {
      v[i] += inverseMass[i] * linear[i];
      w[i] += spin[i];
    }
  }
};

constexpr std::size_t kBodyEntries = 15;
static_assert(sizeof(SolverBody) == kBodyEntries * sizeof(double));

HWY_INLINE LaneBody readBodies(const std::uint32_t* which, std::span<const SolverBody> bodies) {
  double entry[kBodyEntries][kDoubleLanes];
  for (std::size_t l = 0; l < kDoubleLanes; ++l) {
    const SolverBody& body = bodies[which[l]];
    const Symmetric3& s = body.inverseInertia;
    const double all[kBodyEntries] = {body.v.x,
                                      body.v.y,
                                      body.v.z,
                                      body.w.x,
                                      body.w.y,
                                      body.w.z,
                                      body.inverseMass.x,
                                      body.inverseMass.y,
                                      body.inverseMass.z,
                                      s.xx,
                                      s.yy,
                                      s.zz,
                                      s.xy,
                                      s.yz,
                                      s.zx};
    for (std::size_t k = 0; k < kBodyEntries; ++k) entry[k][l] = all[k];
  }
  LaneBody r;
  for (std::size_t i = 0; i < 3; ++i) {
    load(r.v[i], entry[i]);
    load(r.w[i], entry[3 + i]);
    load(r.inverseMass[i], entry[6 + i]);
  }
  Lane* const inertia[6] = {&r.xx, &r.yy, &r.zz, &r.xy, &r.yz, &r.zx};
  for (std::size_t k = 0; k < 6; ++k) load(*inertia[k], entry[9 + k]);
  return r;
}

// Static and kinematic bodies are shared by many contacts and must not be written.
HWY_INLINE void keepBodies(const LaneBody& found, const std::uint32_t* which, std::size_t count,
                           std::span<SolverBody> bodies) {
  double entry[6][kDoubleLanes];
  for (std::size_t i = 0; i < 3; ++i) {
    store(found.v[i], entry[i]);
    store(found.w[i], entry[3 + i]);
  }
  for (std::size_t l = 0; l < count; ++l) {
    SolverBody& body = bodies[which[l]];
    if (body.inverseMass == Vec3d{}) continue;
    body.v = {entry[0][l], entry[1][l], entry[2][l]};
    body.w = {entry[3][l], entry[4][l], entry[5][l]};
  }
}

// 1/kg, velocity change of the point by a unit impulse along the axis on both bodies.
HWY_INLINE Lane mobilityAlong(const LaneBody& a, const LaneBody& b, const LaneVec<Lane>& armA,
                              const LaneVec<Lane>& armB, const LaneVec<Lane>& axis) {
  const LaneVec<Lane> turnA = cross(armA, axis), turnB = cross(armB, axis);
  LaneVec<Lane> linear;
  for (std::size_t i = 0; i < 3; ++i) linear[i] = (a.inverseMass[i] + b.inverseMass[i]) * axis[i];
  return dot(axis, linear) + dot(turnA, a.spinBy(turnA)) + dot(turnB, b.spinBy(turnB));
}

// kDoubleLanes touches of a batch, from lane `from` on.
class LaneTouches {
 public:
  HWY_INLINE LaneTouches(const ContactBatch& batch, const ContactSweep& sweep,
                         std::span<LanePoint> points, std::span<SolverBody> bodies,
                         std::size_t from)
      : batch_(batch),
        sweep_(sweep),
        points_(points.subspan(batch.firstPoint, batch.points)),
        bodies_(bodies),
        from_(from),
        a_(readBodies(batch.a.data() + from, bodies)),
        b_(readBodies(batch.b.data() + from, bodies)) {}

  HWY_INLINE void prepare() {
    const auto massOf = [](Lane mobility) HWY_ATTR {
      return select(mobility > Lane(0.0), Lane(1.0) / mobility, Lane(0.0));
    };
    for (LanePoint& p : points_) {
      const LaneVec<Lane> armA = read(p.armA), armB = read(p.armB);
      const LaneVec<Lane> normal = read(p.normal), tangent = read(p.tangent);
      const Lane mobility = mobilityAlong(a_, b_, armA, armB, normal);
      const Lane along1 = massOf(mobilityAlong(a_, b_, armA, armB, tangent));
      const Lane along2 = massOf(mobilityAlong(a_, b_, armA, armB, cross(normal, tangent)));
      write(mobility, p.mobility);
      write(massOf(mobility), p.normalMass);
      // An isotropic effective mass, so that friction opposes the sliding.
      write(select(along2 < along1, along2, along1), p.slidingMass);
    }
  }

  // Returns the largest change of a normal velocity, m/s.
  HWY_INLINE double solve() {
    const Lane friction = read(batch_.friction);
    for (LanePoint& p : points_) rub(p, friction);
    Lane largest(0.0);
    for (LanePoint& p : points_) {
      const Lane change = push(p);
      largest = select(largest < change, change, largest);
    }
    const std::size_t count = std::min<std::size_t>(kDoubleLanes, batch_.touches - from_);
    keepBodies(a_, batch_.a.data() + from_, count, bodies_);
    keepBodies(b_, batch_.b.data() + from_, count, bodies_);
    double changes[kDoubleLanes];
    store(largest, changes);
    return *std::max_element(changes, changes + kDoubleLanes);
  }

 private:
  HWY_INLINE Lane read(const LaneArray& from) const {
    Lane r;
    load(r, from.of.data() + from_);
    return r;
  }
  HWY_INLINE LaneVec<Lane> read(const LaneArray (&from)[3]) const {
    return {{read(from[0]), read(from[1]), read(from[2])}};
  }
  HWY_INLINE void write(Lane from, LaneArray& to) const { store(from, to.of.data() + from_); }

  // Friction, within Coulomb's cone.
  HWY_INLINE void rub(LanePoint& p, Lane friction) {
    const LaneVec<Lane> armA = read(p.armA), armB = read(p.armB);
    const LaneVec<Lane> along1 = read(p.tangent), along2 = cross(read(p.normal), along1);
    const LaneVec<Lane> turningA = cross(a_.w, armA), turningB = cross(b_.w, armB);
    LaneVec<Lane> v;
    for (std::size_t i = 0; i < 3; ++i) v[i] = a_.v[i] + turningA[i] - b_.v[i] - turningB[i];
    const Lane before1 = read(p.impulse[1]), before2 = read(p.impulse[2]);
    const Lane mass = read(p.slidingMass);
    Lane r1 = before1 - mass * dot(along1, v), r2 = before2 - mass * dot(along2, v);
    const Lane most = friction * read(p.impulse[0]), rubbed2 = r1 * r1 + r2 * r2;
    const auto slides = rubbed2 > most * most;
    const Lane scale = most / sqrt(rubbed2);
    r1 = select(slides, r1 * scale, r1);
    r2 = select(slides, r2 * scale, r2);
    LaneVec<Lane> impulse, back;
    for (std::size_t i = 0; i < 3; ++i) {
      impulse[i] = (r1 - before1) * along1[i] + (r2 - before2) * along2[i];
      back[i] = -impulse[i];
    }
    a_.applyImpulse(impulse, cross(armA, impulse));
    const LaneVec<Lane> turn = cross(armB, impulse);
    b_.applyImpulse(back, LaneVec<Lane>{{-turn[0], -turn[1], -turn[2]}});
    write(r1, p.impulse[1]);
    write(r2, p.impulse[2]);
  }

  HWY_INLINE Lane push(LanePoint& p) {
    const Lane zero(0.0), gap = read(p.gap), before = read(p.impulse[0]);
    const auto isOpen = gap > zero;  // may close within the step
    Lane bias = gap / Lane(sweep_.dt), massScale(1.0), impulseScale(0.0);
    if (sweep_.withBias) {
      const Lane least(-sweep_.fastestRecovery), wanted = Lane(sweep_.biasRate) * gap;
      bias = select(isOpen, bias, select(wanted < least, least, wanted));
      massScale = select(isOpen, massScale, Lane(sweep_.massScale));
      impulseScale = select(isOpen, impulseScale, Lane(sweep_.impulseScale));
    } else {
      bias = select(isOpen, bias, zero);
    }
    const LaneVec<Lane> normal = read(p.normal);
    const LaneVec<Lane> turnA = cross(read(p.armA), normal), turnB = cross(read(p.armB), normal);
    const LaneVec<Lane> apart{{a_.v[0] - b_.v[0], a_.v[1] - b_.v[1], a_.v[2] - b_.v[2]}};
    const Lane parting = dot(normal, apart) + dot(turnA, a_.w) - dot(turnB, b_.w);  // m/s
    const Lane change = -read(p.normalMass) * massScale * (parting + bias) - impulseScale * before;
    Lane impulse = before + change;
    impulse = select(zero < impulse, impulse, zero);
    // Contacts that have come apart are left to the next step.
    if (!sweep_.withBias) impulse = select(zero < read(p.apart), before, impulse);
    const Lane more = impulse - before;
    const LaneVec<Lane> spinA = a_.spinBy(turnA), spinB = b_.spinBy(turnB);
    for (std::size_t i = 0; i < 3; ++i) {
      a_.v[i] += a_.inverseMass[i] * normal[i] * more;
      a_.w[i] += spinA[i] * more;
      b_.v[i] -= b_.inverseMass[i] * normal[i] * more;
      b_.w[i] -= spinB[i] * more;
    }
    write(impulse, p.impulse[0]);
    return select(more < zero, -more, more) * read(p.mobility);
  }

  const ContactBatch& batch_;
  const ContactSweep& sweep_;
  std::span<LanePoint> points_;
  std::span<SolverBody> bodies_;
  std::size_t from_;
  LaneBody a_, b_;
};

// Bodies are only read.
void prepareLanes(const ContactBatch& batch, std::span<LanePoint> points,
                  std::span<SolverBody> bodies) {
  for (std::size_t from = 0; from < batch.touches; from += kDoubleLanes)
    LaneTouches(batch, ContactSweep{}, points, bodies, from).prepare();
}

double solveLanes(const ContactBatch& batch, const ContactSweep& sweep, std::span<LanePoint> points,
                  std::span<SolverBody> bodies) {
  double largest = 0;
  for (std::size_t from = 0; from < batch.touches; from += kDoubleLanes)
    largest = std::max(largest, LaneTouches(batch, sweep, points, bodies, from).solve());
  return largest;
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(prepareLanes);
HWY_EXPORT(solveLanes);

void prepareBatch(const ContactBatch& batch, std::span<LanePoint> points,
                  std::span<SolverBody> bodies) {
  HWY_DYNAMIC_DISPATCH(prepareLanes)(batch, points, bodies);
}

double solveBatch(const ContactBatch& batch, const ContactSweep& sweep, std::span<LanePoint> points,
                  std::span<SolverBody> bodies) {
  return HWY_DYNAMIC_DISPATCH(solveLanes)(batch, sweep, points, bodies);
}

void BatchPlan::clear(std::size_t bodies) {
  batches_.clear();
  slots_.clear();
  next_.assign(bodies, 0);
  points_ = 0;
}

// Each touch goes to the first batch with a free lane after those of its bodies.
void BatchPlan::add(std::span<const Touch> touches, std::span<const SolverBody> bodies) {
  const auto isMovable = [&](std::uint32_t body) { return bodies[body].inverseMass != Vec3d{}; };
  auto open = static_cast<std::uint32_t>(batches_.size());  // all before it are full or older
  for (const Touch& touch : touches) {
    std::uint32_t at = open;
    for (const std::uint32_t body : {touch.a, touch.b})
      if (isMovable(body)) at = std::max(at, next_[body]);
    while (at < batches_.size() && batches_[at].touches == kArrayLanes) ++at;
    if (at == batches_.size()) batches_.emplace_back();
    ContactBatch& batch = batches_[at];
    slots_.push_back({at, batch.touches});
    batch.a[batch.touches] = touch.a;
    batch.b[batch.touches] = touch.b;
    batch.points = std::max(batch.points, touch.points);
    ++batch.touches;
    for (const std::uint32_t body : {touch.a, touch.b})
      if (isMovable(body)) next_[body] = at + 1;
    while (open < batches_.size() && batches_[open].touches == kArrayLanes) ++open;
  }
}

void BatchPlan::placePoints(std::uint32_t idleBody) {
  for (ContactBatch& batch : batches_) {
    batch.firstPoint = static_cast<std::uint32_t>(points_);
    points_ += batch.points;
    for (std::size_t l = batch.touches; l < kArrayLanes; ++l) batch.a[l] = batch.b[l] = idleBody;
  }
}

}  // namespace shoal
#endif  // HWY_ONCE
