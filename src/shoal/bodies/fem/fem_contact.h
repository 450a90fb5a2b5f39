// A body of finite elements as a member of the contact group, by its skin.
#pragma once

#include "shoal/bodies/contact/contact_member.h"
#include "shoal/bodies/fem/fem_body.h"

namespace shoal {

class FemContact final : public ContactMember {
 public:
  FemContact(FemBody& solid, std::uint64_t family) : body_(&solid), family_(family) { readSkin(); }

  std::uint64_t family() const { return family_; }

  double longestStep() const override { return body_->solid().params().solver.maxStep; }
  void beginAdvance(double t, double dt) override;
  int accelerate(double h, const Vec3d& gravity) override;
  void move(double h) override;
  void endAdvance() override;
  ContactMesh contactMesh() override;
  bool respondsAsWhole() const override { return true; }
  void applyImpulses(std::span<const Vec3d> impulses) override;
  void findMobilities(std::span<const Vec3d> impulses, std::span<double> mobilities) override;

  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  void readSkin();
  void updateMasses();
  void readVelocities();
  void expectContact();
  void spread(std::span<const Vec3d> impulses);
  // Calls work(), and puts the name of the body before the message of an Error.
  template <class Work>
  void naming(Work&& work) const;

  FemBody* body_;
  std::uint64_t family_;
  std::uint64_t revision_ = 0;  // of the body when it was last read
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> node_;  // of each vertex
  std::vector<Vec3d> rest_;          // m
  double radius_ = 0;                // m
  std::vector<double> inverseMass_;  // 1/kg; 0 where a node is held
  std::vector<Vec3d> x_, v_;         // m, m/s
  std::vector<Vec3d> force_;         // N, predicted contact force, then the one found
  std::vector<Vec3d> expected_;      // N
  std::vector<Vec3d> onNodes_;       // N s
};

}  // namespace shoal
