// All bodies of a world: models, the contact between them, and handles to solids.
#pragma once

#include <memory>
#include <optional>

#include "shoal/bodies/body_model.h"

namespace shoal {

class ContactGroup;

class BodyWorld {
 public:
  explicit BodyWorld(BodySpace space);
  ~BodyWorld();

  const BodySpace& space() const { return space_; }

  // Models act in the order in which they are added. Names are unique.
  template <class Model>
  Model& add(std::unique_ptr<Model> model) {
    Model& added = *model;
    addModel(std::move(model));
    return added;
  }
  // A model that is made for the space of this world.
  template <class Model>
  Model& use() {
    return add(std::make_unique<Model>(space_));
  }

  // A solid of one of the models; see BodyModel::add. May be called between any two advances.
  SolidId add(std::string_view model, const std::string& name, const std::any& blueprint);
  void remove(SolidId solid);

  // None if there is no solid of this name, or no more.
  std::optional<SolidId> find(const std::string& name) const;
  const std::string& nameOf(SolidId solid) const { return entry(solid).name; }
  BodyModel& modelOf(SolidId solid) const { return *entry(solid).model; }
  BodyModel& model(std::string_view name) const;
  // The solid, first, and all that broke off it.
  std::vector<Body*> parts(SolidId solid) const;
  // Of all models, one after the other.
  std::vector<Body*> bodies() const;

  // From t to t + dt: first what deforms, which meets obstacles where they are; then the others,
  // which feel the contact in the same step.
  void advance(double t, double dt);

  // The contact between deformable bodies, and of these with obstacles, in the last advance.
  const ContactGroup& contact() const { return *contact_; }

  BodyTotals totals() const;

  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  struct Entry {
    std::string name;
    BodyModel* model = nullptr;  // nullptr once the solid is removed
  };

  void addModel(std::unique_ptr<BodyModel> model);
  const Entry& entry(SolidId solid) const;

  BodySpace space_;
  std::vector<std::unique_ptr<BodyModel>> models_;
  std::vector<BodyModel*> pointers_;
  std::vector<Entry> solids_;  // by SolidId::index
  std::unique_ptr<ContactGroup> contact_;
};

}  // namespace shoal
