// Parameters of events: pulls, pins, releases and cuts.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// A spring whose one end is attached to a point of a solid and whose other end, the anchor, moves.
struct PullParams {
  std::string solid;
  Vec3d point;             // m
  Vec3d to;                // m
  double over = 0;         // s
  double stiffness = 100;  // N/m
  double radius = 0;       // m
};

template <>
struct Describe<PullParams> {
  static Entries entries() {
    using P = PullParams;
    return {Required{Text{"solid", &P::solid, "The rigid, fem or cloth solid that is pulled."}},
            Required{Vector{"point", &P::point, "m",
                            "Where the spring is attached, and where its anchor starts."}},
            Required{Vector{"to", &P::to, "m", "Where the anchor moves to, on a straight line."}},
            Param{"over", &P::over, 0.0, 1e9, "s",
                  "Duration of that motion; then the anchor stays there."},
            Param{"stiffness", &P::stiffness, 1e-9, 1e12, "N/m", "Stiffness of the spring."},
            Param{"radius", &P::radius, 0.0, 1e6, "m",
                  "Vertices of a fem or cloth solid within this distance of the point are "
                  "attached; 0 attaches the nearest one."}};
  }
};

struct PinParams {
  std::string solid;
  Box3d box;  // m
};

template <>
struct Describe<PinParams> {
  static Entries entries() {
    using P = PinParams;
    return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is pinned."}},
            Required{Corners{"box", &P::box, "m", "Vertices inside of it are fixed."}}};
  }
};

struct ReleaseParams {
  std::string solid;
  bool pins = true;
};

template <>
struct Describe<ReleaseParams> {
  static Entries entries() {
    using P = ReleaseParams;
    return {Required{Text{"solid", &P::solid, "The solid that is released."}},
            Flag{"pins", &P::pins, "Whether pins are removed as well, or pulls alone."}};
  }
};

// A straight blade that moves from one position to another.
struct CutParams {
  std::string solid;
  std::array<Vec3d, 2> from, to;  // m
  double over = 0;                // s
};

template <>
struct Describe<CutParams> {
  static Entries entries() {
    using P = CutParams;
    return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is cut."}},
            Required{Ends{"from", &P::from, "m", "The two ends of the blade where it starts."}},
            Required{Ends{"to", &P::to, "m",
                          "The same ends where it stops; they move on straight lines."}},
            Param{"over", &P::over, 0.0, 1e9, "s",
                  "Duration of that motion; 0 is an instantaneous cut."}};
  }
};

struct EventAction {
  std::optional<PullParams> pull;
  std::optional<PinParams> pin;
  std::optional<ReleaseParams> release;
  std::optional<CutParams> cut;

  std::string solid() const {
    if (cut) return cut->solid;
    if (pull) return pull->solid;
    if (pin) return pin->solid;
    return release ? release->solid : "";
  }
};

template <>
struct Describe<EventAction> {
  static constexpr bool exactlyOne = true;
  static Entries entries() {
    using P = EventAction;
    return {Group{"pull", &P::pull,
                  "A spring with a moving anchor pulls at a point of a solid, until a release."},
            Group{"pin", &P::pin, "A part of a solid is fixed, until a release."},
            Group{"release", &P::release, "Pulls and pins of a solid end."},
            Group{"cut", &P::cut, "A blade cuts a solid along the surface that it sweeps."}};
  }
};

struct EventParams {
  double at = 0;  // s
  EventAction action;
};

template <>
struct Describe<EventParams> {
  static Entries entries() {
    using P = EventParams;
    return {Param{"at", &P::at, 0.0, 1e9, "s", "When it happens."}, Inline{&P::action}};
  }
};

}  // namespace shoal
