#include "shoal/bodies/contact/surface_contacts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr int kRounds = 4;       // of contact detection, since impulses lead to new contacts
constexpr int kMostSweeps = 60;  // of Gauss-Seidel over the contacts of a round
// Tolerance of the sweeps: the fraction of the smallest contact radius by which a step may miss the
// kept distance.
constexpr double kAllowed = 0.02;
// 1/s, rate at which pairs that are too close separate. A higher rate adds energy, as a stiff
// spring would; a lower one leaves bodies that were pressed together in contact for longer.
constexpr double kRecovery = 20;
constexpr std::size_t kColours = 64;
// In typical edges: fragments of one body that are closer than this have no reliable normal between
// them; the orientation of their faces decides instead.
constexpr double kParted = 1e-6;

FourPoints moved(const FourPoints& x, const FourPoints& v, double t) {
  return {x[0] + t * v[0], x[1] + t * v[1], x[2] + t * v[2], x[3] + t * v[3]};
}

constexpr double kTouching = 1e-12;  // m

// Normal of features at zero distance, by the orientation of their surfaces; if that is nearly
// tangential, against the direction of approach.
Vec3d touchingNormal(bool edges, const FourPoints& x, const Vec3d& orientation,
                     const Vec3d& approach) {
  constexpr double kTells = 1e-3;
  const Vec3d n = edges ? normalised(cross(x[1] - x[0], x[3] - x[2]))
                        : normalised(cross(x[2] - x[1], x[3] - x[1]));
  const double front = dot(orientation, n);
  return (std::abs(front) > kTells ? front : -dot(approach, n)) < 0 ? -n : n;
}

}  // namespace

std::size_t SurfaceContacts::resolve(std::span<const ContactMesh> meshes, double h) {
  scene_.update(meshes);
  if (scene_.meanEdge == 0) return 0;  // nothing deforms
  scene_.takeBackForces(h);
  contacts_.clear();
  for (int round = 0; round < kRounds; ++round) {
    candidates_.cover(scene_, h);
    scene_.topologyChanged = false;
    const bool found = findContacts(h);
    const std::vector<Vec3d> expected = scene_.v;
    if (round == 0) scene_.v = scene_.bare;
    if (!found && round > 0) break;
    solve(h);
    // Points whose velocity differs from the expected one may meet features that were out of reach.
    const double most = parallelMax(expected.size(), 0.0, [&](std::size_t i) {
      return dot(scene_.v[i] - expected[i], scene_.v[i] - expected[i]);
    });
    if (h * std::sqrt(most) <= candidates_.slack() / 4) break;
  }
  sumImpulses();
  scene_.write(impulses_, h);
  return contacts_.size();
}

// Narrow phase: whether a pair touches during h, or is so close that other contacts may drive it
// together.
bool SurfaceContacts::meet(const FeaturePair& pair, double h, Contact& contact) const {
  const FourPoints x = scene_.placesOf(pair), v = scene_.velocitiesOf(pair);
  const double speed = fastestApproach(pair.edges, v);
  const double reach = 2 * scene_.largestRadius + candidates_.slack() + h * speed;
  if (apartByMore(pair.edges, x, reach)) return false;
  Proximity near = proximity(pair.edges, x);
  if (near.distance > reach) return false;
  const double kept = scene_.keptDistance(pair);
  const bool beside = near.distance <= kept + candidates_.slack() / 2;

  // Conservative advancement: the distance cannot shrink faster than the fastest points approach.
  FourPoints at = x;
  if (near.distance > kept) {
    constexpr int kAdvances = 16;
    const Proximity start = near;
    double t = 0;
    for (int n = 0; n < kAdvances && near.distance > 1.01 * kept; ++n) {
      t += (near.distance - kept) / speed;
      if (!(t < h)) break;
      at = moved(x, v, t);
      near = proximity(pair.edges, at);
    }
    if (!(t < h)) {
      if (!beside) return false;
      near = start;
      at = x;
    }
  }
  contact.pair = pair;
  contact.weight = near.weight;
  if (near.distance <= kParted * scene_.meanEdge && scene_.cameApart(pair)) {
    // Only faces opposite to the normal at the point lie across the crack.
    contact.normal = normalised(cross(at[2] - at[1], at[3] - at[1]));
    if (pair.edges || dot(contact.normal, scene_.outward[pair.point[0]]) >= 0) return false;
  } else if (near.distance <= kTouching) {
    contact.normal = touchingNormal(pair.edges, at, scene_.orientation(pair, near.weight),
                                    weighted(near.weight, v));
  } else {
    contact.normal = near.normal;
  }
  const double gap = dot(contact.normal, weighted(near.weight, x)) - kept;
  contact.leastSpeed = gap > 0 ? -gap / h : -gap * std::min(kRecovery, 0.5 / h);
  double mobility = 0, share = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    contact.inverseMass[k] = scene_.inverseMass[pair.point[k]];
    mobility += contact.inverseMass[k] * sq(near.weight[k]);
    if (contact.inverseMass[k] > 0) share = std::max(share, std::abs(near.weight[k]));
  }
  // Held points bear the contact; the weights of the others are so small that the impulse would
  // throw them away.
  constexpr double kLeastShare = 0.1;
  if (share < kLeastShare) return false;
  contact.mass = mobility > 0 ? 1 / mobility : 0;
  contact.friction = scene_.friction(pair);
  return contact.mass > 0;
}

