// What of a cloth goes into checkpoints.
#include "shoal/bodies/cloth/cloth.h"

namespace shoal {

namespace {

template <class State, class Vector>
void pass(State& state, Vector& vectors) {
  for (auto& vector : vectors) {
    state(vector.x);
    state(vector.y);
    state(vector.z);
  }
}

}  // namespace

void Cloth::save(StateWriter& state) const {
  state(static_cast<std::uint64_t>(surface_.x.size()));
  state(surface_.revision);
  state(static_cast<std::uint64_t>(surface_.triangles.size()));
  for (const Triangle& triangle : surface_.triangles)
    for (const std::uint32_t v : triangle) state(static_cast<std::uint64_t>(v));
  pass(state, surface_.x);
  pass(state, surface_.v);
  pass(state, rest_);
  pass(state, pushed_);
  pass(state, contact_);
  pass(state, expected_);
  for (const Pin& pin : pins_) {
    state(pin.held);
    state(pin.until);
    state(pin.to.has_value());
    const std::array to{pin.to.value_or(Vec3d{})};
    pass(state, to);
  }
  forces_.save(state);
}

// Not larger than what the state can hold, since a triangle is added only once it was read.
void Cloth::restoreTriangles(StateReader& state, std::uint64_t vertices) {
  std::uint64_t triangles = 0;
  state(triangles);
  surface_.triangles.clear();
  for (std::uint64_t t = 0; t < triangles; ++t)
    for (std::uint32_t& v : surface_.triangles.emplace_back()) {
      std::uint64_t number = 0;
      state(number);
      if (number >= vertices) fail("{}: its state names vertex {}", name(), number);
      v = static_cast<std::uint32_t>(number);
    }
}

void Cloth::restore(StateReader& state) {
  std::uint64_t vertices = 0;
  state(vertices);
  state(surface_.revision);
  restoreTriangles(state, vertices);
  // Each corner of each triangle has a vertex of its own at most.
  if (vertices < forces_.leastVertices() || vertices > 3 * surface_.triangles.size())
    fail("{}: a state of {} vertices is not of this cloth", name(), vertices);
  for (auto* vectors : {&surface_.x, &surface_.v, &rest_, &pushed_, &contact_, &expected_}) {
    vectors->resize(vertices);
    pass(state, *vectors);
  }
  pins_.resize(vertices);
  for (Pin& pin : pins_) {
    bool going = false;
    std::array<Vec3d, 1> to;
    state(pin.held);
    state(pin.until);
    state(going);
    pass(state, to);
    pin.to = going ? std::optional(to[0]) : std::nullopt;
  }
  forces_.restore(state, surface_.triangles, vertices);
  weigh();
}

}  // namespace shoal
