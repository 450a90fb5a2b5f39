#include "shoal/bodies/models/body_world.h"

#include <algorithm>

#include "shoal/bodies/contact/contact_group.h"

namespace shoal {

BodyWorld::BodyWorld(BodySpace space)
    : space_(std::move(space)), contact_(std::make_unique<ContactGroup>(space_.gravity)) {}

BodyWorld::~BodyWorld() = default;

void BodyWorld::addModel(std::unique_ptr<BodyModel> model) {
  const auto isNamed = [&](const auto& other) { return other->name() == model->name(); };
  if (std::ranges::any_of(models_, isNamed))
    fail("there are two body models \"{}\"; give one another name", model->name());
  pointers_.push_back(model.get());
  models_.push_back(std::move(model));
}

SolidId BodyWorld::add(std::string_view modelName, const std::string& name,
                       const std::any& blueprint) {
  if (find(name)) fail("solid \"{}\": there is another solid of that name; choose a new one", name);
  BodyModel& made = model(modelName);
  const SolidId id{static_cast<std::uint32_t>(solids_.size())};
  made.add(id, name, blueprint);
  solids_.push_back({name, &made});
  contact_->forgetSurfaces();
  return id;
}

void BodyWorld::remove(SolidId solid) {
  entry(solid).model->remove(solid);
  solids_[solid.index].model = nullptr;
  contact_->forgetSurfaces();
}

const BodyWorld::Entry& BodyWorld::entry(SolidId solid) const {
  if (solid.index >= solids_.size() || !solids_[solid.index].model)
    fail("there is no solid of number {}", solid.index);
  return solids_[solid.index];
}

std::optional<SolidId> BodyWorld::find(const std::string& name) const {
  for (std::uint32_t i = 0; i < solids_.size(); ++i)
    if (solids_[i].model && solids_[i].name == name) return SolidId{i};
  return std::nullopt;
}

BodyModel& BodyWorld::model(std::string_view name) const {
  std::vector<std::string> known;
  for (BodyModel* model : pointers_) {
    if (model->name() == name) return *model;
    known.emplace_back(model->name());
  }
  fail("there is no body model \"{}\"{}", name, didYouMean(name, known));
}

std::vector<Body*> BodyWorld::parts(SolidId solid) const {
  std::vector<Body*> parts;
  for (Body* body : entry(solid).model->bodies())
    if (body->solidId() == solid) parts.push_back(body);
  return parts;
}

std::vector<Body*> BodyWorld::bodies() const {
  std::vector<Body*> all;
  for (const BodyModel* model : pointers_)
    all.insert(all.end(), model->bodies().begin(), model->bodies().end());
  return all;
}

void BodyWorld::advance(double t, double dt) {
  contact_->advance(pointers_, t, dt);
  for (BodyModel* model : pointers_) model->advance(t, dt);
}

BodyTotals BodyWorld::totals() const {
  BodyTotals all;
  for (const Body* body : bodies()) {
    const BodyTotals one = body->totals();
    all.mass += one.mass;
    all.centre += one.mass * one.centre;
    all.momentum += one.momentum;
    all.angularMomentum += one.angularMomentum;
    all.kinetic += one.kinetic;
    all.elastic += one.elastic;
  }
  for (const BodyModel* model : pointers_) all.elastic += model->jointEnergy();
  if (all.mass > 0) all.centre = all.centre / all.mass;
  return all;
}

void BodyWorld::save(StateWriter& state) const {
  for (const BodyModel* model : pointers_) model->save(state);
  for (const BodyModel* model : pointers_) model->saveContact(state);
}

void BodyWorld::restore(StateReader& state) {
  for (BodyModel* model : pointers_) model->restore(state);
  for (BodyModel* model : pointers_) model->restoreContact(state);
}

}  // namespace shoal
