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

enum class JointKind { Hinge, Ball, Fixed, Spring, Slider, Axes };

template <>
struct EnumWords<JointKind> {
  static constexpr EnumWord<JointKind> words[] = {
      {JointKind::Hinge, "hinge"},   {JointKind::Ball, "ball"},     {JointKind::Fixed, "fixed"},
      {JointKind::Spring, "spring"}, {JointKind::Slider, "slider"}, {JointKind::Axes, "axes"}};
};

// Degrees of freedom of a joint of kind Axes, along and about the axes of the second solid.
enum class JointFreedom { X, Y, Z, AboutX, AboutY, AboutZ };

template <>
struct EnumWords<JointFreedom> {
  static constexpr EnumWord<JointFreedom> words[] = {
      {JointFreedom::X, "x"},       {JointFreedom::Y, "y"},       {JointFreedom::Z, "z"},
      {JointFreedom::AboutX, "rx"}, {JointFreedom::AboutY, "ry"}, {JointFreedom::AboutZ, "rz"}};
};

// What acts along a slider or about a hinge: position 0 is that of the start. Lengths in m, angles
// in degrees.
struct JointLimits {
  std::array<double, 2> range{};
  double restitution = 0;
};

template <>
struct Describe<JointLimits> {
  static Entries entries();
};

struct JointMotor {
  double speed = 0;  // m/s or rad/s
  double force = 0;  // N or N m, at most
};

template <>
struct Describe<JointMotor> {
  static Entries entries();
};

struct JointParams {
  JointKind kind = JointKind::Hinge;
  std::string body;
  std::string to;  // "": to the world
  Vec3d point;     // m
  Vec3d axis{0, 0, 1};
  std::optional<Vec3d> toPoint;  // m
  double stiffness = 0;          // N/m, of a hinge N m/rad
  double damping = 0;            // N s/m, of a hinge N m s/rad
  double restLength = 0;         // m; 0: as at the start
  double restPosition = 0;       // m or degrees from the start, of a hinge or slider
  std::optional<JointLimits> limits;
  std::optional<JointMotor> motor;
  std::vector<JointFreedom> locked;
};

template <>
struct Describe<JointParams> {
  static Entries entries();
};

}  // namespace shoal
