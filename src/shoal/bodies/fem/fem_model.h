// Body model of finite elements: all solids and their fragments.
#pragma once

#include "shoal/bodies/body_model.h"
#include "shoal/bodies/fem/fem_contact.h"
#include "shoal/bodies/fem/fem_fracture.h"

namespace shoal {

// Blueprint of a solid of finite elements.
struct FemBlueprint {
  TetraMesh mesh;  // at rest, where the solid starts
  FemParams params{};
  Vec3d velocity{}, spin{};          // m/s, rad/s
  std::vector<double> filled{};      // share of each tetrahedron that is material; empty: all
  std::optional<RenderMesh> skin{};  // see FemBody::embed
};

class FemModel final : public BodyModel {
 public:
  explicit FemModel(const BodySpace& space) : planar_(space.planar) {}

  FemBody& add(std::unique_ptr<FemBody> body, SolidId solid = {});

  std::string_view name() const override { return "fem"; }
  // Expects a FemBlueprint.
  Body& add(SolidId solid, const std::string& solidName, const std::any& blueprint) override;
  void remove(SolidId solid) override;
  // Fragments follow the solids, in the order in which they broke off. The largest part of a body
  // remains that body.
  std::span<Body* const> bodies() const override { return pointers_; }
  void listDeformable(std::vector<ContactMember*>& members) override;
  // Evaluates fracture. Fragments take part in the remaining steps of the advance.
  void endContactStep(double h) override;
  void cut(SolidId solid, const BladeStroke& stroke, std::vector<std::uint32_t>& tips) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

  // Cuts a body or fragment along the surface that a straight blade sweeps between two positions,
  // or along triangles. Both are in present coordinates.
  void cut(const Body& body, const Blade& from, const Blade& to);
  void cut(const Body& body, std::span<const std::array<Vec3d, 3>> swept);

 private:
  struct Member {
    std::unique_ptr<FemBody> body;
    FemFracture fracture;
    std::uint64_t origin;  // the solid that it was a part of
    std::unique_ptr<FemContact> contact;
  };

  void insertMember(std::size_t at, std::unique_ptr<FemBody> body, FemFracture fracture,
                    std::uint64_t origin, std::uint64_t family);
  void addPiece(std::unique_ptr<FemBody> piece, FemFracture fracture, std::uint64_t origin);
  void listBodies();
  std::unique_ptr<FemBody> nextPieceOf(std::uint64_t origin) const;
  void separate(std::size_t member);

  bool planar_;
  std::size_t added_ = 0;         // number of solids; members after them are fragments
  std::uint64_t nextFamily_ = 1;  // of a solid and its fragments, see ContactMesh::family
  std::vector<Member> members_;
  std::vector<Body*> pointers_;
};

}  // namespace shoal
