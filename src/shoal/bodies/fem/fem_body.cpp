#include "shoal/bodies/fem/fem_body.h"

#include <algorithm>

#include "shoal/bodies/fem/fem_point.h"
#include "shoal/core/error.h"

namespace shoal {

namespace {

Vec3d between(const std::vector<Vec3d>& values, const FemBody::Origin& origin) {
  return (1 - origin.share) * values[origin.a] + origin.share * values[origin.b];
}

template <class Visit>
void visitVectors(std::vector<Vec3d>& values, Visit&& visit) {
  for (Vec3d& value : values)
    for (std::size_t axis = 0; axis < 3; ++axis) visit(value[axis]);
}

void write(StateWriter& state, std::span<const Vec3d> values) {
  for (const Vec3d& value : values)
    for (std::size_t axis = 0; axis < 3; ++axis) state(value[axis]);
}

Vec3d readVector(StateReader& state) {
  double x = 0, y = 0, z = 0;
  state(x);
  state(y);
  state(z);
  return {x, y, z};
}

// Grows with the elements read, so that a false count in a damaged file asks for no memory.
template <class T, class Read>
std::vector<T> readList(StateReader& state, Read&& read) {
  std::uint64_t count = 0;
  state(count);
  std::vector<T> list;
  for (std::uint64_t i = 0; i < count; ++i) list.push_back(read());
  return list;
}

void write(StateWriter& state, const TetraMesh& mesh, std::span<const FemMaterial> materials) {
  state(std::uint64_t{mesh.vertices.size()});
  write(state, mesh.vertices);
  state(std::uint64_t{mesh.tets.size()});
  for (const Tetra& tet : mesh.tets)
    for (const std::uint32_t v : tet) state(std::uint64_t{v});
  state(std::uint64_t{materials.size()});
  for (const FemMaterial& one : materials)
    write(state, std::array{Vec3d{one.young, one.poisson, one.density}});
}

}  // namespace

FemBody::FemBody(std::string bodyName, TetraMesh mesh, const FemParams& params,
                 std::vector<FemMaterial> materials)
    : Body(std::move(bodyName)), params_(params), mesh_(std::move(mesh)) {
  repair(mesh_);
  solid_ = std::make_unique<FemSolid>(mesh_, params_, std::move(materials));
  makeSurface();
}

FemBody::FemBody(std::string bodyName, const FemParams& params)
    : FemBody(std::move(bodyName),
              {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {Tetra{0, 1, 2, 3}}}, params) {}

void FemBody::makeSurface() {
  skin_ = FemSurface(solid_->mesh(), mesh_);
  surface_.triangles = skin_.triangles();
  showSurface();
}

void FemBody::showSurface() {
  skin_.pick(solid_->x, surface_.x);
  skin_.pick(solid_->v, surface_.v);
}

std::size_t FemBody::hold(const Box3d& box, unsigned axes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < solid_->x.size(); ++i) {
    if (!box.contains(solid_->mesh().rest[i])) continue;
    solid_->fixed[i] = static_cast<std::uint8_t>(solid_->fixed[i] | (axes & kAllAxes));
    ++count;
  }
  return count;
}

std::size_t FemBody::pin(const Box3d& box) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < solid_->x.size(); ++i) {
    if (!box.contains(solid_->x[i])) continue;
    solid_->fixed[i] = kAllAxes;
    solid_->v[i] = {};
    ++count;
  }
  return count;
}

void FemBody::unpin() {
  std::fill(solid_->fixed.begin(), solid_->fixed.end(), std::uint8_t{kNoAxis});
}

void FemBody::addForces(std::span<const Vec3d> onVertices) {
  if (onVertices.size() != surface_.x.size())
    fail("\"{}\" got forces for {} of {} vertices; give one for each", name(), onVertices.size(),
         surface_.x.size());
  skin_.addTo(solid_->force, onVertices);
}

void FemBody::resist(std::span<const Matrix3> onVertices) {
  std::vector<Matrix3> onNodes(solid_->x.size());
  for (std::size_t i = 0; i < onVertices.size(); ++i) onNodes[skin_.nodes()[i]] += onVertices[i];
  solid_->resist(std::move(onNodes));
  departures_.assign(surface_.x.size(), {});
}

// A mesh that changed since has no resistance any more: what its vertices did before stays.
void FemBody::noteDepartures() {
  if (!solid_->departures().empty()) skin_.pick(solid_->departures(), departures_);
}

std::vector<double> FemBody::vertexMasses() const {
  std::vector<Vec3d> ofNodes, ofVertices;
  for (std::size_t i = 0; i < solid_->x.size(); ++i) {
    const bool held = solid_->fixed[i] == kAllAxes;
    ofNodes.push_back({held ? 0 : std::max(0.0, solid_->nodeMass()[i]), 0, 0});
  }
  skin_.pick(ofNodes, ofVertices);
  std::vector<double> masses;
  masses.reserve(ofVertices.size());
  for (const Vec3d& mass : ofVertices) masses.push_back(mass.x);
  return masses;
}

