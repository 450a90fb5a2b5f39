#include "shoal/bodies/cloth/cloth.h"

#include <algorithm>
#include <numeric>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/bodies/cloth/sheet_point.h"
#include "shoal/bodies/cloth/sheet_tear.h"
#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

SheetMesh repaired(const std::string& name, const TriangleMesh& mesh) {
  try {
    return repairSheet(mesh);
  } catch (const Error& error) {
    throw Error({}, name, error.what());
  }
}

template <class T>
void appendCopies(std::vector<T>& values, std::span<const std::uint32_t> source) {
  for (std::size_t v = values.size(); v < source.size(); ++v) values.push_back(values[source[v]]);
}

void interpolate(std::vector<Vec3d>& values, std::span<const SheetCut::Origin> origins) {
  for (std::size_t v = values.size(); v < origins.size(); ++v) {
    const auto& [a, b, share] = origins[v];
    values.push_back(values[a] + share * (values[b] - values[a]));
  }
}

template <class State, class Vector>
void pass(State& state, Vector& vectors) {
  for (auto& vector : vectors) {
    state(vector.x);
    state(vector.y);
    state(vector.z);
  }
}

}  // namespace

Cloth::Cloth(std::string bodyName, const TriangleMesh& mesh, const ClothParams& params)
    : Body(std::move(bodyName)), params_(params), forces_([&] {
        validate(params, name());
        SheetMesh sheet = repaired(name(), mesh);
        repairs_ = std::move(sheet.repairs);
        surface_.triangles = sheet.mesh.triangles;
        surface_.x = sheet.mesh.vertices;
        return SheetForces(sheet.mesh, params);
      }()) {
  const std::size_t n = surface_.x.size();
  rest_ = surface_.x;
  surface_.v.resize(n);
  pins_.resize(n);
  applied_.resize(n);
  contact_.resize(n);
  expected_.resize(n);
  updateMasses();
}

void Cloth::setSkin(RenderMesh mesh) {
  const BodySurface rest{surface_.triangles, rest_, surface_.v, surface_.revision};
  skin_.emplace(std::move(mesh), rest);
}

RenderedSurface Cloth::rendered() const {
  std::optional<RenderedSurface> shown = skin_ ? skin_->follow(surface_) : std::nullopt;
  return shown ? std::move(*shown) : Body::rendered();
}

void Cloth::updateMasses() {
  std::vector<double> area;
  for (const double mass : forces_.mass())
    area.push_back(mass / (params_.density * params_.thickness));
  for (ImplicitStep* step : {&step_, &predicted_}) step->setUp(rest_, area);
  inverseMass_.resize(surface_.x.size());
  for (std::size_t v = 0; v < inverseMass_.size(); ++v)
    inverseMass_[v] = pins_[v].held ? 0 : 1 / forces_.mass()[v];
}

void Cloth::requireVertex(std::uint32_t vertex) const {
  if (vertex >= pins_.size())
    fail("{}: there is no vertex {}; the cloth has {}", name(), vertex, pins_.size());
}

void Cloth::addForces(std::span<const Vec3d> onVertices) {
  if (onVertices.size() != applied_.size())
    fail("{}: {} forces for {} vertices", name(), onVertices.size(), applied_.size());
  for (std::size_t v = 0; v < applied_.size(); ++v) applied_[v] += onVertices[v];
}

std::span<const Vec3d> Cloth::predictAccelerations(double step, const Vec3d& gravity) {
  accelerations_.assign(surface_.x.size(), gravity);
  if (!(step > 0)) return accelerations_;
  std::vector<Vec3d> contact(contact_);
  for (std::size_t v = 0; v < contact.size(); ++v)
    contact[v] = predictedForce(expected_[v], contact_[v]);
  sumForces(gravity, contact);
  predicted_.solve(points(), forces_.stiffness(), total_, step, params_.damping, params_.tolerance);
  parallelFor(accelerations_.size(),
              [&](std::size_t v) { accelerations_[v] = predicted_.change()[v] / step; });
  return accelerations_;
}

void Cloth::respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const {
  constexpr double kTolerance = 1e-3;
  const ImplicitPoints points{forces_.mass(), inverseMass_, surface_.x, {}};
  predicted_.respond(points, forces_.stiffness(), impulses, kTolerance);
  std::copy(predicted_.change().begin(), predicted_.change().end(), change.begin());
}

