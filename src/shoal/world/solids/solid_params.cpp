#include "shoal/world/solids/solid_params.h"

namespace shoal {

Entries Describe<PullParams>::entries() {
  using P = PullParams;
  return {Required{Text{"solid", &P::solid, "The rigid, fem or cloth solid that is pulled."}},
          Required{Vector{"point", &P::point, "m", "Where the hand takes hold of it."}},
          Required{Vector{"to", &P::to, "m", "Where the hand goes, on a straight line."}},
          Param{"over", &P::over, 0.0, 1e9, "s", "How long that takes; then the hand stays there."},
          Param{"stiffness", &P::stiffness, 1e-9, 1e12, "N/m", "Of the spring to the hand."},
          Param{"radius", &P::radius, 0.0, 1e6, "m",
                "All vertices of a fem or cloth solid so near to the point are held; 0 holds the "
                "nearest."}};
}

Entries Describe<PinParams>::entries() {
  using P = PinParams;
  return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is held."}},
          Required{Corners{"box", &P::box, "m", "What is in it stays where it is."}}};
}

Entries Describe<ReleaseParams>::entries() {
  using P = ReleaseParams;
  return {Required{Text{"solid", &P::solid, "The solid that is let go."}},
          Flag{"pins", &P::pins, "Whether pins end, too, or pulls alone."}};
}

Entries Describe<CutParams>::entries() {
  using P = CutParams;
  return {Required{Text{"solid", &P::solid, "The fem or cloth solid that is cut."}},
          Required{Ends{"from", &P::from, "m", "The two ends of the blade where it starts."}},
          Required{Ends{"to", &P::to, "m", "The same ends where it stops, on straight lines."}},
          Param{"over", &P::over, 0.0, 1e9, "s", "How long that takes; 0 is one stroke."}};
}

Entries Describe<EventAction>::entries() {
  using P = EventAction;
  return {Group{"pull", &P::pull, "A hand pulls at a point by a spring, until a release."},
          Group{"pin", &P::pin, "A part of a solid stays where it is, until a release."},
          Group{"release", &P::release, "Pulls and pins of a solid end."},
          Group{"cut", &P::cut, "A blade divides a solid along its way."}};
}

Entries Describe<EventParams>::entries() {
  using P = EventParams;
  return {Param{"at", &P::at, 0.0, 1e9, "s", "When it happens."}, Inline{&P::action}};
}

}  // namespace shoal
