#include "shoal/bodies/fem_model.h"

#include "shoal/core/error.h"
#include "shoal/core/timer.h"

namespace shoal {

FemBody& FemModel::add(std::unique_ptr<FemBody> body) {
  pointers_.push_back(body.get());
  return *bodies_.emplace_back(std::move(body));
}

void FemModel::advance(double, double dt) {
  const Timed timed{"bodies/fem"};
  for (const auto& body : bodies_) {
    try {
      body->advance(dt, gravity_);
    } catch (const Error& error) {
      throw Error({}, fmt::format("solid \"{}\"", body->name()), error.what());
    }
  }
}

void FemModel::save(StateWriter& state) const {
  for (const auto& body : bodies_) body->save(state);
}

void FemModel::restore(StateReader& state) {
  for (const auto& body : bodies_) body->restore(state);
}

}  // namespace shoal
