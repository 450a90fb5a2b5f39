// What every solid offers to whatever touches it, whichever way it moves: a surface of triangles
// that can be looked at and pushed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shoal/core/state_list.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// A surface in motion. Vertices keep their numbers until the revision changes.
struct BodySurface {
  std::vector<Triangle> triangles;
  std::vector<Vec3d> x;        // m
  std::vector<Vec3d> v;        // m/s
  std::uint64_t revision = 0;  // grows when triangles or the numbering of vertices change
};

// Sums over a body.
struct BodyTotals {
  double mass = 0;        // kg
  Vec3d centre;           // m, of mass
  Vec3d momentum;         // kg m/s
  Vec3d angularMomentum;  // kg m^2/s, about the origin
  double kinetic = 0;     // J
  double elastic = 0;     // J
};

class Body {
 public:
  explicit Body(std::string bodyName) : name_(std::move(bodyName)) {}
  virtual ~Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const std::string& name() const { return name_; }

  virtual const BodySurface& surface() const = 0;

  // Adds forces on the vertices of the surface, in N and in their order. They act, constant, during
  // the next advance() of the body's model and are forgotten after it.
  virtual void addForces(std::span<const Vec3d> onVertices) = 0;

  // What a step of about this length, in s, from where the body now is would do to it if nobody
  // pushed more than they do so far: the accelerations of the vertices, in m/s^2, by weight, by
  // what holds the body together, and by what it touches. By default it does not move by itself.
  virtual std::span<const Vec3d> predictAccelerations(double /*step*/, const Vec3d& /*gravity*/) { return {}; }
  // Sets `change` to how much faster, in m/s, the vertices become by impulses on them, in N s, that
  // are spread over the step last foreseen. Linear and symmetric. By default nothing moves.
  virtual void respond(std::span<const Vec3d> /*impulses*/, std::span<Vec3d> change) const {
    std::fill(change.begin(), change.end(), Vec3d{});
  }

  virtual BodyTotals totals() const = 0;

  // Von Mises' stress at the vertices, in Pa; none of what does not know it.
  virtual std::vector<double> vertexStresses() const { return {}; }

 private:
  std::string name_;
};

// Bodies that are advanced together, because they touch each other or share a solver.
class BodyModel {
 public:
  virtual ~BodyModel() = default;

  virtual std::span<Body* const> bodies() const = 0;

  // From t to t + dt, in as many steps of their own as they need.
  virtual void advance(double t, double dt) = 0;

  // All that a run which goes on from here has to know, always in the same order.
  virtual void save(StateWriter& state) const = 0;
  virtual void restore(StateReader& state) = 0;
};

}  // namespace shoal
