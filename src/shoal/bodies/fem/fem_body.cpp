#include "shoal/bodies/fem/fem_body.h"

#include "shoal/bodies/fem/fem_strength.h"
#include "shoal/core/error.h"

namespace shoal {

FemBody::FemBody(std::string bodyName, TetraMesh mesh, const FemParams& params,
                 std::vector<FemStuff> stuff)
    : Body(std::move(bodyName)), params_(params), mesh_(std::move(mesh)) {
  note_ = repair(mesh_).note();
  solid_ = std::make_unique<FemSolid>(mesh_, params_, std::move(stuff));
  makeSurface();
}

FemBody::FemBody(std::string bodyName, const FemParams& params)
    : FemBody(std::move(bodyName),
              {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {Tetra{0, 1, 2, 3}}}, params) {}

void FemBody::makeSurface() {
  skin_ = fine_ ? FemSurface::embedded(solid_->mesh(), *fine_)
                : FemSurface::skin(solid_->mesh(), mesh_);
  surface_.triangles = skin_.triangles();
  showSurface();
}

void FemBody::showSurface() {
  skin_.interpolate(solid_->x, surface_.x);
  skin_.interpolate(solid_->v, surface_.v);
}

void FemBody::embed(const TriangleMesh& fine) {
  if (canBreak(params_.fracture))
    fail("\"{}\" can break and shows its own skin; leave out its strength or the finer surface",
         name());
  fine_ = fine;
  ++surface_.revision;
  makeSurface();
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

void FemBody::addForces(std::span<const Vec3d> onVertices) {
  if (onVertices.size() != surface_.x.size())
    fail("\"{}\" got forces for {} of {} vertices; give one for each", name(), onVertices.size(),
         surface_.x.size());
  skin_.distribute(onVertices, solid_->force);
}

std::vector<double> FemBody::vertexMasses() const {
  std::vector<Vec3d> ofNodes, ofVertices;
  for (std::size_t i = 0; i < solid_->x.size(); ++i) {
    const bool held = solid_->fixed[i] == kAllAxes;
    ofNodes.push_back({held ? 0 : std::max(0.0, solid_->nodeMass()[i]), 0, 0});
  }
  skin_.interpolate(ofNodes, ofVertices);
  std::vector<double> masses;
  for (const Vec3d& mass : ofVertices) masses.push_back(mass.x);
  return masses;
}

std::span<const Vec3d> FemBody::predictAccelerations(double step, const Vec3d& gravity) {
  constexpr double kShortest = 1e-9;  // s
  std::vector<Vec3d> ofNodes;
  solid_->predictAccelerations(std::max(step, kShortest), gravity, ofNodes);
  skin_.interpolate(ofNodes, accelerations_);
  return accelerations_;
}

void FemBody::respond(std::span<const Vec3d> impulses, std::span<Vec3d> change) const {
  std::vector<Vec3d> onNodes(solid_->x.size()), ofNodes(solid_->x.size()), ofVertices;
  skin_.distribute(impulses, onNodes);
  solid_->respond(onNodes, ofNodes);
  skin_.interpolate(ofNodes, ofVertices);
  std::copy(ofVertices.begin(), ofVertices.end(), change.begin());
}

BodyTotals FemBody::totals() const {
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
  sums.elastic = solid_->energy();
  return sums;
}

// Nodes have the mean of the elements around them.
std::vector<double> FemBody::vertexStresses() const {
  const FemMesh& mesh = solid_->mesh();
  std::vector<Vec3d> sums(mesh.rest.size());  // of stresses, and their number
  for (std::size_t e = 0; e < mesh.elements(); ++e) {
    const double stress = vonMises(solid_->elasticity().stress(e, solid_->x));
    for (const std::uint32_t node : mesh.of(e)) sums[node] += {stress, 1, 0};
  }
  for (Vec3d& sum : sums) sum.x = sum.y > 0 ? sum.x / sum.y : 0;
  std::vector<Vec3d> ofVertices;
  skin_.interpolate(sums, ofVertices);
  std::vector<double> stresses;
  for (const Vec3d& value : ofVertices) stresses.push_back(std::max(0.0, value.x));
  return stresses;
}

void FemBody::advance(double dt, const Vec3d& gravity) {
  solid_->advance(dt, gravity);
  solid_->force.assign(solid_->x.size(), {});
  showSurface();
}

}  // namespace shoal
