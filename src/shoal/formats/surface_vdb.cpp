#include "shoal/formats/surface_vdb.h"

#include "shoal/core/error.h"
#include "shoal/core/file.h"

#ifdef SHOAL_OPENVDB
#include <sstream>

#include <openvdb/io/Archive.h>
#include <openvdb/math/Proximity.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#endif

namespace shoal {

#ifdef SHOAL_OPENVDB

namespace {

constexpr float kBand = 3;  // voxels on each side of the surface

openvdb::Vec3d vdbVector(const Vec3d& v) { return {v.x, v.y, v.z}; }

// The surface as OpenVDB asks for it, with coordinates in voxels.
class MeshInVoxels {
 public:
  MeshInVoxels(const TriangleMesh& mesh, double voxel) : mesh_(mesh), voxel_(voxel) {}

  std::size_t polygonCount() const { return mesh_.triangles.size(); }
  std::size_t pointCount() const { return mesh_.vertices.size(); }
  static std::size_t vertexCount(std::size_t) { return 3; }
  void getIndexSpacePoint(std::size_t polygon, std::size_t corner, openvdb::Vec3d& place) const {
    place = vdbVector(mesh_.vertices[mesh_.triangles[polygon][corner]] / voxel_);
  }

 private:
  const TriangleMesh& mesh_;
  double voxel_;
};

// Velocities of the nearest places on the surface, whose triangles `nearest` names.
openvdb::Vec3SGrid::Ptr velocityGrid(const SurfaceFrame& surface, const openvdb::Int32Grid& nearest,
                                     const openvdb::math::Transform::Ptr& transform) {
  const auto grid = openvdb::Vec3SGrid::create(openvdb::Vec3s(0, 0, 0));
  grid->setName("vel");
  grid->setTransform(transform);
  grid->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
  auto write = grid->getAccessor();
  for (auto voxel = nearest.cbeginValueOn(); voxel; ++voxel) {
    const Triangle& t = surface.mesh.triangles[static_cast<std::size_t>(*voxel)];
    const auto corner = [&](std::size_t k) { return vdbVector(surface.mesh.vertices[t[k]]); };
    openvdb::Vec3d weights;
    openvdb::math::closestPointOnTriangleToPoint(
        corner(0), corner(1), corner(2), transform->indexToWorld(voxel.getCoord()), weights);
    Vec3f v;
    for (std::size_t k = 0; k < 3; ++k)
      v += static_cast<float>(weights[static_cast<int>(k)]) * surface.velocities[t[k]];
    write.setValue(voxel.getCoord(), {v.x, v.y, v.z});
  }
  return grid;
}

double voxelOf(const SurfaceFrame& surface) {
  if (surface.cell > 0) return surface.cell;
  const TriangleMesh& mesh = surface.mesh;
  return mesh.triangles.empty() ? 1 : typicalEdge(mesh.triangles, mesh.vertices);
}

openvdb::GridPtrVec gridsOf(const SurfaceFrame& surface) {
  const double voxel = voxelOf(surface);
  const auto transform = openvdb::math::Transform::createLinearTransform(voxel);
  openvdb::Int32Grid nearest(-1);
  const auto level = openvdb::tools::meshToVolume<openvdb::FloatGrid>(
      MeshInVoxels(surface.mesh, voxel), *transform, kBand, kBand, 0, &nearest);
  level->setName("surface");
  level->setGridClass(openvdb::GRID_LEVEL_SET);
  openvdb::GridPtrVec grids{level};
  if (!surface.velocities.empty()) grids.push_back(velocityGrid(surface, nearest, transform));
  return grids;
}

// An archive that goes to memory, so that writeFileAtomically() can bring it to the disk.
class MemoryArchive : public openvdb::io::Archive {
 public:
  std::string bytesOf(const openvdb::GridPtrVec& grids) const {
    std::ostringstream out(std::ios::binary);
    openvdb::MetaMap about;
    about.insertMeta("creator", openvdb::StringMetadata("shoal"));
    openvdb::io::Archive::write(out, grids, /*seekable=*/true, about);
    return out.str();
  }
};

}  // namespace

std::string vdbMissing() { return ""; }

void writeSurfaceVdb(const std::filesystem::path& path, const SurfaceFrame& surface) {
  if (!surface.outline.empty())
    fail("{}: an outline in the plane has no volume; choose vtp, ply or obj", path.string());
  std::string bytes;
  try {
    openvdb::initialize();
    bytes = MemoryArchive().bytesOf(gridsOf(surface));
  } catch (const openvdb::Exception& error) {
    fail("{}: OpenVDB cannot write it: {}", path.string(), error.what());
  }
  writeFileAtomically(path, bytes);
}

#else

std::string vdbMissing() {
  return "shoal was built without OpenVDB; install libopenvdb-dev and libboost-dev, remove "
         "build/CMakeCache.txt and build again, or choose vtp, ply or obj";
}

void writeSurfaceVdb(const std::filesystem::path& path, const SurfaceFrame&) {
  fail("{}: {}", path.string(), vdbMissing());
}

#endif

}  // namespace shoal
