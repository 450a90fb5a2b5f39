#include "shoal/bodies/contact/contact_group.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/timer.h"

namespace shoal {

namespace {

// Contact does what was predicted if it moves no point by more than this share of a typical edge. A
// larger share skips the coupled solve more often and lets more residual penetration through.
constexpr double kPredicted = 1e-3;
// Share of its mobility that a rigid body keeps once it has responded as a whole: points must not
// move it any more, but a mobility of 0 would make it static.
constexpr double kUnmoved = 1e-9;

bool anyOf(std::span<const Vec3d> impulses) {
  return std::ranges::any_of(impulses, [](const Vec3d& p) { return p != Vec3d{}; });
}

template <class T>
void copy(std::span<const T> from, std::vector<T>& to) {
  to.assign(from.begin(), from.end());
}

}  // namespace

void ContactGroup::listMembers(std::span<BodyModel* const> models) {
  members_.clear();
  for (BodyModel* model : models) model->listDeformable(members_);
  if (members_.empty()) return;
  for (BodyModel* model : models) model->listObstacles(members_);
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

void ContactGroup::advance(std::span<BodyModel* const> models, double t, double dt) {
  iterations_ = 0;
  contacts_ = 0;
  listMembers(models);
  if (!(dt > 0) || members_.empty()) return;
  for (ContactMember* member : members_) member->beginAdvance(t, dt);
  const int steps = stepsIn(dt);
  const double h = dt / steps;
  for (int n = 0; n < steps; ++n) {
    for (ContactMember* member : members_) iterations_ += member->accelerate(h, gravity_);
    resolveContact(h);
    for (ContactMember* member : members_) member->move(h);
    surfaces_.pass(h);
    for (BodyModel* model : models) model->endContactStep(h);
    listMembers(models);
  }
  for (ContactMember* member : members_) member->endAdvance();
}

// Where contact forces are as predicted, points respond by their own mobilities; elsewhere members
// respond as a whole.
void ContactGroup::resolveContact(double h) {
  const Timed timed{"contact/response"};
  participants_.resize(members_.size());
  bool alone = participants_.size() == 1;
  for (std::size_t m = 0; m < participants_.size(); ++m) {
    Participant& participant = participants_[m];
    participant.member = members_[m];
    participant.mesh = participant.member->contactMesh();
    copy<Vec3d>(participant.mesh.v, participant.v);
    copy<Vec3d>(participant.mesh.force, participant.force);
    copy<double>(participant.mesh.inverseMass, participant.mobilities);
    alone = alone && !participant.mesh.self;
  }
  if (alone) return;
  resolve(h);
  if (!isAsPredicted(h)) {
    solveCoupled(h);
    removeResidual(h);
    return;
  }
  for (Participant& participant : participants_)
    if (participant.mesh.rigid) participant.member->applyImpulses(participant.impulse);
}

// Finds the impulses again, with the mobilities as inverse masses.
void ContactGroup::resolve(double h) {
  std::vector<ContactMesh> meshes;
  for (Participant& participant : participants_) {
    std::copy(participant.v.begin(), participant.v.end(), participant.mesh.v.begin());
    std::copy(participant.force.begin(), participant.force.end(), participant.mesh.force.begin());
    meshes.push_back(participant.mesh);
    if (!participant.mesh.inverseMass.empty()) meshes.back().inverseMass = participant.mobilities;
  }
  contacts_ = surfaces_.resolve(meshes, h);
  for (Participant& participant : participants_) {
    participant.impulse.resize(participant.force.size());
    for (std::size_t i = 0; i < participant.force.size(); ++i)
      participant.impulse[i] = h * (participant.mesh.force[i] - participant.force[i]);
  }
}

bool ContactGroup::isAsPredicted(double h) const {
  for (const Participant& participant : participants_) {
    if (!participant.member->respondsAsWhole()) continue;
    const double most =
        kPredicted * typicalEdge(participant.mesh.triangles, participant.mesh.x) / h;
    for (std::size_t i = 0; i < participant.v.size(); ++i) {
      const Vec3d change = participant.mesh.v[i] - participant.v[i];
      if (dot(change, change) > sq(most)) return false;
    }
  }
  return true;
}

// Points that are loaded together move further than each would alone, and less far than its own
// lumped mass would. The impulses J of all contacts obey J >= 0, v + A J >= 0 with the response A
// of the members; A is replaced by a diagonal matrix D of mobilities, which bounds it from above,
// and the remainder is solved for again: v <- v + A J(v; D).
void ContactGroup::solveCoupled(double h) {
  constexpr int kRounds = 6;  // at most; removeResidual() takes the rest
  for (Participant& participant : participants_) {
    if (!participant.member->respondsAsWhole()) continue;
    estimateImpulses(participant, h);
    if (anyOf(participant.pattern))
      participant.member->findMobilities(participant.pattern, participant.mobilities);
  }
  for (int round = 0; round < kRounds; ++round) {
    resolve(h);
    const bool settled = isAsPredicted(h);
    for (Participant& participant : participants_) {
      if (participant.member->respondsAsWhole() && anyOf(participant.impulse))
        participant.member->applyImpulses(participant.impulse);
      adoptSolution(participant);
    }
    if (settled) return;
  }
}

// Sum of the impulses found with points on their own and of the predicted ones. Points with little
// load get a share of the mean, or their mobility would be a quotient of two small numbers.
void ContactGroup::estimateImpulses(Participant& participant, double h) {
  constexpr double kLeast = 0.25;  // of the mean
  participant.pattern.resize(participant.force.size());
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < participant.force.size(); ++i) {
    participant.pattern[i] = participant.impulse[i] + 2 * h * participant.force[i];
    const double size = length(participant.pattern[i]);
    sum += size;
    if (size > 0) ++count;
  }
  const double least = count > 0 ? kLeast * sum / count : 0;
  for (Vec3d& p : participant.pattern)
    if (const double size = length(p); size > 0 && size < least) p = p * (least / size);
}

// The next round starts from this solution.
void ContactGroup::adoptSolution(Participant& participant) {
  copy<Vec3d>(participant.mesh.v, participant.v);
  copy<Vec3d>(participant.mesh.force, participant.force);
}

// The remaining penetration is small; points respond to it by their own mobilities.
void ContactGroup::removeResidual(double h) {
  std::vector<std::vector<Vec3d>> whole;
  for (Participant& participant : participants_) {
    whole.push_back(participant.force);
    std::fill(participant.force.begin(), participant.force.end(), Vec3d{});
    copy<double>(participant.mesh.inverseMass, participant.mobilities);
    if (participant.mesh.rigid)
      for (double& mobility : participant.mobilities) mobility *= kUnmoved;
  }
  resolve(h);
  for (std::size_t m = 0; m < participants_.size(); ++m)
    for (std::size_t i = 0; i < whole[m].size(); ++i) participants_[m].mesh.force[i] += whole[m][i];
}

}  // namespace shoal
