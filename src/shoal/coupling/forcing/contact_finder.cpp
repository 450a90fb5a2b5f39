#include "shoal/coupling/forcing/contact_finder.h"

#include <algorithm>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

// A radius, and what particles and bodies are moved by while they are corrected.
constexpr double kReach = 1.5;  // spacings

// Particles that follow each other are near each other: bodies are chosen for so many at once.
constexpr std::size_t kTogether = 64;

// A particle at rest on a surface keeps touching it, whatever rounding does to its place.
constexpr double kTouching = 1 + 1e-4;     // radii
constexpr double kOverlapping = 1 - 1e-6;  // radii

// Corners narrower than this many projections can leave are left to the next steps.
constexpr int kMostMoves = 64;
// Two touches with the same body in directions nearer than this are one.
constexpr double kSameDirection = 0.99;
constexpr std::size_t kMostTouches = 8;

void add(std::vector<BodyTouch>& found, const BodyTouch& t) {
  for (const BodyTouch& f : found)
    if (f.body == t.body && dot(f.touch.normal, t.touch.normal) > kSameDirection) return;
  if (found.size() < kMostTouches) found.push_back(t);
}

Matrix3 inverseTurn(const Quaternion& q) {
  const Quaternion back = conjugate(q);
  return Matrix3::columns(rotate(back, {1, 0, 0}), rotate(back, {0, 1, 0}),
                          rotate(back, {0, 0, 1}));
}

// Around a box after it was turned.
Box3d boxAround(const RigidState& s, const Box3d& local) {
  Box3d box;
  for (int corner = 0; corner < 8; ++corner)
    box.extend(ForcedBody::toWorld(
        s, {corner & 1 ? local.lower.x : local.upper.x, corner & 2 ? local.lower.y : local.upper.y,
            corner & 4 ? local.lower.z : local.upper.z}));
  return box;
}

bool overlap(const Box3d& a, const Box3d& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

}  // namespace

ContactFinder::ContactFinder(double spacing, int dimensions, const Period& period, double radius)
    : dimensions_(dimensions),
      radius_(radius * spacing),
      reach_(kReach * spacing),
      period_(period) {}

void ContactFinder::place(const BodiesInStep& step) {
  placed_.clear();
  for (std::size_t b = 0; b < step.bodies.size(); ++b) {
    const SurfaceCells& surface = step.bodies[b].surface();
    const RigidState& now = step.now[b];
    placed_.push_back({&surface, now.x, inverseTurn(now.q), boxAround(now, surface.bounds())});
  }
}

// Where space repeats, a body may be near through the borders of the image that it is nearest in.
void ContactFinder::listMeetings(const Box3d& particles, std::vector<Meeting>& meetings) const {
  meetings.clear();
  for (std::uint32_t b = 0; b < placed_.size(); ++b) {
    const Box3d& box = placed_[b].box;
    std::array<int, 3> from{}, to{};  // images to look at
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double period = double(period_.length[axis]);
      if (!(period > 0)) continue;
      from[axis] = static_cast<int>(std::ceil((box.lower[axis] - particles.upper[axis]) / period));
      to[axis] = static_cast<int>(std::floor((box.upper[axis] - particles.lower[axis]) / period));
    }
    for (int i = from[0]; i <= to[0]; ++i)
      for (int j = from[1]; j <= to[1]; ++j)
        for (int k = from[2]; k <= to[2]; ++k) {
          const Vec3d shift{i * double(period_.length.x), j * double(period_.length.y),
                            k * double(period_.length.z)};
          if (overlap({particles.lower + shift, particles.upper + shift}, box))
            meetings.push_back({b, shift});
        }
  }
}

