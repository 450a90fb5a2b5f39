#include "shoal/world/sources/source_params.h"

namespace shoal {

Entries Describe<HistoryParams>::entries() {
  using P = HistoryParams;
  return {Required{Text{"file", &P::file,
                        "CSV file with a column t or time, in s; relative to the scene."}},
          Text{"column", &P::column, "Column that speed, rate or formula is multiplied with."},
          Choice{"interpolation", &P::interpolation, "Between its rows."}};
}

Entries Describe<NozzleParams>::entries() {
  using P = NozzleParams;
  return {
      Required{Vector{"centre", &P::centre, "m", "Centre of the mouth."}},
      Required{Vector{"direction", &P::direction, "", "Direction of the flow, of any length."}},
      Param{"radius", &P::radius, 0.0, 1e6, "m",
            "Radius of a round mouth; in the plane half the width of a slot."},
      Pair{"size", &P::size, 0.0, 1e6, "m",
           "Sides of a rectangular mouth, the second along up; in the plane [width, 0]."},
      Vector{"up", &P::up, "", "Direction of the rectangle's second side; left out, any."},
      Param{"start", &P::start, 0.0, 1e9, "s", "When it opens."},
      Param{"end", &P::end, 0.0, 1e9, "s", "When it closes."},
      Param{"limit", &P::limit, 0, 50'000'000, "particles", "It closes after emitting this many."},
      Group{
          "history", &P::history,
          "Factor on its speed over time, from a CSV file; with speed = 1 the speeds themselves."}};
}

Entries Describe<EmitterParams>::entries() {
  using P = EmitterParams;
  return {Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
          Required{Text{"fluid", &P::fluid, "Name of the fluid that is emitted."}},
          Inline{&P::nozzle},
          Param{"speed", &P::speed, 0.0, 1e4, "m/s", "Speed of the fluid; or give the rate."},
          Param{"rate", &P::rate, 0.0, 1e6, "m^3/s",
                "Volume flow rate, in the plane m^2/s; or give the speed."},
          Formula{"profile", &P::profile, "",
                  "Factor on speed or rate that may depend on t; below 0 it counts as 0."}};
}

Entries Describe<InflowParams>::entries() {
  using P = InflowParams;
  return {Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
          Required{Text{"fluid", &P::fluid, "Name of the fluid that is emitted."}},
          Inline{&P::nozzle},
          Required{Formula{"speed", &P::speed, "m/s",
                           "Speed along the direction, a formula of x, y, z on the mouth and t; "
                           "below 0 it counts as 0."}}};
}

Entries Describe<BallRegion>::entries() {
  using P = BallRegion;
  return {Required{Vector{"centre", &P::centre, "m", "Centre of the ball."}},
          Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}}};
}

Entries Describe<HalfSpaceRegion>::entries() {
  using P = HalfSpaceRegion;
  return {Required{Vector{"point", &P::point, "m", "Any point of the plane that bounds it."}},
          Required{Vector{"normal", &P::normal, "", "Direction into it, of any length."}}};
}

Entries Describe<Region>::entries() {
  using P = Region;
  return {Corners{"box", &P::box, "m", "A box, by two opposite corners."},
          Group{"sphere", &P::sphere, "A ball; a disc in 2D."},
          Group{"halfSpace", &P::halfSpace, "The half-space beyond a plane."}};
}

Entries Describe<DrainParams>::entries() {
  using P = DrainParams;
  return {Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
          Required{Group{"region", &P::region, "Particles in it are removed and counted."}},
          Param{"start", &P::start, 0.0, 1e9, "s", "When it opens."},
          Param{"end", &P::end, 0.0, 1e9, "s", "When it closes."}};
}

Entries Describe<OutflowParams>::entries() {
  using P = OutflowParams;
  return {
      Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
      Required{Vector{"centre", &P::centre, "m", "A point of the plane that the flow crosses."}},
      Required{Vector{"normal", &P::normal, "", "Direction of the flow, of any length."}},
      Param{"radius", &P::radius, 0.0, 1e6, "m",
            "Radius of the open disc around the centre; 0 opens the whole plane."}};
}

Entries Describe<SourceParams>::entries() {
  using P = SourceParams;
  return {List{"emitter", &P::emitters, "Nozzles that emit fluid at a uniform speed or rate."},
          List{"inflow", &P::inflows, "Nozzles with a velocity profile."},
          List{"drain", &P::drains, "Regions in which particles are removed."},
          List{"outflow", &P::outflows, "Open boundaries: planes through which the flow leaves."}};
}

}  // namespace shoal
