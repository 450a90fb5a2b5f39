// Keeps fluid on its side of surfaces.
//
// Pressure keeps fluid off the samples of a surface as long as it knows where the surface goes. It
// does not when a body is stopped by another one, and it finds no way out for a particle between
// two bodies that close. So after both moved, particles whose paths led too near to a triangle are
// put back beside it, on the side they came from. Beside bodies velocities stay as they are, and
// with them momentum: the pressure of the next step finds the particle too dense and turns it back,
// and the body feels that. Walls take what led towards them: else particles that are pressed on one
// would keep what they cannot lose.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/search/box_tree.h"
#include "shoal/sph/solvers/fluid_solver.h"

namespace shoal {

class SurfaceGuard {
 public:
  // `reach`, in m: no place of a surface is further from its nearest sample.
  SurfaceGuard(double reach, int dimensions) : reach_(reach), flat_(dimensions == 2) {}

  struct Bounds {
    double distance;     // m, that fluid keeps unless it was nearer,
    double depth = 0;    // m, to the surface that lies so far below the body's
    bool stops = false;  // as a wall does
  };
  // Watches a body of the solid of this index; forgets all of them.
  void watch(std::size_t solid, const Body& body, const Bounds& bounds);
  void forget(std::size_t solid);

  // Before fluid and bodies move: remembers where they are.
  void begin(const FluidParticles& fluid, const FluidSurroundings& around);
  // After they moved by dt, in s: puts particles back. The velocities that walls took.
  std::vector<VelocityChange> correct(FluidParticles& fluid, double dt);
  std::size_t putBack() const { return putBack_; }  // particles, by the last correct()

 private:
  struct Watched {
    std::size_t solid;
    const Body* body;
    Bounds bounds;
    std::uint64_t revision;         // as the step began
    std::vector<Vec3d> start, now;  // m, of the vertices
    std::uint32_t first = 0;        // of its triangles among all

    std::vector<Vec3d> vertices() const;
    bool lost() const { return start.empty(); }
  };
  struct Near {
    std::uint32_t particle;
    float sample;  // m, to the nearest one
    Vec3f start;   // m
  };
  // Of a particle through the step.
  struct Way {
    Vec3d from, to;      // m
    Vec3d v;             // m/s
    bool stray = false;  // whether it had to be changed
  };
  struct Hit;

  void seeBodies();
  double furthestMove() const;
  void coverTriangles();
  const Watched& ownerOf(std::uint32_t triangle) const;
  Box3f around(const Way& way) const;
  bool firstHit(const Way& way, const std::vector<std::uint32_t>& triangles, double share,
                Hit& hit) const;
  void keepAside(Way& way, double dt) const;

  double reach_;  // m
  bool flat_;
  std::vector<Watched> bodies_;
  std::vector<Near> near_;
  std::vector<Box3f> boxes_;  // around the ways of the triangles
  BoxTree<float> tree_;
  std::uint64_t treeRevision_ = 0;
  bool otherBodies_ = true;  // than those that the tree was built of
  std::size_t putBack_ = 0;
};

}  // namespace shoal
