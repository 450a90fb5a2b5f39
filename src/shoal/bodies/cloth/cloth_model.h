// Body model of cloth: all sheets of a world.
#pragma once

#include <memory>
#include <vector>

#include "shoal/bodies/body_model.h"
#include "shoal/bodies/cloth/cloth.h"

namespace shoal {

// Blueprint of a cloth.
struct ClothBlueprint {
  TriangleMesh mesh;  // at rest, where the cloth starts
  ClothParams params{};
  Vec3d velocity{}, spin{};          // m/s, rad/s
  std::optional<RenderMesh> skin{};  // see Cloth::setSkin
};

class ClothModel final : public BodyModel {
 public:
  explicit ClothModel(const BodySpace& space) : planar_(space.planar) {}

  Cloth& add(const std::string& clothName, const TriangleMesh& mesh, const ClothParams& params,
             SolidId solid = {});

  std::string_view name() const override { return "cloth"; }
  // Expects a ClothBlueprint.
  Body& add(SolidId solid, const std::string& solidName, const std::any& blueprint) override;
  void remove(SolidId solid) override;
  std::span<Body* const> bodies() const override { return bodies_; }
  void listDeformable(std::vector<ContactMember*>& members) override;
  void cut(SolidId solid, const BladeStroke& stroke, std::vector<std::uint32_t>& tips) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  bool planar_;
  std::vector<std::unique_ptr<Cloth>> cloths_;
  std::vector<Body*> bodies_;
};

}  // namespace shoal
