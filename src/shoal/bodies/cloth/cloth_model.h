// Cloths that are advanced together, among themselves and the solids around them.
#pragma once

#include <memory>
#include <vector>

#include "shoal/bodies/cloth/cloth.h"
#include "shoal/bodies/contact/surface_contacts.h"

namespace shoal {

class ClothModel final : public BodyModel {
 public:
  explicit ClothModel(const Vec3d& gravity) : gravity_(gravity) {}

  Cloth& add(std::string name, const TriangleMesh& mesh, const ClothParams& params);

  // A solid that cloth may not pass, which moves as its surface says and feels what the cloth does
  // to it in its own next advance.
  void addObstacle(Body& body, double friction);

  std::span<Body* const> bodies() const override { return bodies_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

  // Of the conjugate gradients, in all substeps of the last advance.
  int iterations() const { return iterations_; }
  // Pairs of features that touched in the last substep.
  std::size_t contacts() const { return contacts_; }

 private:
  // A solid as cloth sees it during an advance.
  struct Obstacle {
    Body* body;
    double friction;
    std::vector<Vec3d> x, v;     // m, m/s
    std::vector<Vec3d> force;    // N, in a substep
    std::vector<Vec3d> impulse;  // N s, in the advance so far
  };

  void look(Obstacle& obstacle) const;
  void touch(double h);

  Vec3d gravity_;
  std::vector<std::unique_ptr<Cloth>> cloths_;
  std::vector<Body*> bodies_;
  std::vector<Obstacle> obstacles_;
  SurfaceContacts contact_;
  int iterations_ = 0;
  std::size_t contacts_ = 0;
};

}  // namespace shoal
