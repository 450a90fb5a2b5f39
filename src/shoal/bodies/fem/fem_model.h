// All bodies of finite elements of a world. They do not touch each other here.
#pragma once

#include "shoal/bodies/fem/fem_fracture.h"

namespace shoal {

class FemModel final : public BodyModel {
 public:
  explicit FemModel(const Vec3d& gravity) : gravity_(gravity) {}

  FemBody& add(std::unique_ptr<FemBody> body);

  // Pieces that come loose follow the bodies that were added, in the order in which they did. The
  // largest part of a body remains that body.
  std::span<Body* const> bodies() const override { return pointers_; }
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

  // Cuts a body or piece along the surface that a straight blade sweeps on its way from one place
  // to the next; or along triangles. Both are where the body now is.
  struct Blade {
    Vec3d start, end;  // m
  };
  void cut(const Body& body, const Blade& from, const Blade& to);
  void cut(const Body& body, std::span<const std::array<Vec3d, 3>> swept);

 private:
  struct Member {
    std::unique_ptr<FemBody> body;
    FemFracture fracture;
    std::uint64_t origin;  // the member that it was a part of at first
  };

  void addMember(std::unique_ptr<FemBody> body, FemFracture fracture, std::uint64_t origin);
  std::unique_ptr<FemBody> nextPieceOf(std::uint64_t origin) const;
  void advanceOne(std::size_t member, double dt, std::vector<double>& left);
  void separate(std::size_t member);

  Vec3d gravity_;  // m/s^2
  std::size_t added_ = 0;
  std::vector<Member> members_;
  std::vector<Body*> pointers_;
};

}  // namespace shoal
