#include "shoal/world/probes/probe_params.h"

namespace shoal {

Entries Describe<HeightProbeParams>::entries() {
  using P = HeightProbeParams;
  return {
      Required{Vector{"at", &P::at, "m", "Foot of the gauge: heights count from here, upwards."}},
      Param{"reach", &P::reach, 0.0, 1e6, "m", "Height of the gauge; 0 ends with the domain."},
      Choice{"reading", &P::reading,
             "What the gauge reads: the height of the surface, drops above it included, or the "
             "wetted length of the gauge, as wave gauges with wires do."}};
}

Entries Describe<FlowProbeParams>::entries() {
  using P = FlowProbeParams;
  return {
      Required{Vector{"point", &P::point, "m", "A point of the plane; middle of the rectangle."}},
      Vector{"normal", &P::normal, "", "Direction that counts as positive, of any length."},
      Pair{"size", &P::size, 0.0, 1e6, "m",
           "Sides of the rectangle that is measured, as of a plane mesh; in 2D the first is its "
           "length. 0 does not bound it."}};
}

Entries Describe<ForceProbeParams>::entries() {
  using P = ForceProbeParams;
  return {Required{Text{"solid", &P::solid, "Name of the solid."}},
          Vector{"about", &P::about, "m",
                 "Point of reference of the torque; left out, the middle of the box around a "
                 "wall, or the centre of mass."},
          Flag{"parts", &P::parts,
               "Whether to list pressure, viscosity and adhesion separately, and contact: the "
               "load by other solids, joints, pins and spring attachments."}};
}

Entries Describe<SolidPointParams>::entries() {
  using P = SolidPointParams;
  return {Required{Text{"solid", &P::solid, "Name of the solid."}},
          Required{Vector{"at", &P::at, "m",
                          "The point where the scene puts it, before any motion; of a solid that "
                          "deforms, the nearest point of its material."}}};
}

Entries Describe<PatchProbeParams>::entries() {
  using P = PatchProbeParams;
  return {
      Required{Text{"solid", &P::solid, "Name of the solid; it must not deform."}},
      Corners{"box", &P::box, "m", "The patch: what of the surface is within this box."},
      Vector{"at", &P::at, "m", "The patch: what of the surface is around this point."},
      Param{"radius", &P::radius, 0.0, 1e6, "m", "How far the patch reaches around the point."}};
}

Entries Describe<ProbeQuantity>::entries() {
  using P = ProbeQuantity;
  return {
      Vector{"pressure", &P::pressure, "m", "Pressure of the fluid around this point."},
      Vector{"velocity", &P::velocity, "m", "Velocity of the fluid around this point."},
      Group{"height", &P::height, "Level of the fluid on the vertical line above a point."},
      Group{"flow", &P::flow, "Volume that has crossed a plane, and the volume flow rate."},
      Group{"force", &P::force, "Force and torque of the fluid on a solid."},
      Group{"point", &P::point, "Displacement, velocity and acceleration of a point of a solid."},
      Group{"stress", &P::stress,
            "Cauchy stress at a point of a fem solid, and its von Mises stress."},
      Group{"patch", &P::patch,
            "Mean pressure of the fluid on a part of a solid's surface: the pressure force on "
            "its boundary samples, divided by its area."}};
}

Entries Describe<ProbeParams>::entries() {
  using P = ProbeParams;
  return {
      Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
      Inline{&P::quantity},
      Param{"every", &P::every, 0.0, 1e9, "s", "Time between samples; 0 takes one every step."},
      Text{"on", &P::on,
           "Solid that a pressure, velocity, height or flow probe rides on: its points are given "
           "as before any motion. On a solid that deforms it follows the nearest point of it. The "
           "flow is that relative to the moving plane."},
      Words{"window", &P::window,
            "Statistics over the steps since the last sample instead of the present value: mean, "
            "impulse (the integral over time), max, min."}};
}

}  // namespace shoal
