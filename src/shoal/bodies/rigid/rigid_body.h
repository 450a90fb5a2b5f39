// A rigid body.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/bodies/rigid/rigid_params.h"
#include "shoal/bodies/rigid/rigid_shape.h"

namespace shoal {

enum class RigidRole {
  kStatic,     // never moves
  kKinematic,  // follows a trajectory, unaffected by contact
  kOneWay,     // keeps its velocity and spin, unaffected by contact
  kDynamic,    // moved by forces and contact
};

struct RigidState {
  Vec3d x;       // m, centre of mass
  Quaternion q;  // rotation from principal axes to the world
  Vec3d v;       // m/s
  Vec3d w;       // rad/s
};

// Mass, moments of inertia and contact parameters of a body.
struct RigidMatter {
  RigidRole role = RigidRole::kStatic;
  double mass = 0;         // kg; 0 for static and kinematic bodies
  Vec3d moments{1, 1, 1};  // kg m^2, about the principal axes
  Pose frame;              // of the centre and the principal axes, in coordinates of the shape
  ContactParams contact;
  double linearDamping = 0;   // 1/s
  double angularDamping = 0;  // 1/s
};

// The state follows the equations of Newton and Euler,
//   m dv/dt = f,   d(I w)/dt = tau,   dx/dt = v,   dq/dt = w q / 2,
// with I = R(q) diag(moments) R(q)^T: x is the centre of mass, q turns the principal axes, f and
// tau are the sums over the forces of contact, joints, fluid and weight. RigidWorld integrates
// them.
class RigidBody final : public Body {
 public:
  // `start` is the initial pose of the frame of the shape.
  RigidBody(std::string bodyName, TriangleMesh surface, const RigidMatter& matter,
            const Pose& start);

  const BodySurface& surface() const override;
  void addForces(std::span<const Vec3d> onVertices) override;
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const override;
  BodyTotals totals() const override;
  RenderedSurface rendered() const override;
  bool isFree() const override { return isDynamic(); }
  bool deforms() const override { return false; }
  RigidBody* asRigid() override { return this; }
  const RigidBody* asRigid() const override { return this; }

  // Any place of the frame that moves with the body, also outside of its surface.
  std::optional<MaterialPoint> materialPoint(const Vec3d& rest) const override;
  PointMotion motionOf(const MaterialPoint& point) const override;
  void takeOver(const Body& earlier) override;
  // From where points of the frame were at the start to where they are.
  Pose sinceStart() const { return Pose{state_.x, state_.q} * toPrincipal_; }

  // A force in N at a point during the next advance().
  void addForce(const Vec3d& force, const Vec3d& at);
  void addTorque(const Vec3d& torque) { torque_ += torque; }  // N m

  // Changes linear and angular momentum instantly, in N s and, about the centre, N m s.
  void addImpulse(const Vec3d& linear, const Vec3d& angular);
  // Translates, and rotates about the centre by the length of `turn` in rad; momentum and angular
  // momentum are kept.
  void shift(const Vec3d& by, const Vec3d& turn);
  // Whether a contact or joint acted on it during the last advance().
  bool isHeld() const { return held_; }

  // Pose of the frame of the shape, as bodies.csv lists it.
  Pose pose() const { return Pose{state_.x, state_.q} * inverse(matter_.frame); }
  const Vec3d& centre() const { return state_.x; }    // m, of mass
  const Vec3d& velocity() const { return state_.v; }  // m/s, of the centre
  const Vec3d& spin() const { return state_.w; }      // rad/s
  Vec3d angularMomentum() const;                      // kg m^2/s, about the centre
  Vec3d velocityAt(const Vec3d& point) const {
    return state_.v + cross(state_.w, point - state_.x);
  }

  const RigidMatter& matter() const { return matter_; }
  bool isDynamic() const { return matter_.role == RigidRole::kDynamic; }
  double mass() const { return matter_.mass; }

  // A render mesh in the frame of the shape that files show in place of the surface.
  void setSkin(RenderMesh mesh) { skin_ = std::move(mesh); }
  const std::optional<RenderMesh>& skin() const { return skin_; }

  // For RigidWorld.
  const RigidState& state() const { return state_; }
  void setState(const RigidState& state);
  void setHeld(bool held) { held_ = held; }
  const Vec3d& force() const { return force_; }    // N
  const Vec3d& torque() const { return torque_; }  // N m, about the centre
  void clearForces() { force_ = torque_ = {}; }
  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  RigidMatter matter_;
  RigidState state_;
  Pose toPrincipal_;  // from places of the start to principal axes
  Vec3d force_, torque_;
  bool held_ = false;
  std::vector<Vec3d> local_;  // vertices in the principal frame
  std::optional<RenderMesh> skin_;
  // Updated on access, which is far rarer than motion.
  mutable BodySurface surface_;
  mutable bool surfaceIsOld_ = true;
};

// I^-1 a and I a for the inertia I with these moments about principal axes turned by q.
Vec3d applyInverseInertia(const Quaternion& q, const Vec3d& moments, const Vec3d& a);
Vec3d applyInertia(const Quaternion& q, const Vec3d& moments, const Vec3d& a);

}  // namespace shoal
