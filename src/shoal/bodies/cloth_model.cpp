#include "shoal/bodies/cloth_model.h"

#include <algorithm>
#include <cmath>

namespace shoal {

Cloth& ClothModel::add(std::string name, const TriangleMesh& mesh, const ClothParams& params) {
  cloths_.push_back(std::make_unique<Cloth>(std::move(name), mesh, params));
  bodies_.push_back(cloths_.back().get());
  return *cloths_.back();
}

void ClothModel::advance(double t, double dt) {
  if (!(dt > 0)) return;
  double longest = dt;
  for (const auto& cloth : cloths_) longest = std::min(longest, cloth->params().substep);
  const double slack = 1 - 1e-9;  // so that rounding does not cost a step
  const int substeps = static_cast<int>(std::ceil(dt / longest * slack));
  const double h = dt / substeps;

  iterations_ = 0;
  for (auto& cloth : cloths_) cloth->beginAdvance(t, dt);
  for (int n = 0; n < substeps; ++n) {
    for (auto& cloth : cloths_) iterations_ += cloth->accelerate(h, gravity_);
    for (auto& cloth : cloths_) cloth->move(h);
  }
  for (auto& cloth : cloths_) cloth->endAdvance();
}

void ClothModel::save(StateWriter& state) const {
  for (const auto& cloth : cloths_) cloth->save(state);
}

void ClothModel::restore(StateReader& state) {
  for (auto& cloth : cloths_) cloth->restore(state);
}

}  // namespace shoal
