#include "shoal/bodies/contact/contact_group.h"

#include <algorithm>
#include <cmath>

#include "shoal/bodies/contact/obstacles.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr double kAsExpected = 1e-3;  // of a typical edge, by which contact may move points
constexpr double kUnmoved = 1e-9;     // of its inverse mass is left to what has answered already

bool anyOf(std::span<const Vec3d> impulses) {
  return std::ranges::any_of(impulses, [](const Vec3d& p) { return p != Vec3d{}; });
}

template <class T>
void copy(std::span<const T> from, std::vector<T>& to) {
  to.assign(from.begin(), from.end());
}

}  // namespace

ContactGroup::ContactGroup(const Vec3d& gravity) : gravity_(gravity) {}
ContactGroup::~ContactGroup() = default;

void ContactGroup::addObstacle(Body& body, double friction) {
  around_.push_back(std::make_unique<Obstacle>(body, friction));
}

void ContactGroup::addRigid(RigidBody& body) {
  auto member = std::make_unique<RigidMember>(body, gravity_);
  rigid_.push_back(member.get());
  around_.push_back(std::move(member));
}

void ContactGroup::listMembers(std::span<ContactSource* const> sources) {
  members_.clear();
  for (ContactSource* source : sources) source->listMembers(members_);
  if (members_.empty()) return;
  for (const auto& member : around_) members_.push_back(member.get());
}

int ContactGroup::stepsIn(double dt) const {
  double longest = dt;
  for (const ContactMember* member : members_) longest = std::min(longest, member->longestStep());
  const double slack = 1e-9;  // so that rounding does not cost a step
  const double count = std::max(1.0, std::ceil(dt / longest - slack));
  if (!(count <= 1e6))
    fail("a step of {} s would be {} steps of what deforms; shorten it", dt, count);
  return static_cast<int>(count);
}

void ContactGroup::advance(std::span<ContactSource* const> sources, double t, double dt) {
  iterations_ = 0;
  contacts_ = 0;
  listMembers(sources);
  if (!(dt > 0) || members_.empty()) return;
  for (ContactMember* member : members_) member->beginAdvance(t, dt);
  const int steps = stepsIn(dt);
  const double h = dt / steps;
  for (int n = 0; n < steps; ++n) {
    for (ContactMember* member : members_) iterations_ += member->accelerate(h, gravity_);
    touch(h);
    for (ContactMember* member : members_) member->move(h);
    surfaces_.pass(h);
    for (ContactSource* source : sources) source->endStep(h);
    listMembers(sources);
  }
  for (ContactMember* member : members_) member->endAdvance();
}

// Where contact does what was expected, points answer for themselves; elsewhere as a whole.
void ContactGroup::touch(double h) {
  const Timed timed{"contact/response"};
  parties_.resize(members_.size());
  bool alone = parties_.size() == 1;
  for (std::size_t m = 0; m < parties_.size(); ++m) {
    Party& party = parties_[m];
    party.member = members_[m];
    party.mesh = party.member->contactMesh();
    copy<Vec3d>(party.mesh.v, party.v);
    copy<Vec3d>(party.mesh.force, party.force);
    copy<double>(party.mesh.inverseMass, party.yields);
    alone = alone && !party.mesh.self;
  }
  if (alone) return;
  resolve(h);
  if (!isAsExpected(h)) {
    answer(h);
    finish(h);
    return;
  }
  for (Party& party : parties_)
    if (party.mesh.rigid) party.member->push(party.impulse);
}

// Finds impulses anew, with as much mass behind each point as it showed to have.
void ContactGroup::resolve(double h) {
  std::vector<ContactMesh> meshes;
  for (Party& party : parties_) {
    std::copy(party.v.begin(), party.v.end(), party.mesh.v.begin());
    std::copy(party.force.begin(), party.force.end(), party.mesh.force.begin());
    meshes.push_back(party.mesh);
    if (!party.mesh.inverseMass.empty()) meshes.back().inverseMass = party.yields;
  }
  contacts_ = surfaces_.resolve(meshes, h);
  for (Party& party : parties_) {
    party.impulse.resize(party.force.size());
    for (std::size_t i = 0; i < party.force.size(); ++i)
      party.impulse[i] = h * (party.mesh.force[i] - party.force[i]);
  }
}

bool ContactGroup::isAsExpected(double h) const {
  for (const Party& party : parties_) {
    if (!party.member->answersAsAWhole()) continue;
    const double most = kAsExpected * typicalEdge(party.mesh.triangles, party.mesh.x) / h;
    for (std::size_t i = 0; i < party.v.size(); ++i) {
      const Vec3d change = party.mesh.v[i] - party.v[i];
      if (dot(change, change) > sq(most)) return false;
    }
  }
  return true;
}

// Points that are pushed together give way more than each would alone, and less than if there were
// no more than its own mass behind it. With what they yield under about these impulses, others are
// found that stop the whole, round by round.
void ContactGroup::answer(double h) {
  constexpr int kRounds = 6;
  for (Party& party : parties_) {
    if (!party.member->answersAsAWhole()) continue;
    findPattern(party, h);
    if (anyOf(party.pattern)) party.member->findYields(party.pattern, party.yields);
  }
  for (int round = 0; round < kRounds; ++round) {
    resolve(h);
    const bool settled = isAsExpected(h);
    for (Party& party : parties_) {
      if (party.member->answersAsAWhole() && anyOf(party.impulse))
        party.member->push(party.impulse);
      accept(party);
    }
    if (settled) return;
  }
}

// The impulses that points asked for on their own, and those that they were expected to need. None
// that is touched is left out, lest little be known about it.
void ContactGroup::findPattern(Party& party, double h) {
  constexpr double kLeast = 0.25;  // of the mean
  party.pattern.resize(party.force.size());
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < party.force.size(); ++i) {
    party.pattern[i] = party.impulse[i] + 2 * h * party.force[i];
    const double size = length(party.pattern[i]);
    sum += size;
    if (size > 0) ++count;
  }
  const double least = count > 0 ? kLeast * sum / count : 0;
  for (Vec3d& p : party.pattern)
    if (const double size = length(p); size > 0 && size < least) p = p * (least / size);
}

// What was found is where the next round starts.
void ContactGroup::accept(Party& party) {
  copy<Vec3d>(party.mesh.v, party.v);
  copy<Vec3d>(party.mesh.force, party.force);
}

// What is left is small, and points answer for it themselves.
void ContactGroup::finish(double h) {
  std::vector<std::vector<Vec3d>> whole;
  for (Party& party : parties_) {
    whole.push_back(party.force);
    std::fill(party.force.begin(), party.force.end(), Vec3d{});
    copy<double>(party.mesh.inverseMass, party.yields);
    if (party.mesh.rigid)
      for (double& yields : party.yields) yields *= kUnmoved;
  }
  resolve(h);
  for (std::size_t m = 0; m < parties_.size(); ++m)
    for (std::size_t i = 0; i < whole[m].size(); ++i) parties_[m].mesh.force[i] += whole[m][i];
}

void ContactGroup::save(StateWriter& state) const {
  for (const RigidMember* member : rigid_) member->save(state);
}

void ContactGroup::restore(StateReader& state) {
  for (RigidMember* member : rigid_) member->restore(state);
}

}  // namespace shoal
