// All bodies of finite elements of a world. They do not touch each other here.
#pragma once

#include "shoal/bodies/fem_body.h"

namespace shoal {

class FemModel final : public BodyModel {
 public:
  explicit FemModel(const Vec3d& gravity) : gravity_(gravity) {}

  FemBody& add(std::unique_ptr<FemBody> body);

  std::span<Body* const> bodies() const override { return pointers_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  Vec3d gravity_;  // m/s^2
  std::vector<std::unique_ptr<FemBody>> bodies_;
  std::vector<Body*> pointers_;
};

}  // namespace shoal
