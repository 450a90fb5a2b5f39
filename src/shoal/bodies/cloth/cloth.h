// A sheet of cloth, or a thin shell: a triangle mesh with lumped masses.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "shoal/bodies/body.h"
#include "shoal/bodies/cloth/cloth_params.h"
#include "shoal/bodies/cloth/implicit_step.h"
#include "shoal/bodies/cloth/sheet_forces.h"
#include "shoal/bodies/contact/contact_member.h"
#include "shoal/bodies/vertex_skin.h"

namespace shoal {

class Cloth final : public Body, public ContactMember {
 public:
  // The mesh is the rest shape, after repairSheet().
  Cloth(std::string name, const TriangleMesh& mesh, const ClothParams& params);

  const ClothParams& params() const { return params_; }
  const std::vector<std::string>& repairs() const { return repairs_; }

  const BodySurface& surface() const override { return surface_; }
  void addForces(std::span<const Vec3d> onVertices) override;
  std::span<const Vec3d> predictAccelerations(double step, const Vec3d& gravity) override;
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const override;
  BodyTotals totals() const override;
  BodyTotals inertia() const override;
  RenderedSurface rendered() const override;
  std::size_t pin(const Box3d& box) override;
  void unpin() override;

  std::optional<MaterialPoint> materialPoint(const Vec3d& rest) const override;
  PointMotion motionOf(const MaterialPoint& point) const override;

  void takeOver(const Body& earlier) override;

  // A render mesh at the vertices of the rest shape that files show in place of the surface.
  void setSkin(RenderMesh mesh);

  // Positions and velocities of all vertices, for an initial state other than rest.
  void setMotion(std::span<const Vec3d> x, std::span<const Vec3d> v);

  // Fixes a vertex until the time `until`, in s.
  void pin(std::uint32_t vertex, double until = std::numeric_limits<double>::infinity());
  void release(std::uint32_t vertex);
  // Takes a pinned vertex to that place during the next advance, on a straight line.
  void movePin(std::uint32_t vertex, const Vec3d& to);
  bool isPinned(std::uint32_t vertex) const { return inverseMass_.at(vertex) == 0; }

  // Cuts along the surface that a straight blade swept during the last `h` seconds, up to `to`.
  // `tips`: the crack tips that the previous call for the same stroke returned, none for a new
  // stroke; returns those for the next call.
  std::vector<std::uint32_t> cut(const Blade& from, const Blade& to, double h,
                                 std::span<const std::uint32_t> tips = {});

  double longestStep() const override { return params_.maxStep; }
  void beginAdvance(double t, double dt) override;
  int accelerate(double h, const Vec3d& gravity) override;
  void move(double h) override;
  void endAdvance() override;
  ContactMesh contactMesh() override;

  std::span<const double> inverseMass() const { return inverseMass_; }  // 1/kg; 0 where pinned
  std::span<const Vec3d> restPlaces() const { return rest_; }
  const SheetTopology& topology() const { return forces_.topology(); }

  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  struct Pin {
    bool held = false;
    double until = 0;         // s
    std::optional<Vec3d> to;  // m
  };

  ImplicitPoints points() { return {forces_.mass(), inverseMass_, surface_.x, surface_.v}; }
  void requireVertex(std::uint32_t vertex) const;
  void sumForces(const Vec3d& gravity, std::span<const Vec3d> contact);
  void updateMasses();
  void tear();
  void become(const SheetCut& cut);
  void restoreTriangles(StateReader& state, std::uint64_t vertices);
  // Makes every vertex a copy of the one that `source` names, and rebuilds what depends on the
  // triangles.
  void rebuildTopology(std::span<const std::uint32_t> source);

  ClothParams params_;
  std::vector<std::string> repairs_;
  BodySurface surface_;
  std::optional<VertexSkin> skin_;
  std::vector<Vec3d> rest_;  // m, where each vertex was at rest
  mutable SheetForces forces_;
  std::vector<double> inverseMass_;
  std::vector<Pin> pins_;
  std::vector<Vec3d> applied_;   // N, by addForces()
  std::vector<Vec3d> contact_;   // N, of contact in the last substep
  std::vector<Vec3d> expected_;  // N, predicted for the next one
  std::vector<Vec3d> outer_;     // N, all external forces
  std::vector<Vec3d> total_;     // N, external and elastic forces
  ImplicitStep step_;
  mutable ImplicitStep predicted_;
  std::vector<Vec3d> accelerations_;  // m/s^2, predicted
};

}  // namespace shoal
