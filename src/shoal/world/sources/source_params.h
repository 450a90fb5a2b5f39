// Parameters of emitters, inflows, drains and outflows.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// Nozzle: a mouth at the end of a straight pipe.
struct NozzleParams {
  Vec3d centre;                      // m, of the mouth
  Vec3d direction;                   // of any length
  double radius = 0;                 // m; 0: a rectangle
  std::array<double, 2> size{0, 0};  // m
  std::optional<Vec3d> up;
  double start = 0;  // s
  double end = 1e9;  // s
  int limit = 10'000'000;
};

template <>
struct Describe<NozzleParams> {
  static Entries entries() {
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
        Param{"limit", &P::limit, 0, 50'000'000, "particles",
              "It closes after emitting this many."}};
  }
};

// Emitter: fluid at a uniform speed or volume rate.
struct EmitterParams {
  std::string name;
  std::string fluid;
  NozzleParams nozzle;
  double speed = 0;  // m/s
  double rate = 0;   // m^3/s, m^2/s in the plane
  FormulaText profile{"1"};
};

template <>
struct Describe<EmitterParams> {
  static Entries entries() {
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
};

// Inflow: fluid with a velocity profile.
struct InflowParams {
  std::string name;
  std::string fluid;
  NozzleParams nozzle;
  FormulaText speed;  // m/s
};

template <>
struct Describe<InflowParams> {
  static Entries entries() {
    using P = InflowParams;
    return {Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
            Required{Text{"fluid", &P::fluid, "Name of the fluid that is emitted."}},
            Inline{&P::nozzle},
            Required{Formula{"speed", &P::speed, "m/s",
                             "Speed along the direction, a formula of x, y, z on the mouth and t; "
                             "below 0 it counts as 0."}}};
  }
};

struct BallRegion {
  Vec3d centre;       // m
  double radius = 0;  // m
};

template <>
struct Describe<BallRegion> {
  static Entries entries() {
    using P = BallRegion;
    return {Required{Vector{"centre", &P::centre, "m", "Centre of the ball."}},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}}};
  }
};

struct HalfSpaceRegion {
  Vec3d point;   // m
  Vec3d normal;  // of any length
};

template <>
struct Describe<HalfSpaceRegion> {
  static Entries entries() {
    using P = HalfSpaceRegion;
    return {Required{Vector{"point", &P::point, "m", "Any point of the plane that bounds it."}},
            Required{Vector{"normal", &P::normal, "", "Direction into it, of any length."}}};
  }
};

// A region of space.
struct Region {
  std::optional<Box3d> box;
  std::optional<BallRegion> sphere;
  std::optional<HalfSpaceRegion> halfSpace;

  bool contains(const Vec3d& x) const {
    if (box) return box->contains(x);
    if (sphere) return length(x - sphere->centre) <= sphere->radius;
    return halfSpace && dot(x - halfSpace->point, halfSpace->normal) >= 0;
  }
};

template <>
struct Describe<Region> {
  static constexpr bool exactlyOne = true;
  static Entries entries() {
    using P = Region;
    return {Corners{"box", &P::box, "m", "A box, by two opposite corners."},
            Group{"sphere", &P::sphere, "A ball; a disc in 2D."},
            Group{"halfSpace", &P::halfSpace, "The half-space beyond a plane."}};
  }
};

// Drain: particles in a region are removed.
struct DrainParams {
  std::string name;
  Region region;
  double start = 0;  // s
  double end = 1e9;  // s
};

template <>
struct Describe<DrainParams> {
  static Entries entries() {
    using P = DrainParams;
    return {Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
            Required{Group{"region", &P::region, "Particles in it are removed and counted."}},
            Param{"start", &P::start, 0.0, 1e9, "s", "When it opens."},
            Param{"end", &P::end, 0.0, 1e9, "s", "When it closes."}};
  }
};

// Outflow: an open boundary.
struct OutflowParams {
  std::string name;
  Vec3d centre;       // m
  Vec3d normal;       // of any length
  double radius = 0;  // m; 0: unlimited
};

template <>
struct Describe<OutflowParams> {
  static Entries entries() {
    using P = OutflowParams;
    return {
        Required{Text{"name", &P::name, "Letters, digits, - and _; no other part has it."}},
        Required{Vector{"centre", &P::centre, "m", "A point of the plane that the flow crosses."}},
        Required{Vector{"normal", &P::normal, "", "Direction of the flow, of any length."}},
        Param{"radius", &P::radius, 0.0, 1e6, "m",
              "Radius of the open disc around the centre; 0 opens the whole plane."}};
  }
};

struct SourceParams {
  std::vector<EmitterParams> emitters;
  std::vector<InflowParams> inflows;
  std::vector<DrainParams> drains;
  std::vector<OutflowParams> outflows;

  bool empty() const {
    return emitters.empty() && inflows.empty() && drains.empty() && outflows.empty();
  }
};

template <>
struct Describe<SourceParams> {
  static Entries entries() {
    using P = SourceParams;
    return {
        List{"emitter", &P::emitters, "Nozzles that emit fluid at a uniform speed or rate."},
        List{"inflow", &P::inflows, "Nozzles with a velocity profile."},
        List{"drain", &P::drains, "Regions in which particles are removed."},
        List{"outflow", &P::outflows, "Open boundaries: planes through which the flow leaves."}};
  }
};

}  // namespace shoal
