// Parameters of rigid bodies and joints.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Contact parameters of a surface. A pair has the geometric mean of the frictions and the larger of
// the restitutions.
struct ContactParams {
  double friction = 0.5;
  double restitution = 0;
};

template <>
struct Describe<ContactParams> {
  static Entries entries();
};

// Contact, velocity and spin are described with the solids of a scene, which have them in every
// model.
struct RigidParams {
  double density = 1000;  // kg/m^3
  double mass = 0;        // kg; 0: from the density
  ContactParams contact;
  Vec3d velocity;  // m/s, of the centre of mass at the start
  Vec3d spin;      // rad/s, at the start
  bool oneWay = false;
  double linearDamping = 0;   // 1/s
  double angularDamping = 0;  // 1/s
};

template <>
struct Describe<RigidParams> {
  static Entries entries();
};

struct RigidWorldParams {
  double maxStep = 1.0 / 240;  // s
  int iterations = 30;
};

template <>
struct Describe<RigidWorldParams> {
  static Entries entries();
};

enum class JointKind { Hinge, Ball, Fixed, Spring };

template <>
struct EnumWords<JointKind> {
  static constexpr EnumWord<JointKind> words[] = {{JointKind::Hinge, "hinge"},
                                                  {JointKind::Ball, "ball"},
                                                  {JointKind::Fixed, "fixed"},
                                                  {JointKind::Spring, "spring"}};
};

struct JointParams {
  JointKind kind = JointKind::Hinge;
  std::string body;
  std::string to;  // "": to the world
  Vec3d point;     // m
  Vec3d axis{0, 0, 1};
  std::optional<Vec3d> toPoint;  // m
  double stiffness = 0;          // N/m
  double damping = 0;            // N s/m
  double restLength = 0;         // m; 0: as at the start
};

template <>
struct Describe<JointParams> {
  static Entries entries();
};

}  // namespace shoal
