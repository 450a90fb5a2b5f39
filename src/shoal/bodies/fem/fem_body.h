// A deformable body of finite elements.
#pragma once

#include <memory>

#include "shoal/bodies/body.h"
#include "shoal/bodies/fem/fem_skin.h"
#include "shoal/bodies/fem/fem_solid.h"
#include "shoal/bodies/fem/fem_surface.h"

namespace shoal {

class FemBody final : public Body {
 public:
  // The mesh is repaired first. `materials`: of each tetrahedron; empty: params.material
  // everywhere.
  FemBody(std::string bodyName, TetraMesh mesh, const FemParams& params,
          std::vector<FemMaterial> materials = {});
  // Without a shape yet: a placeholder tetrahedron until rebuildFrom() or restore().
  FemBody(std::string bodyName, const FemParams& params);

  const BodySurface& surface() const override { return surface_; }
  void addForces(std::span<const Vec3d> onVertices) override;
  std::vector<double> vertexMasses() const override;
  // Not with the midpoint rule, which has forces act elsewhere.
  bool canResist() const override {
    return params_.solver.integrator == FemIntegrator::ImplicitEuler;
  }
  void resist(std::span<const Matrix3> onVertices) override;
  std::span<const Vec3d> departures() const override { return departures_; }
  // Notes the departures of a step that was solved.
  void noteDepartures();
  std::size_t pin(const Box3d& box) override;
  void unpin() override;
  std::span<const Vec3d> predictAccelerations(double step, const Vec3d& gravity) override;
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const override;
  BodyTotals totals() const override;
  BodyTotals inertia() const override;
  std::vector<double> vertexStresses() const override;
  RenderedSurface rendered() const override;
  std::optional<MaterialPoint> materialPoint(const Vec3d& rest) const override;
  PointMotion motionOf(const MaterialPoint& point) const override;
  // The mean of the element.
  std::optional<Matrix3> stressAt(const MaterialPoint& point) const override;

  void takeOver(const Body& earlier) override;

  // Nodes may be read, held, moved and loaded. Code that moves them calls showSurface() after.
  FemSolid& solid() { return *solid_; }
  const FemSolid& solid() const { return *solid_; }
  const TetraMesh& mesh() const { return mesh_; }
  void showSurface();

  // Embeds a render mesh, where it is at rest: files show it in place of the boundary of the
  // elements. A body that is cut or breaks loses it.
  void embed(RenderMesh mesh) { embedded_.emplace(std::move(mesh), solid_->mesh()); }
  const std::optional<FemSkin>& embedded() const { return embedded_; }

  // Fixes the axes (FemAxes) of all nodes that are inside the box at rest; returns their number.
  std::size_t hold(const Box3d& box, unsigned axes);

  // Advances by dt without contact and clears the forces on nodes; for a body of no model.
  void advance(double dt, const Vec3d& gravity);

  // Origin of a vertex in a changed mesh: an old vertex, or a point at the fraction `share` of the
  // line between two.
  struct Origin {
    std::uint32_t a = 0, b = 0;
    double share = 0;
  };
  // Replaces the mesh after a cut or a fracture, and transfers positions, velocities, constraints,
  // materials and plastic deformation; not forces. `tetOrigins`: the old tetrahedron that each new
  // one was in.
  void rebuild(TetraMesh mesh, std::span<const Origin> vertexOrigins,
               std::span<const std::uint32_t> tetOrigins) {
    rebuildFrom(*this, std::move(mesh), vertexOrigins, tetOrigins);
  }
  // The same with origins in another body of the same kind.
  void rebuildFrom(const FemBody& source, TetraMesh mesh, std::span<const Origin> vertexOrigins,
                   std::span<const std::uint32_t> tetOrigins);

  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  void requireOrigins(const TetraMesh& mesh, std::span<const Origin> vertexOrigins,
                      std::span<const std::uint32_t> tetOrigins) const;
  void carryMiddles(const FemSolid& old, FemSolid& next, std::span<const Origin> origins) const;
  void makeSurface();
  std::vector<double> nodeStresses() const;

  FemParams params_;
  TetraMesh mesh_;
  std::unique_ptr<FemSolid> solid_;
  FemSurface skin_;
  BodySurface surface_;
  std::optional<FemSkin> embedded_;
  std::vector<Vec3d> accelerations_;  // m/s^2, of the vertices, predicted
  std::vector<Vec3d> departures_;     // m s
};

}  // namespace shoal