// Sets outer_ and total_.
void Cloth::sumForces(const Vec3d& gravity, std::span<const Vec3d> contact) {
  const Timed timed{"cloth/forces"};
  const std::size_t n = surface_.x.size();
  outer_.resize(n);
  total_.resize(n);
  forces_.update(surface_.x);
  parallelFor(n, [&](std::size_t v) {
    outer_[v] = applied_[v] + forces_.mass()[v] * gravity + contact[v];
    total_[v] = outer_[v] + forces_.force(v);
  });
}

void Cloth::setMotion(std::span<const Vec3d> x, std::span<const Vec3d> v) {
  if (x.size() != surface_.x.size() || v.size() != surface_.x.size())
    fail("{}: {} places and {} velocities for {} vertices", name(), x.size(), v.size(),
         surface_.x.size());
  surface_.x.assign(x.begin(), x.end());
  surface_.v.assign(v.begin(), v.end());
}

void Cloth::pin(std::uint32_t vertex, double until) {
  requireVertex(vertex);
  pins_[vertex] = {true, until, {}};
  surface_.v[vertex] = {};
  inverseMass_[vertex] = 0;
}

void Cloth::release(std::uint32_t vertex) {
  requireVertex(vertex);
  pins_[vertex] = {};
  inverseMass_[vertex] = 1 / forces_.mass()[vertex];
}

std::size_t Cloth::pin(const Box3d& box) {
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < pins_.size(); ++v) {
    if (!box.contains(surface_.x[v])) continue;
    pin(v);
    ++count;
  }
  return count;
}

void Cloth::unpin() {
  for (std::uint32_t v = 0; v < pins_.size(); ++v)
    if (isPinned(v)) release(v);
}

void Cloth::movePin(std::uint32_t vertex, const Vec3d& to) {
  requireVertex(vertex);
  if (!pins_[vertex].held) fail("{}: vertex {} is not pinned", name(), vertex);
  pins_[vertex].to = to;
}

void Cloth::beginAdvance(double t, double dt) {
  for (std::uint32_t v = 0; v < pins_.size(); ++v) {
    Pin& pin = pins_[v];
    if (!pin.held) continue;
    surface_.v[v] = pin.to ? (*pin.to - surface_.x[v]) / dt : Vec3d{};
    if (t >= pin.until) release(v);
  }
}

int Cloth::accelerate(double h, const Vec3d& gravity) {
  parallelFor(surface_.x.size(), [&](std::size_t v) {
    expected_[v] = predictedForce(expected_[v], contact_[v]);
    contact_[v] = expected_[v];
  });
  sumForces(gravity, contact_);
  const Timed timed{"cloth/solve"};
  takeOutCommonForce(points(), topology().parts, total_);
  const int iterations =
      step_.solve(points(), forces_.stiffness(), total_, h, params_.damping, params_.tolerance);
  parallelFor(surface_.x.size(), [&](std::size_t v) { surface_.v[v] += step_.change()[v]; });
  giveBackMomentum(points(), topology().parts, step_.change(), outer_, h);
  return iterations;
}

ContactMesh Cloth::contactMesh() {
  ContactMesh mesh;
  mesh.triangles = surface_.triangles;
  mesh.revision = surface_.revision;
  mesh.x = surface_.x;
  mesh.v = surface_.v;
  mesh.inverseMass = inverseMass_;
  mesh.rest = rest_;
  mesh.radius = params_.thickness / 2;
  mesh.friction = params_.friction;
  mesh.self = params_.selfContact;
  mesh.force = contact_;
  return mesh;
}

void Cloth::move(double h) {
  const bool finite = parallelReduce(
      surface_.x.size(), true,
      [&](std::size_t v) {
        surface_.x[v] += h * surface_.v[v];
        return isFinite(surface_.x[v]);
      },
      [](bool a, bool b) { return a && b; });
  if (!finite) fail("{}: the cloth diverged; reduce cloth.maxStep", name());
}

