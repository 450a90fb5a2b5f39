// A body model: rigid plates that move along one direction, held by a spring to where they start.
#include <algorithm>
#include <memory>

#include "extension.h"
#include "shoal/scene/assemble/solid_geometry.h"
#include "shoal/scene/scene.h"

namespace {

struct SpringPlateParams {
  double mass = 1;         // kg
  double stiffness = 100;  // N/m
  shoal::Vec3d direction{1, 0, 0};
};

}  // namespace

// Scenes say `model = "spring-plate"`; its keys may stand beside those of the solid.
template <>
struct shoal::Describe<SpringPlateParams> {
  static Entries entries() {
    using P = SpringPlateParams;
    return {Param{"mass", &P::mass, 1e-9, 1e9, "kg", "Mass of the plate."},
            Param{"stiffness", &P::stiffness, 0.0, 1e12, "N/m", "Stiffness of the spring."},
            Vector{"direction", &P::direction, "", "Direction in which it moves."}};
  }
};

namespace {

using namespace shoal;

struct SpringPlateBlueprint {
  TriangleMesh mesh;
  SpringPlateParams params;
};

class SpringPlate final : public Body {
 public:
  SpringPlate(SolidId id, const std::string& solidName, const SpringPlateBlueprint& blueprint)
      : Body(solidName),
        rest_(blueprint.mesh.vertices),
        mass_(blueprint.params.mass),
        stiffness_(blueprint.params.stiffness),
        direction_(normalised(blueprint.params.direction)) {
    setSolidId(id);
    surface_.triangles = blueprint.mesh.triangles;
    centre_ = blueprint.mesh.bounds().centre();
    place();
  }

  const BodySurface& surface() const override { return surface_; }

  BodyTotals totals() const override {
    const Vec3d momentum = mass_ * velocity_ * direction_;
    const Vec3d centre = centre_ + displacement_ * direction_;
    return {.mass = mass_,
            .centre = centre,
            .momentum = momentum,
            .angularMomentum = cross(centre, momentum),
            .kinetic = mass_ / 2 * velocity_ * velocity_,
            .elastic = stiffness_ / 2 * displacement_ * displacement_};
  }

  void addForces(std::span<const Vec3d> onVertices) override {
    for (const Vec3d& force : onVertices) force_ += dot(force, direction_);
  }

  // Couplings ask how the plate accelerates without fluid, and how it answers to impulses.
  std::span<const Vec3d> predictAccelerations(double, const Vec3d& gravity) override {
    accelerations_.assign(rest_.size(),
                          accelerationBy(mass_ * dot(gravity, direction_)) * direction_);
    return accelerations_;
  }
  void respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const override {
    double sum = 0;
    for (const Vec3d& impulse : impulses) sum += dot(impulse, direction_);
    std::fill(change.begin(), change.end(), sum / mass_ * direction_);
  }

  // Semi-implicit Euler: stable for steps below 2 sqrt(m / k).
  void advance(double dt, const Vec3d& gravity) {
    velocity_ += dt * accelerationBy(force_ + mass_ * dot(gravity, direction_));
    displacement_ += dt * velocity_;
    force_ = 0;
    place();
  }

  void save(StateWriter& state) const {
    state(displacement_);
    state(velocity_);
  }
  void restore(StateReader& state) {
    state(displacement_);
    state(velocity_);
    place();
  }

 private:
  double accelerationBy(double force) const { return (force - stiffness_ * displacement_) / mass_; }

  void place() {
    surface_.x = rest_;
    for (Vec3d& x : surface_.x) x += displacement_ * direction_;
    surface_.v.assign(rest_.size(), velocity_ * direction_);
  }

  std::vector<Vec3d> rest_, accelerations_;  // m, m/s^2
  double mass_, stiffness_;                  // kg, N/m
  Vec3d direction_, centre_;
  BodySurface surface_;
  double displacement_ = 0, velocity_ = 0;  // m, m/s
  double force_ = 0;                        // N, of this step
};

class SpringPlateModel final : public BodyModel {
 public:
  explicit SpringPlateModel(const BodySpace& space) : gravity_(space.gravity) {}

  std::string_view name() const override { return "spring-plate"; }

  Body& add(SolidId solid, const std::string& solidName, const std::any& blueprint) override {
    plates_.push_back(std::make_unique<SpringPlate>(
        solid, solidName, blueprintAs<SpringPlateBlueprint>(blueprint, name())));
    list();
    return *plates_.back();
  }
  void remove(SolidId solid) override {
    std::erase_if(plates_, [&](const auto& plate) { return plate->solidId() == solid; });
    list();
  }
  std::span<Body* const> bodies() const override { return bodies_; }

  void advance(double, double dt) override {
    for (const auto& plate : plates_) plate->advance(dt, gravity_);
  }

  void save(StateWriter& state) const override {
    for (const auto& plate : plates_) plate->save(state);
  }
  void restore(StateReader& state) override {
    for (const auto& plate : plates_) plate->restore(state);
  }

 private:
  void list() {
    bodies_.clear();
    for (const auto& plate : plates_) bodies_.push_back(plate.get());
  }

  Vec3d gravity_;  // m/s^2
  std::vector<std::unique_ptr<SpringPlate>> plates_;
  std::vector<Body*> bodies_;
};

AssembledSolid assemblePlate(const SceneSolid& solid, const WorldParams& world) {
  const TriangleMesh surface = surfaceMesh(solid, world.spacing).mesh;
  return {SpringPlateBlueprint{surface, solid.parameters<SpringPlateParams>()}, surface, "", 0};
}

}  // namespace

void addSpringPlate() {
  shoal::SolidModel model{
      {"spring-plate", "A plate on a spring.", &shoal::parametersOf<SpringPlateParams>()}};
  model.make = shoal::makeBodyModel<SpringPlateModel>;
  model.assemble = assemblePlate;
  model.deforms = true;  // frames hold its surface
  shoal::KindTable<shoal::SolidModel>::add(model);
}
