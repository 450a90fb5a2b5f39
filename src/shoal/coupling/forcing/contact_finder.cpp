#include "shoal/coupling/forcing/contact_finder.h"

#include <algorithm>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Samples leave no larger hole than a spacing; another one is for what particles and bodies are
// moved by while they are corrected.
constexpr double kReach = 2;  // spacings

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

Vec3d wholePeriods(const Vec3d& d, const Period& period) {
  Vec3d whole;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const double length = double(period.length[axis]); length > 0)
      whole[axis] = length * std::round(d[axis] / length);
  return whole;
}

}  // namespace

ContactFinder::ContactFinder(double spacing, int dimensions, const Period& period)
    : dimensions_(dimensions),
      radius_(spacing / 2),
      reach_(kReach * spacing),
      period_(period),
      grid_(static_cast<float>(reach_), dimensions, CellGrid::Form::Automatic, period) {}

void ContactFinder::placeSamples(const BodiesInStep& step) {
  const auto stands = [](const ForcedBody& b) { return b.stands(); };
  std::size_t count = 0;
  for (const ForcedBody& body : step.bodies) count += body.samples().size();
  if (placed_ && count == samples_.size() &&
      std::all_of(step.bodies.begin(), step.bodies.end(), stands))
    return;
  samples_.resize(count);
  bodyOf_.resize(count);
  std::size_t first = 0;
  for (std::size_t b = 0; b < step.bodies.size(); ++b) {
    const std::vector<Vec3d>& local = step.bodies[b].samples();
    parallelFor(local.size(), [&](std::size_t k) {
      samples_[first + k] = ForcedBody::toWorld(step.now[b], local[k]);
      bodyOf_[first + k] = static_cast<std::uint32_t>(b);
    });
    first += local.size();
  }
  std::vector<Vec3f> wrapped(count);
  parallelFor(count, [&](std::size_t k) { wrapped[k] = period_.wrapped(Vec3f(samples_[k])); });
  grid_.build(wrapped);
  placed_ = true;
}

// Bodies with a sample within reach, in ascending order.
void ContactFinder::listNear(const Vec3f& particle, std::vector<Near>& near) const {
  const Vec3f x = period_.wrapped(particle);
  const auto sorted = grid_.sorted();
  const auto reach2 = static_cast<float>(sq(reach_));
  const CellGrid::Candidates cells = grid_.candidates(x);
  const std::size_t first = near.size();
  for (int c = 0; c < cells.count; ++c)
    for (std::uint32_t k = cells.spans[std::size_t(c)].begin; k < cells.spans[std::size_t(c)].end;
         ++k) {
      const Vec3f d = period_.shortest(x - Vec3f{sorted.x[k], sorted.y[k], sorted.z[k]});
      if (dot(d, d) > reach2) continue;
      const std::uint32_t sample = grid_.order()[k];
      const auto known = std::find_if(near.begin() + std::ptrdiff_t(first), near.end(),
                                      [&](const Near& n) { return n.body == bodyOf_[sample]; });
      if (known == near.end())
        near.push_back({bodyOf_[sample],
                        wholePeriods(samples_[sample] + Vec3d(d) - Vec3d(particle), period_)});
    }
  std::sort(near.begin() + std::ptrdiff_t(first), near.end(),
            [](const Near& a, const Near& b) { return a.body < b.body; });
}

void ContactFinder::search(std::span<const Vec3f> particles, const BodiesInStep& step) {
  placeSamples(step);
  struct Part {
    std::vector<NearBodies> candidates;
    std::vector<Near> near;
  };
  std::vector<Part> parts(chunkCount(particles.size()));
  parallelChunks(particles.size(), [&](Range range, std::size_t c) {
    Part& part = parts[c];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const auto first = static_cast<std::uint32_t>(part.near.size());
      listNear(particles[i], part.near);
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
                                        ForcedBody::toLocal(now, way.now + shift), within, reach_);
    if (!t) continue;
    const Touch inWorld{ForcedBody::toWorld(now, t->point), rotate(now.q, t->normal), t->gap};
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
  // [BTT09] eq. 19 and 20, for the deepest touch first.
  const double wanted = radius_ + room;
  const double enough = wanted - room / 4;
  for (int move = 0; move < kMostMoves; ++move) {
    double least = enough;
    Vec3d out;
    forEachTouch(candidate, way, enough, step, [&](const BodyTouch& t) {
      if (t.touch.gap >= least) return;
      least = t.touch.gap;
      out = (wanted - t.touch.gap) * t.touch.normal;
    });
    if (out == Vec3d{}) return true;
    way.now += out;
  }
  return false;
}

std::size_t ContactFinder::bytes() const {
  return grid_.bytes() + samples_.capacity() * sizeof(Vec3d) +
         bodyOf_.capacity() * sizeof(std::uint32_t) + candidates_.capacity() * sizeof(NearBodies) +
         near_.capacity() * sizeof(Near);
}

}  // namespace shoal
