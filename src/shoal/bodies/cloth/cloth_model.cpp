#include "shoal/bodies/cloth/cloth_model.h"

#include <array>

namespace shoal {

Cloth& ClothModel::add(std::string name, const TriangleMesh& mesh, const ClothParams& params) {
  cloths_.push_back(std::make_unique<Cloth>(std::move(name), mesh, params));
  bodies_.push_back(cloths_.back().get());
  return *cloths_.back();
}

void ClothModel::listMembers(std::vector<ContactMember*>& members) {
  for (auto& cloth : cloths_) members.push_back(cloth.get());
}

void ClothModel::advance(double t, double dt) {
  group_.advance(std::array<ContactSource*, 1>{this}, t, dt);
}

void ClothModel::save(StateWriter& state) const {
  for (const auto& cloth : cloths_) cloth->save(state);
}

void ClothModel::restore(StateReader& state) {
  for (auto& cloth : cloths_) cloth->restore(state);
}

}  // namespace shoal