std::span<const Vec3d> FemBody::predictAccelerations(double step, const Vec3d& gravity) {
  constexpr double kShortest = 1e-9;  // s
  std::vector<Vec3d> ofNodes;
  solid_->predictAccelerations(std::max(step, kShortest), gravity, ofNodes);
  skin_.pick(ofNodes, accelerations_);
  return accelerations_;
}

void FemBody::respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const {
  std::vector<Vec3d> onNodes(solid_->x.size()), ofNodes(solid_->x.size()), ofVertices;
  skin_.addTo(onNodes, impulses);
  solid_->respond(onNodes, ofNodes);
  skin_.pick(ofNodes, ofVertices);
  std::copy(ofVertices.begin(), ofVertices.end(), change.begin());
}

BodyTotals FemBody::totals() const {
  BodyTotals sums = inertia();
  sums.elastic = solid_->energy();
  return sums;
}

BodyTotals FemBody::inertia() const {
  BodyTotals sums;
  const std::vector<Vec3d> ones(solid_->x.size(), Vec3d{1, 1, 1});
  for (std::size_t i = 0; i < solid_->x.size(); ++i) {
    const double mass = solid_->system().massTimes(i, ones).x;
    const Vec3d momentum = solid_->system().massTimes(i, solid_->v);
    sums.mass += mass;
    sums.centre += mass * solid_->x[i];
    sums.momentum += momentum;
    sums.angularMomentum += cross(solid_->x[i], momentum);
    sums.kinetic += dot(solid_->v[i], momentum) / 2;
  }
  sums.centre = sums.centre / sums.mass;
  return sums;
}

// The mean of the adjacent elements.
std::vector<double> FemBody::nodeStresses() const {
  const FemMesh& mesh = solid_->mesh();
  std::vector<double> sums(mesh.rest.size()), counts(mesh.rest.size());
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const double stress = vonMises(solid_->elasticity().stress(e, solid_->x));
    for (const std::uint32_t node : mesh.of(e)) {
      sums[node] += stress;
      ++counts[node];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] = counts[i] > 0 ? std::max(0.0, sums[i] / counts[i]) : 0;
  return sums;
}

std::vector<double> FemBody::vertexStresses() const {
  const std::vector<double> ofNodes = nodeStresses();
  std::vector<double> stresses;
  stresses.reserve(skin_.nodes().size());
  for (const std::uint32_t node : skin_.nodes()) stresses.push_back(ofNodes[node]);
  return stresses;
}

RenderedSurface FemBody::rendered() const {
  return embedded_ ? embedded_->follow(solid_->x, solid_->v, nodeStresses()) : Body::rendered();
}

std::optional<MaterialPoint> FemBody::materialPoint(const Vec3d& rest) const {
  return nearestMaterial(solid_->mesh(), rest);
}

PointMotion FemBody::motionOf(const MaterialPoint& point) const {
  return interpolated(point, solid_->x, solid_->v);
}

std::optional<Matrix3> FemBody::stressAt(const MaterialPoint& point) const {
  return solid_->elasticity().stress(point.element, solid_->x);
}

void FemBody::takeOver(const Body& earlier) {
  const auto* other = dynamic_cast<const FemBody*>(&earlier);
  if (!other || other->mesh_.tets != mesh_.tets || other->solid_->x.size() != solid_->x.size())
    fail("it had other elements, or was cut or broke; let its mesh be the same");
  solid_->x = other->solid_->x;
  solid_->v = other->solid_->v;
  const std::span<const Matrix3> plastic = other->solid_->elasticity().plastic();
  solid_->setPlastic({plastic.begin(), plastic.end()});
  showSurface();
}

void FemBody::advance(double dt, const Vec3d& gravity) {
  solid_->advance(dt, gravity);
  solid_->force.assign(solid_->x.size(), {});
  showSurface();
}

void FemBody::requireOrigins(const TetraMesh& mesh, std::span<const Origin> vertexOrigins,
                             std::span<const std::uint32_t> tetOrigins) const {
  requireUsable(mesh);
  const auto isOld = [&](const Origin& from) {
    return std::max(from.a, from.b) < mesh_.vertices.size();
  };
  const auto isOldTet = [&](std::uint32_t t) { return t < mesh_.tets.size(); };
  if (vertexOrigins.size() != mesh.vertices.size() || tetOrigins.size() != mesh.tets.size() ||
      !std::ranges::all_of(vertexOrigins, isOld) || !std::ranges::all_of(tetOrigins, isOldTet))
    fail(
        "the new mesh of \"{}\" does not say where it comes from; give every vertex and every "
        "tetrahedron an origin in the old one",
        name());
}

