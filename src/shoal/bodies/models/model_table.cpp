#include "shoal/bodies/models/model_table.h"

#include <algorithm>

#include "shoal/bodies/cloth/cloth_model.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/bodies/rigid/rigid_world.h"

namespace shoal {

namespace {

template <class Model>
std::unique_ptr<BodyModel> make(const BodySpace& space) {
  return std::make_unique<Model>(space);
}

std::vector<BodyModelEntry>& table() {
  static std::vector<BodyModelEntry> entries{
      {"rigid", make<RigidWorld>}, {"fem", make<FemModel>}, {"cloth", make<ClothModel>}};
  return entries;
}

}  // namespace

const std::vector<BodyModelEntry>& bodyModels() { return table(); }

void registerBodyModel(BodyModelEntry entry) {
  if (std::ranges::any_of(table(), [&](const auto& other) { return other.name == entry.name; }))
    fail("there is a body model \"{}\" already; choose another name", entry.name);
  table().push_back(std::move(entry));
}

}  // namespace shoal
