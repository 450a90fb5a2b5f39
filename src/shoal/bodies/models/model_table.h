// The table of body models: what each is called, and how it is made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shoal/bodies/body_model.h"

namespace shoal {

struct BodyModelEntry {
  std::string name;
  std::unique_ptr<BodyModel> (*make)(const BodySpace&) = nullptr;
};

// rigid, fem and cloth, then those that were registered. A world has all of them, in this order, so
// that its state does not depend on which of them are in use.
const std::vector<BodyModelEntry>& bodyModels();

// Adds a model for worlds that are made from now on; not while another thread makes one. An Error
// if the name is taken.
void registerBodyModel(BodyModelEntry entry);

}  // namespace shoal
