#include "shoal/bodies/cloth/cloth_model.h"

namespace shoal {

Cloth& ClothModel::add(const std::string& clothName, const TriangleMesh& mesh,
                       const ClothParams& params, SolidId solid) {
  cloths_.push_back(std::make_unique<Cloth>(clothName, mesh, params));
  cloths_.back()->setSolidId(solid);
  bodies_.push_back(cloths_.back().get());
  return *cloths_.back();
}

Body& ClothModel::add(SolidId solid, const std::string& solidName, const std::any& blueprint) {
  return namingSolid(solidName, [&]() -> Body& {
    const auto& [mesh, params, velocity, spin, skin] =
        blueprintAs<ClothBlueprint>(blueprint, name());
    if (planar_) fail("cloth needs world.dimensions = 3");
    Cloth& cloth = add(solidName, mesh, params, solid);
    if (skin) cloth.setSkin(*skin);
    const std::vector<Vec3d> x = cloth.surface().x;
    cloth.setMotion(x, rigidVelocities(x, cloth.totals().centre, velocity, spin));
    return cloth;
  });
}

void ClothModel::remove(SolidId solid) {
  const auto isOf = [&](const auto& cloth) { return cloth->solidId() == solid; };
  std::erase_if(bodies_, isOf);
  std::erase_if(cloths_, isOf);
}

void ClothModel::listDeformable(std::vector<ContactMember*>& members) {
  for (auto& cloth : cloths_) members.push_back(cloth.get());
}

void ClothModel::cut(SolidId solid, const BladeStroke& stroke, std::vector<std::uint32_t>& tips) {
  for (auto& cloth : cloths_)
    if (cloth->solidId() == solid)
      tips = cloth->cut(stroke.at(stroke.first), stroke.at(stroke.last), stroke.duration, tips);
}

void ClothModel::save(StateWriter& state) const {
  for (const auto& cloth : cloths_) cloth->save(state);
}

void ClothModel::restore(StateReader& state) {
  for (auto& cloth : cloths_) cloth->restore(state);
}

}  // namespace shoal
