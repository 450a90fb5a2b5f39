// Interface of a body: a triangle surface that can be observed, loaded with forces and asked for
// its response to impulses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shoal/bodies/material_point.h"
#include "shoal/core/box.h"
#include "shoal/core/error.h"
#include "shoal/core/matrix3.h"
#include "shoal/core/state_list.h"
#include "shoal/geometry/mesh/render_mesh.h"

namespace shoal {

class RigidBody;

// A handle to a solid: given when the solid is added, shared by all parts that break off it, and
// never used again after it is removed. Names are for files and messages.
struct SolidId {
  static constexpr std::uint32_t kNone = ~0u;
  std::uint32_t index = kNone;

  explicit operator bool() const { return index != kNone; }
  friend bool operator==(SolidId, SolidId) = default;
};

// Triangle surface with positions and velocities. Vertices keep their numbers until the revision
// changes.
struct BodySurface {
  std::vector<Triangle> triangles;
  std::vector<Vec3d> x;        // m
  std::vector<Vec3d> v;        // m/s
  std::uint64_t revision = 0;  // grows when triangles or the numbering of vertices change
};

// What frames show of a body: its surface, or the render mesh that moves with it.
struct RenderedSurface {
  RenderMesh mesh;
  std::vector<Vec3d> v;          // m/s, of the vertices
  std::vector<double> stresses;  // Pa, von Mises, of the vertices; empty if they are not known
};

// Mass, momentum and energy of a body.
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
  // Handle of the solid that it belongs to; none for a body outside of a BodyWorld.
  SolidId solidId() const { return solidId_; }
  void setSolidId(SolidId id) { solidId_ = id; }  // for the model that adds it

  virtual const BodySurface& surface() const = 0;
  virtual BodyTotals totals() const = 0;
  // The same without elastic energy, which takes most of the time where there is any.
  virtual BodyTotals inertia() const { return totals(); }

  // Adds forces on the vertices of the surface, in N and in their order. They act, constant, during
  // the next advance of the body and are cleared at its end.
  virtual void addForces(std::span<const Vec3d> onVertices) = 0;

  // Whether forces move it; false for static and kinematic bodies.
  virtual bool isFree() const { return true; }
  // Whether its vertices move relative to each other.
  virtual bool deforms() const { return true; }

  // Accelerations of the vertices, in m/s^2, in a step of about this length, in s, from the present
  // state with the forces added so far: by weight, elasticity and contact. Empty by default: the
  // body does not move by itself.
  virtual std::span<const Vec3d> predictAccelerations(double /*step*/, const Vec3d& /*gravity*/) {
    return {};
  }
  // Sets `change` to the change of the vertices' velocities, in m/s, by impulses on them, in N s,
  // that are spread over the step last predicted. Linear and symmetric. By default nothing moves.
  virtual void respond(std::span<const Vec3d> /*impulses*/, std::span<Vec3d> change) const {
    std::fill(change.begin(), change.end(), Vec3d{});
  }
  // Mass in kg that moves with each vertex if a force acts on that vertex alone; 0 where it is
  // pinned. Empty: the body is to be treated as heavy.
  virtual std::vector<double> vertexMasses() const { return {}; }

  // resist() lets each vertex resist during the next advance, by a force of -k (N/m) times the way
  // by which it leaves its present path x + t v: the force of what gives way. departures() tells
  // these ways afterwards, integrated over the advance, in m s, for the vertices that there were
  // at its start. By default vertices cannot.
  virtual bool canResist() const { return false; }
  virtual void resist(std::span<const Matrix3> /*onVertices*/) {}
  virtual std::span<const Vec3d> departures() const { return {}; }

  // pin() fixes all nodes inside the box and returns their number; unpin() releases all. By default
  // nothing can be pinned.
  virtual std::size_t pin(const Box3d& /*box*/) { return 0; }
  virtual void unpin() {}

  // The body as a rigid one, or nullptr. For code that needs the pose or the total momentum: spring
  // attachments, direct forcing, boundary samples that are carried rigidly.
  virtual RigidBody* asRigid() { return nullptr; }
  virtual const RigidBody* asRigid() const { return nullptr; }

  // The point of the material that is nearest to a place of the rest shape: that in which the body
  // was made, before it moved. None by default: the rest shape is not known.
  virtual std::optional<MaterialPoint> materialPoint(const Vec3d& /*rest*/) const { return {}; }
  // Of a point that materialPoint() gave.
  virtual PointMotion motionOf(const MaterialPoint& point) const { return {point.rest, {}}; }
  // Cauchy stress at such a point, in Pa; none if it is not known.
  virtual std::optional<Matrix3> stressAt(const MaterialPoint&) const { return {}; }

  // Takes over position, shape and motion of a body of the same model and mesh from another world,
  // not what holds it. An Error if it cannot; by default it never can.
  virtual void takeOver(const Body& /*earlier*/) {
    fail("its model cannot start from the state of another run");
  }

  // Von Mises stress at the vertices, in Pa; empty if it is not known.
  virtual std::vector<double> vertexStresses() const { return {}; }

  // By default the surface itself.
  virtual RenderedSurface rendered() const {
    return {{{surface().x, surface().triangles}, {}}, surface().v, vertexStresses()};
  }

 private:
  std::string name_;
  SolidId solidId_;
};

}  // namespace shoal
