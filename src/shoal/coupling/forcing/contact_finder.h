// Which fluid particles touch which bodies, and where.
#pragma once

#include <span>

#include "shoal/core/matrix3.h"
#include "shoal/core/period.h"
#include "shoal/coupling/forcing/forced_body.h"

namespace shoal {

// The bodies, and where they are when a step begins and now.
struct BodiesInStep {
  std::span<const ForcedBody> bodies;
  std::span<const RigidState> before, now;
};

// A particle, and the bodies near it.
struct NearBodies {
  struct Near {
    std::uint32_t body;
    Vec3d shift;  // m, from the particle to its image beside the body where space repeats
  };
  std::uint32_t particle = 0;
  std::uint32_t first = 0, count = 0;  // among the list of all pairs
};

// The way of a particle through a step.
struct Way {
  Vec3d before;  // m, at the beginning
  Vec3d now;     // m
};

// A touch in the world, beside the image of the particle.
struct BodyTouch {
  std::uint32_t body = 0;
  Vec3d shift;  // m
  Touch touch;
};

class ContactFinder {
 public:
  // Particles have a radius of so many spacings.
  ContactFinder(double spacing, int dimensions, const Period& period, double radius);

  // Particles of this radius (m) touch what is nearer, up to rounding.
  double radius() const { return radius_; }
  int dimensions() const { return dimensions_; }
  // How far bodies are to know their surroundings, m.
  double reach() const { return reach_; }

  // Lists the particles that are so near to bodies that they may touch them in this step, in
  // their order.
  void search(std::span<const Vec3f> particles, const BodiesInStep& step);
  std::span<const NearBodies> candidates() const { return candidates_; }

  // Everything the particle touches where it is, and what it touches besides when it is moved out
  // of that. One touch for each body and direction.
  void touches(const NearBodies& candidate, Way way, const BodiesInStep& step,
               std::vector<BodyTouch>& found) const;

  // Moves the particle until it keeps its radius and `room` (m) from all bodies. Where these leave
  // no space for it, it keeps away from those that fluid does not push. Whether they did.
  bool clear(const NearBodies& candidate, Way& way, double room, const BodiesInStep& step) const;

  std::size_t bytes() const;

 private:
  using Near = NearBodies::Near;

  // The same for all bodies, or for those that fluid does not push.
  bool moveOut(const NearBodies& candidate, Way& way, double room, const BodiesInStep& step,
               bool ofWallsOnly) const;

  // A body where it is now, for a first look.
  struct Placed {
    const SurfaceCells* surface;
    Vec3d centre;     // m
    Matrix3 inwards;  // turns directions into those of the body
    Box3d box;        // m, in the world, of all that it can touch
  };
  // The bodies and images of them that may be near to some particles.
  struct Meeting {
    std::uint32_t body;
    Vec3d shift;  // m, from the particles to their images
  };

  void place(const BodiesInStep& step);
  void listMeetings(const Box3d& particles, std::vector<Meeting>& meetings) const;
  template <class Visit>
  void forEachTouch(const NearBodies& candidate, const Way& way, double within,
                    const BodiesInStep& step, Visit&& visit) const;

  int dimensions_;
  double radius_;  // m
  double reach_;   // m
  Period period_;
  std::vector<Placed> placed_;
  std::vector<NearBodies> candidates_;
  std::vector<Near> near_;
};

}  // namespace shoal
