// Solids that spray, foam and bubbles stay out of.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

// Where fluid is beside a surface. A surface that encloses nothing has fluid on both sides.
enum class FluidRoom { Outside, Inside, BothSides };

// What a step did to the place of a particle, in m.
struct FoamPath {
  Vec3d from, to;
};

class FoamObstacles {
 public:
  explicit FoamObstacles(int dimensions) : dimensions_(dimensions) {}

  // Adds a solid in a frame of its own, at rest in the origin, and returns its number. In the plane
  // its surface is the cut with z = 0.
  std::size_t add(const TriangleMesh& mesh, FluidRoom room);
  void clear() { solids_.clear(); }
  std::size_t size() const { return solids_.size(); }

  // Begins a step: where solids are now is where they were before.
  void beginStep();
  // Where a solid is after the step, if it keeps its shape; and its surface, if it does not.
  void move(std::size_t solid, const Pose& pose);
  void deform(std::size_t solid, const TriangleMesh& mesh);

  // m, that no point of a solid moved farther than since the step began; infinity if that is not
  // known, as for one that was added since.
  double travel() const { return travel_; }

  // m, from a place to the nearest surface, if that is less than `limit`.
  double distance(const Vec3d& p, double limit) const;
  // Whether a place is in a solid that has an inside.
  bool inSolid(const Vec3d& p) const;

  // Where a particle ran into a solid in the step: a place `gap` m off its surface on the side that
  // it came from, the unit normal towards that side, and the velocity of the surface there, if the
  // step took dt s. What deforms counts as at rest.
  struct Hit {
    Vec3d place, normal, velocity;
  };
  std::optional<Hit> hit(const FoamPath& path, double gap, double dt) const;

 private:
  struct Solid {
    std::shared_ptr<const MeshDistance> surface;  // in its own frame
    Box3d bounds;                                 // there
    FluidRoom room = FluidRoom::BothSides;
    std::vector<Vec3d> vertices;  // of a surface that deforms
    Pose before, now, back;       // `back`: from where it is now to its own frame
  };
  TriangleMesh shapeOf(const TriangleMesh& mesh) const;
  void setSurface(Solid& solid, const TriangleMesh& mesh) const;
  std::optional<Hit> hitOn(const Solid& solid, const FoamPath& path, double gap, double dt) const;
  bool holds(const Solid& solid, const Vec3d& own) const;
  Vec3d inPlane(Vec3d p) const;

  int dimensions_;
  std::vector<Solid> solids_;
  double travel_ = 0;
};

}  // namespace shoal
