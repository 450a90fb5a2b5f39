// What a scene says about rigid bodies.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Of the surface. Two that touch rub with the geometric mean of their frictions and bounce with the
// larger of their restitutions.
struct ContactParams {
  double friction = 0.5;
  double restitution = 0;
};

template <>
struct Describe<ContactParams> {
  static Entries entries() {
    using P = ContactParams;
    return {
        Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
        Param{"restitution", &P::restitution, 0.0, 1.0, "",
              "Part of the speed of an impact with which solids part again."}};
  }
};

// Contact and start are what other solids of a scene have too, and described there.
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
  static Entries entries() {
    using P = RigidParams;
    return {
        Param{"density", &P::density, 1e-6, 1e6, "kg/m^3", "Of the body, filled evenly."},
        Param{"mass", &P::mass, 0.0, 1e15, "kg",
              "Of the body, in the plane per metre of depth; 0 takes it from the density."},
        Flag{
            "oneWay", &P::oneWay,
            "It pushes what it meets, and nothing pushes it: it keeps velocity and spin and has no "
            "weight."},
        Param{"linearDamping", &P::linearDamping, 0.0, 1e4, "1/s",
              "Rate at which velocity decays by itself."},
        Param{"angularDamping", &P::angularDamping, 0.0, 1e4, "1/s",
              "Rate at which spin decays by itself."}};
  }
};

struct RigidWorldParams {
  double maxStep = 1.0 / 240;  // s
  int iterations = 30;
};

template <>
struct Describe<RigidWorldParams> {
  static Entries entries() {
    using P = RigidWorldParams;
    return {
        Param{"maxStep", &P::maxStep, 1e-6, 0.1, "s",
              "Longest step of rigid bodies; fast ones take shorter steps by themselves."},
        Param{"iterations", &P::iterations, 1, 10000, "",
              "Most iterations over contacts and joints in a step; only impacts need them all."}};
  }
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
  static Entries entries() {
    using P = JointParams;
    return {Choice{"kind", &P::kind,
                   "Turns about an axis, turns about a point, does not move, or is pulled."},
            Required{Text{"body", &P::body, "The solid that is held."}},
            Text{"to", &P::to, "The solid that it is joined to; left out, a place in the world."},
            Vector{"point", &P::point, "m", "Where they are joined at the start."},
            Vector{"axis", &P::axis, "", "What a hinge turns about."},
            Vector{"toPoint", &P::toPoint, "m", "The other end of a spring at the start."},
            Param{"stiffness", &P::stiffness, 0.0, 1e12, "N/m", "Of a spring."},
            Param{"damping", &P::damping, 0.0, 1e12, "N s/m", "Of a spring, along it."},
            Param{"restLength", &P::restLength, 0.0, 1e6, "m",
                  "Length of a spring without force; 0 takes the one at the start."}};
  }
};

}  // namespace shoal