void Cloth::endAdvance() {
  for (std::size_t v = 0; v < pins_.size(); ++v) {
    if (!pins_[v].to) continue;
    surface_.x[v] = *pins_[v].to;
    pins_[v].to.reset();
  }
  std::fill(applied_.begin(), applied_.end(), Vec3d{});
  if (params_.tearStrain > 0) tear();
}

void Cloth::tear() {
  const auto source = tearSheet(forces_, surface_.triangles, surface_.x, params_.tearStrain);
  if (source.size() > surface_.x.size()) rebuildTopology(source);
}

void Cloth::rebuildTopology(std::span<const std::uint32_t> source) {
  appendCopies(surface_.x, source);
  appendCopies(surface_.v, source);
  appendCopies(rest_, source);
  appendCopies(pins_, source);
  // Copies start without contact forces; the next substep finds them.
  for (auto* forces : {&applied_, &contact_, &expected_}) forces->resize(source.size());
  forces_.rebuildTopology(surface_.triangles, source.size());
  updateMasses();
  ++surface_.revision;
}

BodyTotals Cloth::totals() const {
  BodyTotals sums = inertia();
  sums.elastic = forces_.energy(surface_.x);
  return sums;
}

BodyTotals Cloth::inertia() const {
  BodyTotals sums;
  const auto mass = forces_.mass();
  for (std::size_t v = 0; v < mass.size(); ++v) {
    const Vec3d &x = surface_.x[v], &u = surface_.v[v];
    sums.mass += mass[v];
    sums.centre += mass[v] * x;
    sums.momentum += mass[v] * u;
    sums.angularMomentum += mass[v] * cross(x, u);
    sums.kinetic += mass[v] / 2 * dot(u, u);
  }
  sums.centre = sums.centre / sums.mass;
  return sums;
}

std::vector<std::uint32_t> Cloth::cut(const Blade& from, const Blade& to, double h,
                                      std::span<const std::uint32_t> tips) {
  for (const Vec3d& p : {from.start, from.end, to.start, to.end})
    if (!isFinite(p)) fail("{}: the position of a blade that cuts it is not finite", name());
  const SheetCut cut =
      cutSheet({surface_.triangles, topology(), surface_.x, surface_.v}, from, to, h, tips);
  if (!cut.empty()) become(cut);
  return cut.tips;
}

// A vertex on a divided edge is pinned if both ends of the edge are.
void Cloth::become(const SheetCut& cut) {
  for (std::size_t v = pins_.size(); v < cut.origins.size(); ++v) {
    const auto& [a, b, share] = cut.origins[v];
    const bool held = pins_[a].held && pins_[b].held;
    pins_.push_back(held ? Pin{true, std::min(pins_[a].until, pins_[b].until), {}} : Pin{});
  }
  interpolate(surface_.x, cut.origins);
  interpolate(surface_.v, cut.origins);
  interpolate(rest_, cut.origins);
  for (auto* forces : {&applied_, &contact_, &expected_}) forces->resize(cut.origins.size());
  surface_.triangles = cut.triangles;
  forces_.refine(cut);
  updateMasses();
  ++surface_.revision;
}

void Cloth::save(StateWriter& state) const {
  state(static_cast<std::uint64_t>(surface_.x.size()));
  state(surface_.revision);
  state(static_cast<std::uint64_t>(surface_.triangles.size()));
  for (const Triangle& triangle : surface_.triangles)
    for (const std::uint32_t v : triangle) state(static_cast<std::uint64_t>(v));
  pass(state, surface_.x);
  pass(state, surface_.v);
  pass(state, rest_);
  pass(state, applied_);
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

// Grows with the triangles read, so that a false count in a damaged file asks for no memory.
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
  for (auto* vectors : {&surface_.x, &surface_.v, &rest_, &applied_, &contact_, &expected_}) {
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
  updateMasses();
}

std::optional<MaterialPoint> Cloth::materialPoint(const Vec3d& rest) const {
  return nearestMaterial(surface_.triangles, rest_, rest);
}

PointMotion Cloth::motionOf(const MaterialPoint& point) const {
  return interpolated(point, surface_.x, surface_.v);
}

void Cloth::takeOver(const Body& earlier) {
  if (earlier.surface().triangles != surface_.triangles)
    fail("it had other triangles, or was cut or torn; let its mesh be the same");
  setMotion(earlier.surface().x, earlier.surface().v);
}

}  // namespace shoal