// Adds contacts at the present velocities to the list. Returns whether there are new ones.
bool SurfaceContacts::findContacts(double h) {
  const Timed timed{"contact/meet"};
  std::vector<FeaturePair> known;
  for (const Contact& contact : contacts_) known.push_back(contact.pair);
  const auto inOrder = [](const FeaturePair& a, const FeaturePair& b) {
    return std::tie(a.edges, a.point) < std::tie(b.edges, b.point);
  };
  std::sort(known.begin(), known.end(), inOrder);

  const auto pairs = candidates_.pairs();
  std::vector<std::vector<Contact>> found(chunkCount(pairs.size()));
  parallelChunks(pairs.size(), [&](Range r, std::size_t chunk) {
    for (std::size_t n = r.begin; n < r.end; ++n) {
      Contact contact;
      if (meet(pairs[n], h, contact) &&
          !std::binary_search(known.begin(), known.end(), pairs[n], inOrder))
        found[chunk].push_back(contact);
    }
  });
  // Candidates come in an order that depends on the searches; contacts are sorted.
  std::vector<Contact> all;
  for (const auto& list : found) all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end(),
            [&](const Contact& a, const Contact& b) { return inOrder(a.pair, b.pair); });
  contacts_.insert(contacts_.end(), all.begin(), all.end());
  if (!all.empty()) colour();
  return !all.empty();
}

// Graph colouring: contacts of one colour share no movable point and are solved in parallel. The
// few without a colour are solved last, one after the other.
void SurfaceContacts::colour() {
  std::vector<std::uint64_t> taken(scene_.x.size(), 0);
  std::vector<std::size_t> colourOf(contacts_.size());
  firstOfColour_.assign(kColours + 2, 0);
  for (std::size_t n = 0; n < contacts_.size(); ++n) {
    const Contact& contact = contacts_[n];
    std::uint64_t used = 0;
    for (std::size_t k = 0; k < 4; ++k)
      if (contact.inverseMass[k] > 0) used |= taken[contact.pair.point[k]];
    const auto free = static_cast<std::size_t>(std::countr_one(used));
    colourOf[n] = free;
    ++firstOfColour_[free + 1];
    if (free < kColours)
      for (const std::uint32_t point : contact.pair.point) taken[point] |= std::uint64_t{1} << free;
  }
  for (std::size_t c = 0; c <= kColours; ++c) firstOfColour_[c + 1] += firstOfColour_[c];
  std::vector<std::size_t> next(firstOfColour_.begin(), firstOfColour_.end() - 1);
  std::vector<Contact> sorted(contacts_.size());
  for (std::size_t n = 0; n < contacts_.size(); ++n) sorted[next[colourOf[n]]++] = contacts_[n];
  contacts_ = std::move(sorted);
}

double SurfaceContacts::impel(Contact& c) {
  std::array<Vec3d*, 4> v;
  for (std::size_t k = 0; k < 4; ++k) v[k] = &scene_.v[c.pair.point[k]];
  const auto apart = [&] {
    return c.weight[0] * *v[0] + c.weight[1] * *v[1] + c.weight[2] * *v[2] + c.weight[3] * *v[3];
  };
  const auto apply = [&](const Vec3d& impulse) {
    for (std::size_t k = 0; k < 4; ++k)
      if (c.inverseMass[k] > 0) *v[k] += c.inverseMass[k] * c.weight[k] * impulse;
  };
  const double lack = c.leastSpeed - dot(apart(), c.normal);
  const double normal = std::max(0.0, c.normalImpulse + c.mass * lack);
  apply((normal - c.normalImpulse) * c.normal);
  c.normalImpulse = normal;
  if (c.friction == 0 || (normal == 0 && c.tangentImpulse == Vec3d{})) return lack;

  const Vec3d u = apart();
  Vec3d tangent = c.tangentImpulse - c.mass * (u - dot(u, c.normal) * c.normal);
  const double most = c.friction * c.normalImpulse, size = length(tangent);
  if (size > most) tangent = tangent * (most / size);
  apply(tangent - c.tangentImpulse);
  c.tangentImpulse = tangent;
  return lack;
}

double SurfaceContacts::sweep() {
  double worst = 0;
  const auto impelAll = [&](std::size_t first, std::size_t count) {
    return parallelMax(count, 0.0, [&](std::size_t n) { return impel(contacts_[first + n]); });
  };
  for (std::size_t c = 0; c < kColours; ++c)
    if (firstOfColour_[c + 1] > firstOfColour_[c])
      worst =
          std::max(worst, impelAll(firstOfColour_[c], firstOfColour_[c + 1] - firstOfColour_[c]));
  for (std::size_t n = firstOfColour_[kColours]; n < contacts_.size(); ++n)
    worst = std::max(worst, impel(contacts_[n]));
  return worst;
}

void SurfaceContacts::solve(double h) {
  const Timed timed{"contact/impulses"};
  if (contacts_.empty()) return;
  double least = 2 * scene_.largestRadius;
  for (const ContactMesh& mesh : scene_.meshes)
    if (mesh.radius > 0) least = std::min(least, mesh.radius);
  for (int n = 0; n < kMostSweeps; ++n)
    if (h * sweep() <= kAllowed * least) return;
}

void SurfaceContacts::sumImpulses() {
  impulses_.assign(scene_.x.size(), {});
  for (const Contact& c : contacts_) {
    if (c.normalImpulse == 0) continue;
    const Vec3d impulse = c.normalImpulse * c.normal + c.tangentImpulse;
    for (std::size_t k = 0; k < 4; ++k) impulses_[c.pair.point[k]] += c.weight[k] * impulse;
  }
}

}  // namespace shoal
