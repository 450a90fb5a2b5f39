#include "shoal/bodies/rigid/rigid_params.h"

namespace shoal {

Entries Describe<ContactParams>::entries() {
  using P = ContactParams;
  return {Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
          Param{"restitution", &P::restitution, 0.0, 1.0, "",
                "Coefficient of restitution: separation speed over approach speed."}};
}

Entries Describe<RigidParams>::entries() {
  using P = RigidParams;
  return {Param{"density", &P::density, 1e-6, 1e6, "kg/m^3", "Density of the body, uniform."},
          Param{"mass", &P::mass, 0.0, 1e15, "kg",
                "Mass of the body, in the plane per metre of depth; 0 takes it from the density."},
          Flag{"oneWay", &P::oneWay,
               "One-way coupling: it acts on others, but nothing acts on it; it keeps velocity and "
               "spin and has no weight."},
          Param{"linearDamping", &P::linearDamping, 0.0, 1e4, "1/s",
                "Rate of exponential decay of the velocity."},
          Param{"angularDamping", &P::angularDamping, 0.0, 1e4, "1/s",
                "Rate of exponential decay of the spin."}};
}

Entries Describe<RigidWorldParams>::entries() {
  using P = RigidWorldParams;
  return {
      Param{"maxStep", &P::maxStep, 1e-6, 0.1, "s",
            "Longest time step of rigid bodies; fast and small bodies shorten it."},
      Param{"iterations", &P::iterations, 1, 10000, "",
            "Most iterations over contacts and joints in a step; only impacts need all of them."}};
}

Entries Describe<JointLimits>::entries() {
  using P = JointLimits;
  return {Required{Pair{"range", &P::range, -1e6, 1e6, "m or degrees",
                        "Least and largest position, 0 being that of the start; angles of a hinge "
                        "within -180 and 180 degrees."}},
          Param{"restitution", &P::restitution, 0.0, 1.0, "",
                "Speed after a stop at a limit over the speed before it."}};
}

Entries Describe<JointMotor>::entries() {
  using P = JointMotor;
  return {Required{Param{"speed", &P::speed, -1e6, 1e6, "m/s or rad/s",
                         "Speed that the motor keeps, of the first solid relative to the second."}},
          Required{Param{"force", &P::force, 0.0, 1e12, "N or N m",
                         "Largest force or torque of the motor; a speed of 0 makes it a brake."}}};
}

Entries Describe<JointParams>::entries() {
  using P = JointParams;
  return {
      Choice{"kind", &P::kind,
             "hinge: rotates about an axis. ball: rotates about a point. fixed: no relative "
             "motion. spring: a spring and damper between two points. slider: moves along an axis "
             "without rotation. axes: the degrees of freedom in locked are held."},
      Required{Text{"body", &P::body, "The first solid."}},
      Text{"to", &P::to, "The second solid; left out, the joint is to a fixed point of the world."},
      Vector{"point", &P::point, "m", "Position of the joint at the start."},
      Vector{"axis", &P::axis, "", "Axis of a hinge or slider."},
      Vector{"toPoint", &P::toPoint, "m", "Position of the other end of a spring at the start."},
      Param{"stiffness", &P::stiffness, 0.0, 1e12, "N/m",
            "Stiffness of a spring, also of one that acts along a slider or, in N m/rad, about a "
            "hinge."},
      Param{"damping", &P::damping, 0.0, 1e12, "N s/m",
            "Damping of a spring or slider, along its axis, or, in N m s/rad, of a hinge."},
      Param{"restLength", &P::restLength, 0.0, 1e6, "m",
            "Rest length of a spring; 0 takes its length at the start."},
      Param{"restPosition", &P::restPosition, -1e6, 1e6, "m or degrees",
            "Position at which the spring of a slider or hinge is at rest, 0 being the start."},
      Group{"limits", &P::limits, "Stops of a hinge or slider."},
      Group{"motor", &P::motor, "Motor of a hinge or slider."},
      Words{"locked", &P::locked,
            "Degrees of freedom that a joint of kind axes holds: x, y, z along the axes of the "
            "second solid or of the world, rx, ry, rz about them."}};
}

}  // namespace shoal
