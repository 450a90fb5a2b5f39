#include "shoal/world/solids/solid_params.h"

namespace shoal {

Entries Describe<PullParams>::entries() {
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

Entries Describe<PinParams>::entries() {
  using P = PinParams;
  return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is pinned."}},
          Required{Corners{"box", &P::box, "m", "Vertices inside of it are fixed."}}};
}

Entries Describe<ReleaseParams>::entries() {
  using P = ReleaseParams;
  return {Required{Text{"solid", &P::solid, "The solid that is released."}},
          Flag{"pins", &P::pins, "Whether pins are removed as well, or pulls alone."}};
}

Entries Describe<CutParams>::entries() {
  using P = CutParams;
  return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is cut."}},
          Required{Ends{"from", &P::from, "m", "The two ends of the blade where it starts."}},
          Required{Ends{"to", &P::to, "m",
                        "The same ends where it stops; they move on straight lines."}},
          Param{"over", &P::over, 0.0, 1e9, "s",
                "Duration of that motion; 0 is an instantaneous cut."}};
}

Entries Describe<EventAction>::entries() {
  using P = EventAction;
  return {Group{"pull", &P::pull,
                "A spring with a moving anchor pulls at a point of a solid, until a release."},
          Group{"pin", &P::pin, "A part of a solid is fixed, until a release."},
          Group{"release", &P::release, "Pulls and pins of a solid end."},
          Group{"cut", &P::cut, "A blade cuts a solid along the surface that it sweeps."}};
}

Entries Describe<EventParams>::entries() {
  using P = EventParams;
  return {Param{"at", &P::at, 0.0, 1e9, "s", "When it happens."}, Inline{&P::action}};
}

}  // namespace shoal
