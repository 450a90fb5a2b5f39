// All bodies of finite elements of a world, and their pieces.
#pragma once

#include "shoal/bodies/blade.h"
#include "shoal/bodies/contact/contact_group.h"
#include "shoal/bodies/fem/fem_contact.h"
#include "shoal/bodies/fem/fem_fracture.h"

namespace shoal {

class FemModel final : public BodyModel, public ContactSource {
 public:
  explicit FemModel(const Vec3d& gravity) : group_(gravity) {}

  FemBody& add(std::unique_ptr<FemBody> body);

  // Pieces that come loose follow the bodies that were added, in the order in which they did. The
  // largest part of a body remains that body.
  std::span<Body* const> bodies() const override { return pointers_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;
  void listMembers(std::vector<ContactMember*>& members) override;
  // What can break looks for cracks. Pieces that come loose have the rest of the time before them.
  void endStep(double h) override;

  // A solid that bodies may not pass; see ContactGroup.
  void addObstacle(Body& body, double friction) { group_.addObstacle(body, friction); }
  void addRigid(RigidBody& body) { group_.addRigid(body); }

  // Cuts a body or piece along the surface that a straight blade sweeps on its way from one place
  // to the next; or along triangles. Both are where the body now is.
  using Blade = shoal::Blade;
  void cut(const Body& body, const Blade& from, const Blade& to);
  void cut(const Body& body, std::span<const std::array<Vec3d, 3>> swept);

 private:
  struct Member {
    std::unique_ptr<FemBody> body;
    FemFracture fracture;
    std::uint64_t origin;  // the member that it was a part of at first
    std::unique_ptr<FemContact> contact;
  };

  void addMember(std::unique_ptr<FemBody> body, FemFracture fracture, std::uint64_t origin);
  std::unique_ptr<FemBody> nextPieceOf(std::uint64_t origin) const;
  void separate(std::size_t member);

  ContactGroup group_;  // for bodies without other solids that deform
  std::size_t added_ = 0;
  std::vector<Member> members_;
  std::vector<Body*> pointers_;
};

}  // namespace shoal
