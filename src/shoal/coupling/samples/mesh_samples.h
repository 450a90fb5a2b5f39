// Boundary samples that ride on a body which deforms. [ACAT13] section 2.2.
#pragma once

#include "shoal/coupling/coupling_kind.h"
#include "shoal/coupling/samples/mesh_sampling.h"
#include "shoal/coupling/samples/surface_samples.h"

namespace shoal {

// Positions and velocities follow from those of the three vertices by barycentric weights, and by
// the same weights forces on samples become forces on vertices.
class MeshSamples final : public SurfaceSamples {
 public:
  // Layers of samples stand below the surface, and on sheets one layer on it.
  MeshSamples(Body& body, MeshSampling sampling, const SamplePlacement& placement,
              const Vec3d& gravity);

  bool update(double t, double step) override;
  void addForces(std::span<const Vec3f> forces) override;
  void respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const override;
  void save(StateWriter& state) const override { sampling_.save(state); }
  void restore(StateReader& state) override { sampling_.restore(state); }

 private:
  bool updateSampling();  // whether samples changed
  void placeLayer(int layer, double mobility, std::span<const Vec3d> accelerations);
  // The samples of all layers follow one another, in each in the order of the sampling.
  const MeshSample& onSurface(std::size_t k) const {
    return sampling_.samples()[k % sampling_.samples().size()];
  }
  void toVertices(std::span<const Vec3f> onSamples, std::vector<Vec3d>& onVertices) const;

  Body& body_;
  MeshSampling sampling_;
  SamplePlacement placement_;
  Vec3d gravity_;
  std::vector<Vec3d> below_;                   // m, where the samples' vertices are
  mutable std::vector<Vec3d> cause_, effect_;  // by vertex; kept to save allocations
};

}  // namespace shoal
