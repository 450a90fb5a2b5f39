#include "shoal/bodies/rigid/rigid_joints.h"

#include <algorithm>

#include <btBulletDynamicsCommon.h>

#include "shoal/bodies/rigid/bullet_convert.h"
#include "shoal/bodies/rigid/fixed_joint.h"
#include "shoal/bodies/rigid/guide_joint.h"
#include "shoal/core/error.h"

namespace shoal {

namespace {

Pose poseOf(const ContactBody* body) { return body ? Pose{body->now.x, body->now.q} : Pose{}; }

btVector3 pointIn(const Pose& pose, const Vec3d& point) { return toBullet(inverse(pose)(point)); }

btVector3 axisIn(const Pose& pose, const Vec3d& axis) {
  return toBullet(rotate(conjugate(pose.rotation), normalised(axis)));
}

bool hasDrive(const JointParams& params) {
  return params.kind == JointKind::Hinge || params.kind == JointKind::Slider;
}

// Directions that a slider or a joint of locked axes holds. A slider has all but one.
GuideJoint::Held heldBy(const JointParams& params) {
  const Vec3d world[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (params.kind == JointKind::Slider) {
    const Vec3d along = normalised(params.axis);
    const Vec3d across = normalised(cross(along, std::abs(along.z) < 0.9 ? world[2] : world[0]));
    return {{across, cross(along, across)}, {world[0], world[1], world[2]}};
  }
  GuideJoint::Held held;
  for (std::size_t k = 0; k < 6; ++k)
    if (std::ranges::count(params.locked, static_cast<JointFreedom>(k)) > 0)
      (k < 3 ? held.moves : held.turns).push_back(world[k % 3]);
  return held;
}

}  // namespace

// State of a spring at an instant.
struct RigidJoints::Stretch {
  Vec3d endA, endB;   // m
  Vec3d along;        // unit vector from b to a
  double length = 0;  // m
};

RigidJoints::RigidJoints()
    : anchor_(std::make_unique<btRigidBody>(
          btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr))) {}

void RigidJoints::add(const JointParams& params, ContactBody& a, ContactBody* b) {
  validate(params, "joint");
  if (!a.pushable() && !(b && b->pushable()))
    fail(
        "joint.body: \"{}\" is held by nothing else than its own course; join a body that moves "
        "freely",
        params.body);
  if (params.kind == JointKind::Spring) return addSpring(params, a, b);
  if (!(length(params.axis) > 0)) fail("joint.axis: must not be zero");
  if (!hasDrive(params) && (params.limits || params.motor))
    fail("joint: limits and motor are of use to hinges and sliders alone; leave them out");
  if ((params.kind == JointKind::Axes) == params.locked.empty())
    fail("joint.locked: give it to a joint of kind \"axes\", and to no other");

  const Pose poseA = poseOf(&a), poseB = poseOf(b);
  btRigidBody &bulletA = *a.bullet, &bulletB = b ? *b->bullet : *anchor_;
  const btVector3 inA = pointIn(poseA, params.point), inB = pointIn(poseB, params.point);
  const Pose frameA = inverse(poseA) * Pose{params.point, {}};
  const Pose frameB = inverse(poseB) * Pose{params.point, {}};
  std::unique_ptr<btTypedConstraint> made;
  switch (params.kind) {
    case JointKind::Ball:
      made = std::make_unique<btPoint2PointConstraint>(bulletA, bulletB, inA, inB);
      break;
    case JointKind::Hinge:
      made = std::make_unique<btHingeConstraint>(
          bulletA, bulletB, inA, inB, axisIn(poseA, params.axis), axisIn(poseB, params.axis));
      break;
    case JointKind::Fixed:
      made = std::make_unique<FixedJoint>(bulletA, bulletB, frameA, frameB);
      break;
    case JointKind::Slider:
    case JointKind::Axes:
      made = std::make_unique<GuideJoint>(bulletA, bulletB, frameA, frameB, heldBy(params));
      break;
    case JointKind::Spring:
      return;  // springs are forces, not constraints
  }
  joints_.push_back({std::move(made), &a, b, {}});
  if (const JointDrive drive = driveOf(params); hasDrive(params) && drive.acts())
    joints_.back().axis.emplace(params.kind == JointKind::Hinge, normalised(params.axis), frameA,
                                frameB, drive);
}

void RigidJoints::addSpring(const JointParams& params, ContactBody& a, ContactBody* b) {
  if (!(params.stiffness > 0)) fail("joint.stiffness: a spring needs one above 0");
  if (!params.toPoint) fail("joint.toPoint: a spring needs the place of its other end");
  const double length0 = length(params.point - *params.toPoint);
  const double restLength = params.restLength > 0 ? params.restLength : length0;
  springs_.push_back({&a, b, inverse(poseOf(&a))(params.point), inverse(poseOf(b))(*params.toPoint),
                      params.stiffness, params.damping, restLength});
}

// Warm-start forces of the other joints are dropped: only blocks() knows to which joint a row
// belongs.
void RigidJoints::remove(const ContactBody& body) {
  const auto isOf = [&](const auto& joint) { return joint.a == &body || joint.b == &body; };
  if (std::erase_if(joints_, isOf) > 0) forces_.clear();
  std::erase_if(springs_, isOf);
}

RigidJoints::Stretch RigidJoints::stretchOf(const Spring& spring) {
  Stretch s;
  s.endA = poseOf(spring.a)(spring.endA);
  s.endB = poseOf(spring.b)(spring.endB);
  s.length = length(s.endA - s.endB);
  s.along = normalised(s.endA - s.endB);
  return s;
}

// Semi-implicit, with the stiffness divided by 1 + (omega dt / 2)^2, omega^2 = k / m: symplectic,
// of second order in its frequency, and stable for springs of any stiffness.
void RigidJoints::applySprings(double dt) {
  for (const Spring& spring : springs_) {
    const Stretch s = stretchOf(spring);
    ContactBody* b = spring.b;
    const double mobility =
        spring.a->mobility(s.endA, s.along) + (b ? b->mobility(s.endB, s.along) : 0);
    const Vec3d v = spring.a->velocityAt(s.endA) - (b ? b->velocityAt(s.endB) : Vec3d{});
    const double force =
        spring.stiffness * (s.length - spring.restLength) + spring.damping * dot(v, s.along);
    const double softening = 1 + mobility * dt * (spring.stiffness * dt / 4 + spring.damping);
    const Vec3d impulse = -dt * force / softening * s.along;
    spring.a->applyImpulse(impulse, s.endA);
    if (b) b->applyImpulse(-impulse, s.endB);
  }
}

double RigidJoints::springEnergy() const {
  double energy = 0;
  for (const Spring& spring : springs_)
    energy += 0.5 * spring.stiffness * sq(stretchOf(spring).length - spring.restLength);
  for (const Joint& joint : joints_)
    if (joint.axis) energy += joint.axis->springEnergy(poseOf(joint.a), poseOf(joint.b));
  return energy;
}

std::vector<JointBlock> RigidJoints::blocks(double dt,
                                            const std::vector<SolverBody>& bodies) const {
  const auto world = static_cast<std::uint32_t>(bodies.size() - 1);
  std::vector<JointBlock> blocks;
  std::size_t next = 0;  // of the forces that were kept
  for (const Joint& joint : joints_) {
    JointBlock block(*joint.constraint, dt, joint.a->number, joint.b ? joint.b->number : world);
    for (int i = 0; i < block.rowCount(); ++i, ++next)
      block.impulse[i] = next < forces_.size() ? dt * forces_[next] : 0;
    if (joint.axis)
      block.setAxis(joint.axis->drive(), joint.axis->at(poseOf(joint.a), poseOf(joint.b)), dt);
    block.factorise(bodies);
    blocks.push_back(block);
  }
  return blocks;
}

void RigidJoints::keepForces(const std::vector<JointBlock>& blocks, double dt) {
  forces_.clear();
  for (const JointBlock& block : blocks)
    for (int i = 0; i < block.rowCount(); ++i) forces_.push_back(block.impulse[i] / dt);
}

void RigidJoints::markTouched() {
  for (const Joint& joint : joints_) {
    joint.a->touched = true;
    if (joint.b) joint.b->touched = true;
  }
}

void RigidJoints::save(StateWriter& writer) const {
  writer(static_cast<std::uint64_t>(forces_.size()));
  for (const double force : forces_) writer(force);
}

void RigidJoints::restore(StateReader& reader) {
  std::uint64_t count = 0;
  reader(count);
  if (count > JointBlock::kMostRows * joints_.size())
    fail("the state is of more joints than there are");
  forces_.resize(count);
  for (double& force : forces_) reader(force);
}

}  // namespace shoal
