// Cloths that are advanced together, among themselves and the solids around them.
#pragma once

#include <memory>
#include <vector>

#include "shoal/bodies/cloth/cloth.h"
#include "shoal/bodies/contact/contact_group.h"

namespace shoal {

class ClothModel final : public BodyModel, public ContactSource {
 public:
  explicit ClothModel(const Vec3d& gravity) : group_(gravity) {}

  Cloth& add(std::string name, const TriangleMesh& mesh, const ClothParams& params);

  // A solid that cloth may not pass, which moves as its surface says and feels what the cloth does
  // to it in its own next advance.
  void addObstacle(Body& body, double friction) { group_.addObstacle(body, friction); }

  std::span<Body* const> bodies() const override { return bodies_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;
  void listMembers(std::vector<ContactMember*>& members) override;

  // Of the conjugate gradients, in all substeps of the last advance.
  int iterations() const { return group_.iterations(); }
  // Pairs of features that touched in the last substep.
  std::size_t contacts() const { return group_.contacts(); }

 private:
  std::vector<std::unique_ptr<Cloth>> cloths_;
  std::vector<Body*> bodies_;
  ContactGroup group_;  // for cloth without other solids that deform
};

}  // namespace shoal
