// Bodies of finite elements whose mesh is replaced, and their state in checkpoints.
#include <algorithm>

#include "shoal/bodies/fem/fem_body.h"
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

// Not larger than what the list can hold, since an element is added only once it was read.
template <class T, class Read>
std::vector<T> readList(StateReader& state, Read&& read) {
  std::uint64_t count = 0;
  state(count);
  std::vector<T> list;
  for (std::uint64_t i = 0; i < count; ++i) list.push_back(read());
  return list;
}

void write(StateWriter& state, const TetraMesh& mesh, std::span<const FemStuff> stuff) {
  state(std::uint64_t{mesh.vertices.size()});
  write(state, mesh.vertices);
  state(std::uint64_t{mesh.tets.size()});
  for (const Tetra& tet : mesh.tets)
    for (const std::uint32_t v : tet) state(std::uint64_t{v});
  state(std::uint64_t{stuff.size()});
  for (const FemStuff& one : stuff)
    write(state, std::array{Vec3d{one.young, one.poisson, one.density}});
}

}  // namespace

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
  std::vector<FemStuff> stuff;
  for (const std::uint32_t t : tetOrigins) stuff.push_back(old.stuff()[t]);
  auto next = std::make_unique<FemSolid>(mesh, params_, std::move(stuff));
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
  makeSurface();
}

// Middle nodes of edges that were there go on as they are; others start straight.
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
  if (surface_.revision > 0) write(state, mesh_, solid_->stuff());
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
    std::vector<FemStuff> stuff = readList<FemStuff>(state, [&] {
      const Vec3d one = readVector(state);
      return FemStuff{one.x, one.y, one.z};
    });
    requireUsable(mesh);
    solid_ = std::make_unique<FemSolid>(mesh, params_, std::move(stuff));
    mesh_ = std::move(mesh);
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
