#include "shoal/coupling/samples/sampled_coupling.h"

#include <algorithm>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/coupling/samples/mesh_samples.h"
#include "shoal/coupling/samples/prescribed_samples.h"
#include "shoal/coupling/samples/rigid_samples.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/thickness.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

namespace {

bool isClosed(const BodySurface& surface) {
  return checkMesh({surface.x, surface.triangles}).closed();
}

// Where the samples of a rigid body stand; an Error if it has no place in the plane.
SamplePlaces rigidPlaces(const RigidBody& body, const SamplePlacement& placement, int dimensions) {
  SamplePlaces places = placeSamples({body.surface().x, body.surface().triangles},
                                     isClosed(body.surface()) ? SolidSide::Below : SolidSide::None,
                                     placement, dimensions);
  if (places.empty())
    fail("solid \"{}\" does not cut the plane z = 0, in which a 2D scene lives", body.name());
  return places;
}

// Of a surface that deforms, by its shape when it is added.
SamplePlacement meshPlacement(const BodySurface& surface, const SamplePlacement& placement,
                              int dimensions) {
  if (!isClosed(surface)) return {placement.spacing};
  return placement.forThickness(leastThickness({surface.x, surface.triangles}, dimensions));
}

}  // namespace

SamplePlacement volumePlacement(const KernelChoice& kernel, double spacing) {
  const WallFit fit = fitWall(kernel, spacing);
  return {spacing, fit.standoff, fit.layers, fitThinWall(kernel, spacing).standoff};
}

SampledCoupling::SampledCoupling(const CouplingContext& context, const SamplePlacement& placement,
                                 Boundary& boundary)
    : context_(context), placement_(placement), boundary_(boundary) {}

void SampledCoupling::add(CoupledSolid solid) { members_.push_back({std::move(solid)}); }

void SampledCoupling::remove(std::size_t solid) {
  boundary_.remove(solid);
  std::erase_if(members_, [&](const Member& member) { return member.solid.index == solid; });
}

void SampledCoupling::prepare() {
  for (auto& [solid, joined] : members_) {
    if (solid.free) {
      const std::vector<Body*> parts = solid.parts();
      for (; joined < parts.size(); ++joined) addPart(*parts[joined], solid);
    } else if (joined == 0) {
      addPrescribed(solid);
      joined = 1;
    }
  }
}

void SampledCoupling::addPrescribed(CoupledSolid& solid) {
  std::unique_ptr<SurfaceSamples> samples;
  if (solid.motion)
    samples = std::make_unique<KinematicSamples>(
        solid.samples, Motion(*solid.motion, "solid." + solid.name), context_.period);
  else
    samples = std::make_unique<StaticSamples>(solid.samples, solid.velocity);
  boundary_.add(solid.index, solid.surface, std::move(samples), sampleValues());
  solid.samples = {};
}

void SampledCoupling::addPart(Body& part, const CoupledSolid& solid) {
  std::unique_ptr<SurfaceSamples> samples;
  if (RigidBody* rigid = part.asRigid())
    samples = std::make_unique<RigidSamples>(
        *rigid, rigidPlaces(*rigid, placement_, context_.dimensions), context_.gravity);
  else
    samples = std::make_unique<MeshSamples>(
        part,
        MeshSampling(placement_.spacing, context_.dimensions,
                     solid.surface.volumes.value_or(VolumesParams{})),
        meshPlacement(part.surface(), placement_, context_.dimensions), context_.gravity);
  boundary_.add(solid.index, solid.surface, std::move(samples), sampleValues());
  partJoined(part, solid);
}

std::vector<LoadsOnSolid> SampledCoupling::loads() const {
  std::vector<LoadsOnSolid> loads = boundary_.loads();
  std::erase_if(loads, [&](const LoadsOnSolid& on) {
    return std::none_of(members_.begin(), members_.end(),
                        [&](const Member& member) { return member.solid.index == on.solid; });
  });
  return loads;
}

}  // namespace shoal
