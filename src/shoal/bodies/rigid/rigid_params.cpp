#include "shoal/bodies/rigid/rigid_params.h"

namespace shoal {

Entries Describe<ContactParams>::entries() {
  using P = ContactParams;
  return {Param{"friction", &P::friction, 0.0, 100.0, "", "Coulomb's coefficient between solids."},
          Param{"restitution", &P::restitution, 0.0, 1.0, "",
                "Part of the speed of an impact with which solids part again."}};
}

Entries Describe<RigidParams>::entries() {
  using P = RigidParams;
  return {
      Param{"density", &P::density, 1e-6, 1e6, "kg/m^3", "Of the body, filled evenly."},
      Param{"mass", &P::mass, 0.0, 1e15, "kg",
            "Of the body, in the plane per metre of depth; 0 takes it from the density."},
      Flag{"oneWay", &P::oneWay,
           "It pushes what it meets, and nothing pushes it: it keeps velocity and spin and has no "
           "weight."},
      Param{"linearDamping", &P::linearDamping, 0.0, 1e4, "1/s",
            "Rate at which velocity decays by itself."},
      Param{"angularDamping", &P::angularDamping, 0.0, 1e4, "1/s",
            "Rate at which spin decays by itself."}};
}

Entries Describe<RigidWorldParams>::entries() {
  using P = RigidWorldParams;
  return {Param{"maxStep", &P::maxStep, 1e-6, 0.1, "s",
                "Longest step of rigid bodies; fast ones take shorter steps by themselves."},
          Param{"iterations", &P::iterations, 1, 10000, "",
                "Most iterations over contacts and joints in a step; only impacts need them all."}};
}

Entries Describe<JointParams>::entries() {
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

}  // namespace shoal