void FemBody::rebuildFrom(const FemBody& source, TetraMesh mesh,
                          std::span<const Origin> vertexOrigins,
                          std::span<const std::uint32_t> tetOrigins) {
  source.requireOrigins(mesh, vertexOrigins, tetOrigins);
  const FemSolid& old = *source.solid_;
  std::vector<FemMaterial> materials;
  for (const std::uint32_t t : tetOrigins) materials.push_back(old.materials()[t]);
  auto next = std::make_unique<FemSolid>(mesh, params_, std::move(materials));
  for (std::size_t i = 0; i < vertexOrigins.size(); ++i) {
    const Origin& from = vertexOrigins[i];
    next->x[i] = between(old.x, from);
    next->v[i] = between(old.v, from);
    next->fixed[i] = from.share == 0 ? old.fixed[from.a] : std::uint8_t{kNoAxis};
  }
  carryMiddles(old, *next, vertexOrigins);
  if (!old.elasticity().plastic().empty()) {
    const std::size_t each = pointsEach(old.mesh());
    std::vector<Matrix3> plastic;
    for (const std::uint32_t t : tetOrigins)
      for (std::size_t q = 0; q < each; ++q)
        plastic.push_back(old.elasticity().plastic()[t * each + q]);
    next->setPlastic(std::move(plastic));
  }
  mesh_ = std::move(mesh);
  solid_ = std::move(next);
  ++surface_.revision;
  embedded_.reset();
  makeSurface();
}

// Mid-edge nodes of old edges keep their state; new ones start in the middle of their edge.
void FemBody::carryMiddles(const FemSolid& old, FemSolid& next,
                           std::span<const Origin> origins) const {
  const auto before = middleNodes(old.mesh());
  for (const auto& [edge, middle] : middleNodes(next.mesh())) {
    const Origin &p = origins[edge.first], &q = origins[edge.second];
    const auto found = before.find(std::minmax(p.a, q.a));
    const bool isOld = p.share == 0 && q.share == 0 && found != before.end();
    next.x[middle] =
        isOld ? old.x[found->second] : (next.x[edge.first] + next.x[edge.second]) / 2.0;
    next.v[middle] =
        isOld ? old.v[found->second] : (next.v[edge.first] + next.v[edge.second]) / 2.0;
    next.fixed[middle] = isOld ? old.fixed[found->second] : std::uint8_t{kNoAxis};
  }
}

void FemBody::save(StateWriter& state) const {
  const std::span<const Matrix3> plastic = solid_->elasticity().plastic();
  state(surface_.revision);
  if (surface_.revision > 0) write(state, mesh_, solid_->materials());
  write(state, solid_->x);
  write(state, solid_->v);
  for (const std::uint8_t axes : solid_->fixed) state(std::uint64_t{axes});
  state(!plastic.empty());
  for (const Matrix3& m : plastic)
    for (const double entry : m.a) state(entry);
}

void FemBody::restore(StateReader& state) {
  std::uint64_t revision = 0;
  state(revision);
  if (revision > 0) {
    TetraMesh mesh;
    mesh.vertices = readList<Vec3d>(state, [&] { return readVector(state); });
    mesh.tets = readList<Tetra>(state, [&] {
      Tetra tet;
      for (std::uint32_t& v : tet) {
        std::uint64_t number = 0;
        state(number);
        v = static_cast<std::uint32_t>(std::min<std::uint64_t>(number, ~0u));
      }
      return tet;
    });
    std::vector<FemMaterial> materials = readList<FemMaterial>(state, [&] {
      const Vec3d one = readVector(state);
      return FemMaterial{one.x, one.y, one.z};
    });
    requireUsable(mesh);
    solid_ = std::make_unique<FemSolid>(mesh, params_, std::move(materials));
    mesh_ = std::move(mesh);
    embedded_.reset();
    makeSurface();
  }
  surface_.revision = revision;
  const auto number = [&](double& entry) { state(entry); };
  visitVectors(solid_->x, number);
  visitVectors(solid_->v, number);
  for (std::uint8_t& axes : solid_->fixed) {
    std::uint64_t bits = 0;
    state(bits);
    axes = static_cast<std::uint8_t>(bits & kAllAxes);
  }
  bool hasFlowed = false;
  state(hasFlowed);
  std::vector<Matrix3> plastic(hasFlowed ? solid_->elasticity().points().size() : 0);
  for (Matrix3& m : plastic)
    for (double& entry : m.a) state(entry);
  solid_->setPlastic(std::move(plastic));
  showSurface();
}

}  // namespace shoal
