// What a scene says is done to solids: pulls, pins and their end, and cuts.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// A hand that holds a point by a spring, and moves.
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
    return {
        Required{Text{"solid", &P::solid, "The rigid, fem or cloth solid that is pulled."}},
        Required{Vector{"point", &P::point, "m", "Where the hand takes hold of it."}},
        Required{Vector{"to", &P::to, "m", "Where the hand goes, on a straight line."}},
        Param{"over", &P::over, 0.0, 1e9, "s", "How long that takes; then the hand stays there."},
        Param{"stiffness", &P::stiffness, 1e-9, 1e12, "N/m", "Of the spring to the hand."},
        Param{"radius", &P::radius, 0.0, 1e6, "m",
              "All vertices of a fem or cloth solid so near to the point are held; 0 holds the "
              "nearest."}};
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
    return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is held."}},
            Required{Corners{"box", &P::box, "m", "What is in it stays where it is."}}};
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
    return {Required{Text{"solid", &P::solid, "The solid that is let go."}},
            Flag{"pins", &P::pins, "Whether pins end, too, or pulls alone."}};
  }
};

// A straight blade that goes from one place to another.
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
            Required{Ends{"to", &P::to, "m", "The same ends where it stops, on straight lines."}},
            Param{"over", &P::over, 0.0, 1e9, "s", "How long that takes; 0 is one stroke."}};
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
    return {Group{"pull", &P::pull, "A hand pulls at a point by a spring, until a release."},
            Group{"pin", &P::pin, "A part of a solid stays where it is, until a release."},
            Group{"release", &P::release, "Pulls and pins of a solid end."},
            Group{"cut", &P::cut, "A blade divides a solid along its way."}};
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
