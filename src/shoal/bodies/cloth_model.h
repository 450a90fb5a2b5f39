// Cloths that are advanced together, among themselves and the solids around them.
#pragma once

#include <memory>
#include <vector>

#include "shoal/bodies/cloth.h"

namespace shoal {

class ClothModel final : public BodyModel {
 public:
  explicit ClothModel(const Vec3d& gravity) : gravity_(gravity) {}

  Cloth& add(std::string name, const TriangleMesh& mesh, const ClothParams& params);

  std::span<Body* const> bodies() const override { return bodies_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

  // Of the conjugate gradients, in all substeps of the last advance.
  int iterations() const { return iterations_; }

 private:
  Vec3d gravity_;
  std::vector<std::unique_ptr<Cloth>> cloths_;
  std::vector<Body*> bodies_;
  int iterations_ = 0;
};

}  // namespace shoal