void ContactFinder::search(std::span<const Vec3f> particles, const BodiesInStep& step) {
  const Timed t{"coupling/search"};
  place(step);
  struct Part {
    std::vector<NearBodies> candidates;
    std::vector<Near> near;
  };
  std::vector<Part> parts(chunkCount(particles.size()));
  parallelChunks(particles.size(), [&](Range range, std::size_t c) {
    Part& part = parts[c];
    std::vector<Meeting> meetings;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if ((i - range.begin) % kTogether == 0) {
        Box3d box;
        for (std::size_t j = i; j < std::min(i + kTogether, range.end); ++j)
          box.extend(Vec3d(particles[j]));
        listMeetings(box, meetings);
      }
      const auto first = static_cast<std::uint32_t>(part.near.size());
      for (const auto& [b, shift] : meetings) {
        const Placed& body = placed_[b];
        const Vec3d x = Vec3d(particles[i]) + shift - body.centre;
        if (body.surface->mayBeNear(body.inwards * x, reach_)) part.near.push_back({b, shift});
      }
      const auto count = static_cast<std::uint32_t>(part.near.size()) - first;
      if (count > 0) part.candidates.push_back({static_cast<std::uint32_t>(i), first, count});
    }
  });
  candidates_.clear();
  near_.clear();
  for (const Part& part : parts) {
    const auto first = static_cast<std::uint32_t>(near_.size());
    near_.insert(near_.end(), part.near.begin(), part.near.end());
    for (NearBodies candidate : part.candidates) {
      candidate.first += first;
      candidates_.push_back(candidate);
    }
  }
}

// Calls visit(BodyTouch) for every body that the particle touches.
template <class Visit>
void ContactFinder::forEachTouch(const NearBodies& candidate, const Way& way, double within,
                                 const BodiesInStep& step, Visit&& visit) const {
  for (std::uint32_t k = candidate.first; k < candidate.first + candidate.count; ++k) {
    const auto& [b, shift] = near_[k];
    const RigidState& now = step.now[b];
    const auto t = step.bodies[b].touch(ForcedBody::toLocal(step.before[b], way.before + shift),
                                        ForcedBody::toLocal(now, way.now + shift), within);
    if (!t) continue;
    Touch inWorld{ForcedBody::toWorld(now, t->point), rotate(now.q, t->normal), t->gap};
    if (dimensions_ == 2) {
      // Nothing may leave the plane, not even by rounding: pressure would drive it further.
      inWorld.point.z = 0;
      inWorld.normal = normalised(Vec3d{inWorld.normal.x, inWorld.normal.y, 0});
    }
    visit(BodyTouch{b, shift, inWorld});
  }
}

void ContactFinder::touches(const NearBodies& candidate, Way way, const BodiesInStep& step,
                            std::vector<BodyTouch>& found) const {
  found.clear();
  double within = kTouching * radius_;
  for (int move = 0; move < kMostMoves; ++move) {
    double least = kOverlapping * radius_;
    Vec3d out;
    forEachTouch(candidate, way, within, step, [&](const BodyTouch& t) {
      add(found, t);
      if (t.touch.gap >= least) return;
      least = t.touch.gap;
      out = (radius_ - t.touch.gap) * t.touch.normal;
    });
    if (out == Vec3d{}) return;
    way.now += out;
    within = kOverlapping * radius_;
  }
}

bool ContactFinder::clear(const NearBodies& candidate, Way& way, double room,
                          const BodiesInStep& step) const {
  if (moveOut(candidate, way, room, step, false)) return true;
  // No room: it stays in a body that will give way, never behind a wall.
  moveOut(candidate, way, room, step, true);
  return false;
}

bool ContactFinder::moveOut(const NearBodies& candidate, Way& way, double room,
                            const BodiesInStep& step, bool ofWallsOnly) const {
  // [BTT09] eq. 19 and 20, for the deepest touch first.
  const double wanted = radius_ + room;
  const double enough = wanted - room / 4;
  for (int move = 0; move < kMostMoves; ++move) {
    double least = enough;
    Vec3d out;
    forEachTouch(candidate, way, enough, step, [&](const BodyTouch& t) {
      if (t.touch.gap >= least || (ofWallsOnly && step.bodies[t.body].yields())) return;
      least = t.touch.gap;
      out = (wanted - t.touch.gap) * t.touch.normal;
    });
    if (out == Vec3d{}) return true;
    way.now += out;
  }
  return false;
}

std::size_t ContactFinder::bytes() const {
  return candidates_.capacity() * sizeof(NearBodies) + near_.capacity() * sizeof(Near);
}

}  // namespace shoal
